"""A table by its socket: over drops and restarts, with nothing lost and nothing done twice."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from grav.client.backoff import Backoff
from grav.client.errors import ClientError, Rejected, check_answer
from grav.client.server import Server, read_message
from grav.client.table_replica import Missed, TableReplica
from grav.server.messages.commands import Command, Pong, encode_command
from grav.server.messages.views import Done, Here, News, Ping, Refused, Whole
from grav.text import Text

RESEND = 2.5
"""Seconds after which a command that has no answer is sent again."""
UNSURE = ("internal", "unavailable")
"""Refusals after which nobody knows whether the command was carried out: it is sent again."""
MOST_UNSURE = 4
"""But not for ever."""
SILENCE, SILENCE_OF_PLAYERS = 50.0, 10.0
"""Seconds after which a line is taken to be dead: the server pings sooner, players most often."""
NO_SUCH_TABLE = 4004
LARGEST = 1 << 24


@dataclass(frozen=True, slots=True)
class Line:
    """The line to the server is up, or is down; in that case it is mended without being asked."""

    up: bool


Heard = Whole | News | Done | Refused | Here | Line


@dataclass(slots=True)
class _Unanswered:
    """A command on its way."""

    command: Command
    sent: float = float("-inf")
    """When it was last sent by the present connection."""
    unsure: int = 0


class TableClient:
    """Follows a table for as long as the block that it is used in.

    `known` is current with all that `messages` has ever given, and perhaps with more.
    """

    def __init__(self, server: Server, table: str, backoff: Backoff | None = None) -> None:
        self.table = table
        self.known = TableReplica()
        self._server = server
        self._backoff = backoff or Backoff(most=4.0)
        self._heard: asyncio.Queue[Heard | Exception] = asyncio.Queue()
        self._unanswered: dict[str, _Unanswered] = {}
        self._something_to_send = asyncio.Event()
        self._all_answered = asyncio.Event()
        self._all_answered.set()
        self._ahead = float("-inf")
        self._up = False
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def messages(self) -> AsyncIterator[Heard]:
        """All that comes, each thing once and in its order; a ClientError where it cannot go on."""
        while True:
            heard = await self._heard.get()
            if isinstance(heard, Exception):
                raise heard
            yield heard

    def send(self, command: Command) -> None:
        """At once, or as soon as the line is up again; again until it is answered."""
        self._unanswered[command.id] = _Unanswered(command)
        self._all_answered.clear()
        self._something_to_send.set()

    async def answered(self) -> None:
        """Until all that was sent has its answer."""
        await self._all_answered.wait()

    def now(self) -> int:
        """The server's time, in milliseconds, as nearly as the quickest message tells it."""
        return round(time.monotonic() * 1000 + self._ahead)

    async def _run(self) -> None:
        while True:
            try:
                await self._follow()
            except (Missed, OSError, WebSocketException, TimeoutError):
                pass  # a line that broke, or was left because something was missing
            except Exception as error:
                self._heard.put_nowait(error)
                return
            self._tell_line(up=False)
            await self._backoff.wait()

    async def _follow(self) -> None:
        """From one connection to its end."""
        try:
            socket = await connect(
                self._url(),
                additional_headers=self._server.credentials,
                compression=None,
                max_size=LARGEST,
                ping_interval=None,  # the server pings, and its silence is noticed
                close_timeout=1,  # the other end may be what has gone
            )
        except InvalidStatus as error:
            self._judge_refusal(error)
            return
        self._backoff.connected()
        self._tell_line(up=True)
        sender = asyncio.create_task(self._send(socket))
        try:
            await self._receive(socket)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == NO_SUCH_TABLE:
                gone = Text("client.no_such_table", {"table": self.table})
                raise Rejected(404, "no_such_table", gone) from None
            raise
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
            await socket.close()

    def _url(self) -> str:
        query = f"lang={self._server.language}"
        if self.known.number is not None:
            query += f"&since={self.known.number}"
        return f"{self._server.address.socket_origin}/api/tables/{self.table}/socket?{query}"

    def _judge_refusal(self, error: InvalidStatus) -> None:
        """Raises it, unless it may be otherwise another time."""
        status, body = error.response.status_code, bytes(error.response.body or b"")
        try:
            check_answer(self._server.address.origin, status, body)
        except Rejected as rejected:
            if not rejected.may_try_again:
                raise
        except ClientError:
            if self.known.number is None:
                raise

    async def _receive(self, socket: ClientConnection) -> None:
        while True:
            plays = self.known.number is not None and bool(self.known.you)
            async with asyncio.timeout(SILENCE_OF_PLAYERS if plays else SILENCE):
                text = await socket.recv()
            message = read_message(text)
            if isinstance(message, (Ping, Whole, News)):
                self._ahead = max(self._ahead, message.at - time.monotonic() * 1000)
            match message:
                case Ping(n=n):
                    await socket.send(encode_command(Pong(n)).decode())
                case Whole() | News():
                    if self.known.take(message):
                        self._heard.put_nowait(message)
                case Done(id=id_) | Refused(id=id_):
                    self._take_answer(id_, message)
                case Here():
                    self._heard.put_nowait(message)
                case _:
                    pass  # lists are for the lobby

    def _take_answer(self, of: str | None, answer: Done | Refused) -> None:
        if isinstance(answer, Done):
            self.known.take(answer)
        if of is not None:
            if (waiting := self._unanswered.get(of)) is None:
                return  # sent twice, and answered twice
            if isinstance(answer, Refused) and answer.code in UNSURE:
                waiting.unsure += 1
                if waiting.unsure < MOST_UNSURE:
                    return
            del self._unanswered[of]
        if not self._unanswered:
            self._all_answered.set()
        self._heard.put_nowait(answer)

    async def _send(self, socket: ClientConnection) -> None:
        for waiting in self._unanswered.values():
            waiting.sent = float("-inf")
        with contextlib.suppress(ConnectionClosed):  # the receiver sees to that
            while True:
                self._something_to_send.clear()
                now = time.monotonic()
                for waiting in tuple(self._unanswered.values()):
                    if now - waiting.sent >= RESEND:
                        waiting.sent = now
                        await socket.send(encode_command(waiting.command).decode())
                patience = RESEND if self._unanswered else None
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(patience):
                        await self._something_to_send.wait()

    def _tell_line(self, *, up: bool) -> None:
        if up != self._up:
            self._up = up
            self._heard.put_nowait(Line(up))
