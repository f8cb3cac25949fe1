"""Reconnecting WebSocket client of a table: loses no message, and repeats no command's effect."""

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
from grav.client.http_client import ServerClient, decode_server_message
from grav.client.table_replica import MissedMessage, TableReplica
from grav.server.messages.commands import Command, Pong, encode_command
from grav.server.messages.views import Done, Here, News, Ping, Refused, Whole
from grav.tasks import background_tasks, cancel_and_wait
from grav.text import Text

RESEND_SECONDS = 2.5
"""Seconds after which an unanswered command is sent again."""
RETRYABLE_REFUSALS = ("internal", "unavailable")
"""Refusals that leave it open whether the command was carried out: it is sent again."""
MAX_RETRYABLE_REFUSALS = 4
"""After so many of these refusals, the command is given up and the last one is reported."""
READ_TIMEOUT, PLAYER_READ_TIMEOUT = 50.0, 10.0
"""Read timeouts in seconds, for spectators and players: the server pings sooner than that."""
NO_SUCH_TABLE = 4004
MAX_MESSAGE_BYTES = 1 << 24


@dataclass(frozen=True, slots=True)
class ConnectionChanged:
    """The connection to the server is up or down; if down, the client reconnects by itself."""

    up: bool


Incoming = Whole | News | Done | Refused | Here | ConnectionChanged


@dataclass(slots=True)
class _Unanswered:
    """A command that was sent, or is to be sent, and has no answer yet."""

    command: Command
    sent: float = float("-inf")
    """When it was last sent over the current connection."""
    refusals: int = 0


class TableClient:
    """Follows a table while its `async with` block runs.

    `replica` includes every message that `messages` has yielded, and may be ahead of them.
    """

    def __init__(self, server: ServerClient, table: str, backoff: Backoff | None = None) -> None:
        self.table = table
        self.replica = TableReplica()
        self._server = server
        self._backoff = backoff or Backoff(most=4.0)
        self._messages: asyncio.Queue[Incoming | Exception] = asyncio.Queue()
        self._unanswered: dict[str, _Unanswered] = {}
        self._has_unsent = asyncio.Event()
        self._all_answered = asyncio.Event()
        self._all_answered.set()
        self._clock_offset: float | None = None
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
        await cancel_and_wait([self._task])

    async def messages(self) -> AsyncIterator[Incoming]:
        """Yields every message, once and in order; raises a ClientError if it cannot go on."""
        while True:
            message = await self._messages.get()
            if isinstance(message, Exception):
                raise message
            yield message

    def send(self, command: Command) -> None:
        """Sends a command now or after reconnecting, and repeats it until it is answered."""
        self._unanswered[command.id] = _Unanswered(command)
        self._all_answered.clear()
        self._has_unsent.set()

    async def wait_until_answered(self) -> None:
        """Waits until every command is answered, and its answer is among the messages."""
        await self._all_answered.wait()

    def now(self) -> int:
        """Returns the server's time in milliseconds, estimated by the message of least delay.

        Before the first message it is this machine's own time.
        """
        if self._clock_offset is None:
            return round(time.time() * 1000)
        return round(time.monotonic() * 1000 + self._clock_offset)

    async def _run(self) -> None:
        while True:
            try:
                await self._connect_once()
            except (MissedMessage, OSError, WebSocketException, TimeoutError):
                pass  # the connection broke, or was closed because a message was missing
            except Exception as error:  # noqa: BLE001 - raised to whoever listens
                self._messages.put_nowait(error)
                return
            self._report_connection(up=False)
            await self._backoff.wait()

    async def _connect_once(self) -> None:
        """Connects once, and serves the connection until it ends."""
        try:
            socket = await connect(
                self._url(),
                additional_headers=self._server.credentials,
                compression=None,
                max_size=MAX_MESSAGE_BYTES,
                ping_interval=None,  # the server pings, and `_receive` has a timeout
                close_timeout=1,  # the server may be gone, and not answer the close
            )
        except InvalidStatus as error:
            self._check_handshake_error(error)
            return
        self._backoff.connected()
        self._report_connection(up=True)
        try:
            async with background_tasks(self._send_unanswered(socket)):
                await self._receive(socket)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == NO_SUCH_TABLE:
                gone = Text("client.no_such_table", {"table": self.table})
                raise Rejected(404, "no_such_table", gone) from None
            raise
        finally:
            await socket.close()

    def _url(self) -> str:
        query = f"lang={self._server.language}"
        if self.replica.number is not None:
            query += f"&since={self.replica.number}"
        return f"{self._server.address.socket_origin}/api/tables/{self.table}/socket?{query}"

    def _check_handshake_error(self, error: InvalidStatus) -> None:
        """Raises the error of a rejected handshake, unless it may be retried."""
        status, body = error.response.status_code, bytes(error.response.body or b"")
        try:
            check_answer(self._server.address.origin, status, body)
        except Rejected as rejected:
            if not rejected.is_retryable:
                raise
        except ClientError:
            if self.replica.number is None:
                raise

    async def _receive(self, socket: ClientConnection) -> None:
        while True:
            plays = self.replica.number is not None and bool(self.replica.you)
            async with asyncio.timeout(PLAYER_READ_TIMEOUT if plays else READ_TIMEOUT):
                text = await socket.recv()
            message = decode_server_message(text)
            if isinstance(message, (Ping, Whole, News)):
                offset = message.at - time.monotonic() * 1000
                self._clock_offset = (
                    offset if self._clock_offset is None else max(self._clock_offset, offset)
                )
            match message:
                case Ping(n=n):
                    await socket.send(encode_command(Pong(n)).decode())
                case Whole() | News():
                    if self.replica.apply(message):
                        self._messages.put_nowait(message)
                case Done(id=id_) | Refused(id=id_):
                    self._handle_answer(id_, message)
                case Here():
                    self._messages.put_nowait(message)
                case _:
                    pass  # lists of tables: sent to the lobby only

    def _handle_answer(self, of: str | None, answer: Done | Refused) -> None:
        if isinstance(answer, Done):
            self.replica.apply(answer)
        if of is not None:
            if (waiting := self._unanswered.get(of)) is None:
                return  # a second answer, to a command that was sent twice
            if isinstance(answer, Refused) and answer.code in RETRYABLE_REFUSALS:
                waiting.refusals += 1
                if waiting.refusals < MAX_RETRYABLE_REFUSALS:
                    return
            del self._unanswered[of]
        self._messages.put_nowait(answer)
        if not self._unanswered:
            self._all_answered.set()

    async def _send_unanswered(self, socket: ClientConnection) -> None:
        for waiting in self._unanswered.values():
            waiting.sent = float("-inf")
        with contextlib.suppress(ConnectionClosed):  # `_receive` handles it
            while True:
                self._has_unsent.clear()
                now = time.monotonic()
                for waiting in tuple(self._unanswered.values()):
                    if now - waiting.sent >= RESEND_SECONDS:
                        waiting.sent = now
                        await socket.send(encode_command(waiting.command).decode())
                timeout = RESEND_SECONDS if self._unanswered else None
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(timeout):
                        await self._has_unsent.wait()

    def _report_connection(self, *, up: bool) -> None:
        if up != self._up:
            self._up = up
            self._messages.put_nowait(ConnectionChanged(up))
