"""The bot API: NDJSON streams for programs that use no websocket. Commands go by HTTP."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from functools import partial
from typing import Any

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Stream

from grav.server.http.accounts import Asked
from grav.server.http.identity import credential_of, is_still_known, require_scope
from grav.server.http.json_bodies import NDJSON
from grav.server.http.websockets import client_address
from grav.server.limits.open_connections import OpenConnections
from grav.server.live.client_sockets import IsKnown
from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.fanout import Fanout, channel_of
from grav.server.live.rooms import NoSuchTable
from grav.server.live.table_lists import Lists
from grav.server.live.tables import Tables
from grav.server.messages.people import Scope
from grav.server.messages.request_parameters import Since, TableId
from grav.server.messages.views import LobbyChange, Refused
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.problems.language_negotiation import language_of
from grav.server.problems.problem import Problem, refusals
from grav.server.protocol.unread_responses import end_when
from grav.server.runtime.clock import Clock
from grav.server.store import StoreUnavailable
from grav.text import Language, Text

HEARTBEAT_SECONDS = 15.0
"""Heartbeat: after so many seconds without a message, an empty line is sent."""
CHECK_SECONDS = 60.0
"""Seconds within which a stream ends once its token is no longer valid, or nothing of it is
read."""
LAST_LINES_SECONDS = 5.0
"""How long the reader can still read the queued lines and why the stream ends; then the connection
is aborted."""
MAX_WAITING = 256
UNFINISHED = ("gathering", "settling", "playing")


class StreamListener:
    """A program that follows a table, or its own tables. A stream has no round trip, so no latency
    is subtracted."""

    round_trip = None

    def __init__(self, person: str, is_known: IsKnown, language: Language) -> None:
        self.person: str | None = person
        self.on_end: Callable[[], None] = lambda: None
        """Called when the server ends the stream, whether or not anybody reads on."""
        self._is_known = is_known
        self._language = language
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        """None marks the end, after the last line."""
        self._over = asyncio.Event()
        self._number = 0
        self._sending: int | None = None
        """The number of the line that is being sent; None if the reader has received everything."""

    def send(self, message: EncodedMessage) -> None:
        """Queues a message. Ends the stream if too many wait already; the program then
        reconnects."""
        if self._waiting.qsize() >= MAX_WAITING:
            self._end_too_slow()
        if not self._over.is_set():
            self._waiting.put_nowait(message.json)

    async def lines(self) -> AsyncIterator[bytes]:
        while (message := await self._next()) is not None:
            self._number += 1
            self._sending = self._number
            yield message + b"\n"
            self._sending = None

    async def wait_until_abandoned(self) -> None:
        """Ends the stream if its reader is too slow or its credential is no longer valid. Returns
        when it is over and the reader had the time to read why."""
        sending: int | None = None
        while not await self._ends_within(CHECK_SECONDS / 2 - LAST_LINES_SECONDS):
            before, sending = sending, self._sending
            if sending is not None and sending == before:
                self._end_too_slow()
            elif await self._is_shut_out():
                self._end("shut_out")
        await asyncio.sleep(LAST_LINES_SECONDS)

    async def _is_shut_out(self) -> bool:
        try:
            return not await self._is_known()
        except StoreUnavailable:
            return False  # the store cannot be asked now: the stream goes on

    async def _next(self) -> bytes | None:
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                return await self._waiting.get()
        except TimeoutError:
            return b""

    async def _ends_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                return await self._over.wait()
        except TimeoutError:
            return False

    def _end_too_slow(self) -> None:
        self._end("too_slow", most=MAX_WAITING, seconds=round(CHECK_SECONDS))

    def _end(self, code: str, **values: object) -> None:
        """Queues the reason as the last line, for whoever reads on, and waits for nobody."""
        if not self._over.is_set():
            text = Text(f"problem.{code}", values).say(self._language)
            self._waiting.put_nowait(EncodedMessage.of(Refused(None, code, text)).json)
            self._waiting.put_nowait(None)
            self._over.set()
            self.on_end()


class FollowingStream(Stream):
    """Streams the lines of a listener until it ends, even if nobody reads them and sending waits
    for the network."""

    def __init__(
        self,
        lines: AsyncGenerator[bytes, None],
        listener: StreamListener,
        address: str,
        open_connections: OpenConnections,
    ) -> None:
        super().__init__(lines, media_type=NDJSON)
        self._lines = lines
        self._listener = listener
        self._address = address
        self._open_connections = open_connections

    def to_asgi_response(self, *args: Any, **more: Any) -> Any:
        answer: Any = super().to_asgi_response(*args, **more)
        answer_until_abandoned = end_when(answer, self._listener.wait_until_abandoned)

        async def answer_and_clean_up(*asked: Any) -> None:
            self._open_connections.add(self._address)
            try:
                async with aclosing(self._lines):
                    await answer_until_abandoned(*asked)
            finally:
                self._open_connections.remove(self._address)

        return answer_and_clean_up


@get(
    "/bot/tables/{table:str}",
    summary="Follow a table",
    media_type=NDJSON,
    responses=refusals(400, 404),
)
async def follow_table(
    request: Asked,
    table: TableId,
    tables: NamedDependency[Tables],
    clock: NamedDependency[Clock],
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
    open_connections: NamedDependency[OpenConnections],
    since: Since = None,
) -> Stream:
    """Streams the same messages as the table's websocket, one per line. Empty lines are
    heartbeats."""
    bot = require_scope(person, Scope.BOT)
    address = client_address(request)
    open_connections.admit(address)
    try:
        await tables.load_current(table)
    except NoSuchTable:
        raise Problem(404, "no_such_table") from None
    is_known = partial(is_still_known, credential_of(request), people)
    listener = StreamListener(bot.id, is_known, language_of(request))

    async def lines() -> AsyncGenerator[bytes, None]:
        room = await tables.load_to_show(table)
        for message in room.messages_since(since, bot.id, clock.now()):
            listener.send(message)
        listener.on_end = partial(tables.leave, room, listener)
        tables.join(room, listener)
        try:
            async for line in listener.lines():
                yield line
        finally:
            if listener in room.listeners:
                tables.leave(room, listener)

    return FollowingStream(lines(), listener, address, open_connections)


@get("/bot/stream", summary="Follow your tables", media_type=NDJSON, responses=refusals())
async def follow_own(
    request: Asked,
    fanout: NamedDependency[Fanout],
    lists: NamedDependency[Lists],
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
    open_connections: NamedDependency[OpenConnections],
) -> Stream:
    """Streams each of your unfinished tables (the 50 that changed last), and each table again when
    it is new or its stage changes. So a program learns of invitations, and of games that begin."""
    bot = require_scope(person, Scope.BOT)
    address = client_address(request)
    open_connections.admit(address)
    is_known = partial(is_still_known, credential_of(request), people)
    listener = StreamListener(bot.id, is_known, language_of(request))

    def receive(message: bytes) -> None:
        listener.send(EncodedMessage(message))

    async def lines() -> AsyncGenerator[bytes, None]:
        try:
            await fanout.listen(channel_of(bot.id), receive)
            for row in reversed(await lists.of_person(bot.id, None, 50, UNFINISHED)):
                listener.send(EncodedMessage.of(LobbyChange(row)))
            async for line in listener.lines():
                yield line
        finally:
            await fanout.ignore(channel_of(bot.id), receive)

    return FollowingStream(lines(), listener, address, open_connections)


STREAM_HANDLERS = [follow_table, follow_own]
