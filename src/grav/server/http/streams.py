"""The bot API: streams of NDJSON for programs that have no socket. Commands go by HTTP."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Stream

from grav.server.clock import Clock
from grav.server.http.identity import credential_of, is_still_known, require_scope
from grav.server.http.lists import NDJSON
from grav.server.http.people import Asked
from grav.server.http.sockets import Since
from grav.server.http.tables import TableId
from grav.server.live.fanout import Fanout
from grav.server.live.lists import Lists
from grav.server.live.outgoing import Outgoing
from grav.server.live.rows import channel_of
from grav.server.live.socket import IsKnown
from grav.server.live.tables import NoSuchTable, Tables
from grav.server.messages.views import LobbyChange
from grav.server.people.people import People
from grav.server.people.person import Person
from grav.server.people.tokens import Scope
from grav.server.problems.problem import Problem, refusals

ALIVE = 15.0
"""Seconds after which an empty line says that the stream lives."""
CHECKED_EVERY = 60.0
"""Seconds after which a stream ends if its token is worth nothing any more."""
MOST_WAITING = 256
UNFINISHED = ("gathering", "settling", "playing")


class StreamListener:
    """A program that follows something. A stream has no round trip: none is taken off."""

    round_trip = None

    def __init__(self, person: str, clock: Clock, is_known: IsKnown) -> None:
        self.person: str | None = person
        self._clock = clock
        self._is_known = is_known
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._too_slow = False

    def hear(self, message: Outgoing) -> None:
        """One that is too slow ends, and the program comes back."""
        self._too_slow = self._too_slow or self._waiting.qsize() >= MOST_WAITING
        if not self._too_slow:
            self._waiting.put_nowait(message.json)

    async def lines(self) -> AsyncIterator[bytes]:
        checked = self._clock.elapsed()
        while not (self._too_slow and self._waiting.empty()):
            try:
                async with asyncio.timeout(ALIVE):
                    message = await self._waiting.get()
            except TimeoutError:
                message = b""
            yield message + b"\n"
            if self._clock.elapsed() - checked >= CHECKED_EVERY:
                checked = self._clock.elapsed()
                if not await self._is_known():
                    return


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
    since: Since = None,
) -> Stream:
    """The same messages as a socket's, one a line; an empty line now and then."""
    bot = require_scope(person, Scope.BOT)
    try:
        await tables.fresh(table)
    except NoSuchTable:
        raise Problem(404, "no_such_table") from None
    is_known = partial(is_still_known, credential_of(request), people)
    listener = StreamListener(bot.id, clock, is_known)

    async def lines() -> AsyncIterator[bytes]:
        room = await tables.shown(table)
        for message in room.missed(since, bot.id, clock.now()):
            listener.hear(message)
        tables.join(room, listener)
        try:
            async for line in listener.lines():
                yield line
        finally:
            tables.leave(room, listener)

    return Stream(lines(), media_type=NDJSON)


@get("/bot/stream", summary="Follow your tables", media_type=NDJSON, responses=refusals())
async def follow_own(
    request: Asked,
    fanout: NamedDependency[Fanout],
    lists: NamedDependency[Lists],
    clock: NamedDependency[Clock],
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
) -> Stream:
    """Each of your tables that is not over, and each again when it is new or changes its stage: so
    a program learns of invitations, and of games that begin."""
    bot = require_scope(person, Scope.BOT)
    is_known = partial(is_still_known, credential_of(request), people)
    listener = StreamListener(bot.id, clock, is_known)

    def hear(message: bytes) -> None:
        listener.hear(Outgoing(message))

    async def lines() -> AsyncIterator[bytes]:
        try:
            await fanout.listen(channel_of(bot.id), hear)
            for row in reversed(await lists.of_person(bot.id, None, 50, UNFINISHED)):
                listener.hear(Outgoing.of(LobbyChange(row)))
            async for line in listener.lines():
                yield line
        finally:
            await fanout.ignore(channel_of(bot.id), hear)

    return Stream(lines(), media_type=NDJSON)


STREAM_HANDLERS = [follow_table, follow_own]
