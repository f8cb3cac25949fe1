"""One client at a table, over a websocket: what it sends is carried out, what happens it hears."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from litestar import WebSocket

from grav.server.clock import Clock
from grav.server.live.gate import Gate
from grav.server.live.hearing import Came
from grav.server.live.room import Room
from grav.server.live.tables import Tables
from grav.server.messages.commands import Command, FromSocket, Pong, decode_from_socket
from grav.server.messages.views import Ping, Refused, encode_message
from grav.server.problems.expectations import expectation
from grav.server.safety.bodies import MOST_DEPTH, is_too_deep
from grav.server.table.race import RoundTrip
from grav.server.table.refusals import code_of
from grav.server.table.who import Who
from grav.text import GravError, Language, Text

log = structlog.get_logger(__name__)

MOST_WAITING = 256
"""Messages that a client may be behind before it is let go; it comes back and gets the whole."""
MOST_AT_ONCE = 8
"""Commands of one client that may wait for their answer."""
TOO_SLOW, TOO_FAST, SHUT_OUT, GOING_AWAY = 4008, 4029, 4401, 1001

IsKnown = Callable[[], Awaitable[bool]]


class TableSocket:
    """The listener of one websocket, and the way in for its commands."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        person: str | None,
        address: str,
        language: Language,
        clock: Clock,
        is_known: IsKnown | None = None,
    ) -> None:
        """`is_known` asks whether the person would be let in again."""
        self.person = person
        self.is_known = is_known
        self._address = address
        self._socket = socket
        self._language = language
        self._clock = clock
        self._out: asyncio.Queue[str | Ping | None] = asyncio.Queue()
        self._pings = 0
        self._trips = RoundTrip()
        self._pinged: tuple[int, float] | None = None
        self._working: set[asyncio.Task[None]] = set()
        self.plays = False
        """Has it a seat? Then its line is measured often."""
        self.closing: int | None = None
        """The code to close with, once that was decided."""

    @property
    def round_trip(self) -> int | None:
        return self._trips.value()

    def hear(self, message: str) -> None:
        if self._out.qsize() >= MOST_WAITING:
            self.close(TOO_SLOW)
        else:
            self._out.put_nowait(message)

    def ping(self) -> None:
        if self._out.qsize() >= MOST_WAITING:
            self.close(TOO_SLOW)
            return
        self._pings += 1
        self._out.put_nowait(Ping(self._pings, self._clock.now(), self.round_trip))

    def close(self, code: int) -> None:
        if self.closing is None:
            self.closing = code
            self._out.put_nowait(None)

    async def send(self) -> None:
        """Sends what was heard, until the socket is to be closed."""
        while (message := await self._out.get()) is not None:
            if isinstance(message, Ping):
                # Only now: what waited in the queue is no part of the way.
                self._pinged = (message.n, self._clock.elapsed())
                message = encode_message(message).decode()
            try:
                await self._socket.send({"type": "websocket.send", "bytes": None, "text": message})
            except RuntimeError:
                # The server has closed the line by itself, for what came was no websocket's; the
                # other way is about to hear of it.
                return

    async def receive(self, tables: Tables, room: Room, gate: Gate) -> None:
        """Takes what the client sends, until it goes."""
        while True:
            event = await self._socket.receive()
            if event["type"] != "websocket.receive":
                return
            arrived = self._clock.elapsed()
            try:
                message = _read(event.get("text") or event.get("bytes") or b"")
            except _Rubbish as rubbish:
                self._hear_rubbish(gate, rubbish)
                continue
            if isinstance(message, Pong):
                self._hear_pong(message.n, arrived)
                continue
            if len(self._working) >= MOST_AT_ONCE:
                await asyncio.wait(self._working, return_when=asyncio.FIRST_COMPLETED)
            # In a task of its own: a pong is not kept waiting, and what has begun goes on even
            # if the client drops. The room's lock keeps the order.
            task = asyncio.create_task(self._carry_out(tables, room, message, arrived, gate))
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def receive_nothing(self) -> None:
        """Until the client goes. What it sends is not for this socket."""
        while (await self._socket.receive())["type"] == "websocket.receive":
            pass

    async def _carry_out(
        self, tables: Tables, room: Room, command: Command, arrived: float, gate: Gate
    ) -> None:
        try:
            gate.admit(command, self.person or self._address)
            came = Came(arrived, self.round_trip)
            done = await tables.command(room.id, Who(self.person), command, came)
        except GravError as error:
            gate.count(command, error)
            self._refuse(command.id, code_of(error), error.text)
        except Exception as error:
            log.exception("command_failed", table=room.id, error=type(error).__name__)
            self._refuse(command.id, "internal", Text("problem.internal"))
        else:
            gate.count(command)
            self.plays = bool(done.you)
            self.hear(encode_message(done).decode())

    def _refuse(self, id: str | None, code: str, text: Text) -> None:  # noqa: A002
        refused = Refused(id, code, text.say(self._language))
        self.hear(encode_message(refused).decode())

    def _hear_rubbish(self, gate: Gate, rubbish: "_Rubbish") -> None:
        try:
            gate.admit_malformed(self.person or self._address)
        except GravError:
            self.close(TOO_FAST)
        else:
            self._refuse(None, "malformed", rubbish.text)

    def _hear_pong(self, n: int, arrived: float) -> None:
        if self._pinged is not None and self._pinged[0] == n:
            self._trips = self._trips.heard(round((arrived - self._pinged[1]) * 1000))
            self._pinged = None
            if self.round_trip is None:
                self.ping()  # one alone may be a bad one, and a shout may come soon


class _Rubbish(GravError):
    """Nothing that clients send."""


def _read(data: str | bytes) -> FromSocket:
    """What a client sent, if it can be read."""
    try:
        written = data.encode() if isinstance(data, str) else data
        if is_too_deep(written):
            raise _Rubbish("serve.too_deep", most=MOST_DEPTH)
        message: FromSocket = decode_from_socket(written)
    except msgspec.DecodeError as error:
        wrong = expectation(str(error))
        raise _Rubbish(wrong.key, **wrong.values) from None
    except UnicodeError:
        raise _Rubbish("problem.json") from None
    return message
