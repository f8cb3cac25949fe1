"""Messages of other processes that arrive during a query of the store are not lost."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend

from grav.server.live.context_builder import Arrival
from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.fanout import Fanout
from grav.server.live.tables import Tables
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Settings
from grav.server.people.people_facade import People
from grav.server.store import Append, Database, Journal, Row, StoreUnavailable, open_database
from grav.server.store.presence import PresenceStore
from grav.server.store.server_secret import ServerSecret
from grav.server.table.command_context import Actor
from grav.testing.tables.deterministic_clock_and_ids import START, ManualClock, RepeatableIds

pytestmark = pytest.mark.anyio

NEW = c.NewTable(settings=Settings(setting="3 3 4 2 4", first=0))
STONE = c.PlaceStone(id="stone", seat=0, at="c3")
ANSWER = c.AcceptStone(id="answer", seat=1, placement=1)

Meanwhile = Callable[[], Awaitable[None]]


class SlowJournal(Journal):
    """A journal in which something may happen between a query and the return of its result."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.meanwhile: dict[int, Meanwhile] = {}
        """Callbacks by the number of the query, counted from now, during which they run."""
        self.fails = False

    async def read(self, game: str, after: int = 0) -> list[Row]:
        rows = await super().read(game, after)
        happens = self.meanwhile.pop(0, None)
        self.meanwhile = {left - 1: each for left, each in self.meanwhile.items()}
        if happens is not None:
            await happens()
        return rows

    async def append(self, append: Append, meanwhile: Callable[[], object] | None = None) -> bool:
        if self.fails:
            raise StoreUnavailable
        return await super().append(append, meanwhile)


class RecordingListener:
    """A listener at a table in one process."""

    person: str | None = None
    round_trip: int | None = None

    def __init__(self) -> None:
        self.news = 0

    def send(self, message: EncodedMessage) -> None:
        self.news += b'"is":"news"' in message.json


class TwoProcesses:
    """Two processes, and a table of two people; somebody listens at the second process."""

    def __init__(self, database: Database) -> None:
        self.fanout = Fanout(MemoryChannelsBackend())
        self.journals = [SlowJournal(database), SlowJournal(database)]
        self.people = People(database, ManualClock(), RepeatableIds())
        self.one, self.two = (
            Tables(
                journal,
                self.fanout,
                self.people,
                PresenceStore(database),
                ManualClock(),
                RepeatableIds(number),
                alone=False,
                secret=ServerSecret(database, RepeatableIds().secret),
            )
            for number, journal in enumerate(self.journals)
        )
        self.listener = RecordingListener()
        self.game = ""
        self.sitting: list[str] = []

    async def sit(self) -> None:
        self.sitting = [(await self.people.accounts.create_guest()).id for _ in range(2)]
        seats = (e.Sat(at=START, seat=seat, person=who) for seat, who in enumerate(self.sitting))
        self.game = await self.one.open(NEW, self.sitting[0], tuple(seats))
        self.two.join(await self.two.load_current(self.game), self.listener)
        while self.two._background:  # it reads again when the channel is open
            await asyncio.sleep(0)

    async def give(self, tables: Tables, command: c.PlaceStone | c.AcceptStone) -> None:
        await tables.command(self.game, Actor(self.sitting[command.seat]), command, Arrival(0.0))

    def elsewhere(self, command: c.PlaceStone | c.AcceptStone) -> Meanwhile:
        """Returns a callable that gives the command at the first process, and waits until the
        second one has received the news.
        """

        async def give() -> None:
            before = self.listener.news
            await self.give(self.one, command)
            while self.listener.news == before:
                await asyncio.sleep(0)

        return give

    async def assert_all_is_known(self) -> None:
        """Checks that a new listener sees the state up to which the present listener has received
        the news.
        """
        room = await self.two.load_current(self.game)
        assert room.table is not None
        assert room.table.shown == room.delivered
        assert not room.is_stale


@pytest.fixture
async def two(sqlite_url: str) -> AsyncIterator[TwoProcesses]:
    database = open_database(sqlite_url)
    processes = TwoProcesses(database)
    await processes.fanout.start()
    await processes.sit()
    yield processes
    await processes.fanout.stop()
    for journal in processes.journals:
        await journal.close()
    await database.close()


async def test_a_message_during_a_query_for_news_is_kept(two: TwoProcesses) -> None:
    two.journals[1].meanwhile[0] = two.elsewhere(STONE)
    await two.assert_all_is_known()


BOTH = pytest.mark.parametrize("question", [0, 1], ids=["is it new?", "what is it?"])


@BOTH
async def test_a_message_during_a_read_of_earlier_events_is_kept(
    two: TwoProcesses, question: int
) -> None:
    async with two.two.rooms[two.game].lock:  # the lock is held, so the message is only queued
        await two.elsewhere(STONE)()
    two.journals[1].meanwhile[question] = two.elsewhere(ANSWER)
    await two.assert_all_is_known()
    assert two.journals[1].meanwhile == {}


@BOTH
async def test_a_message_during_the_check_of_an_append_is_kept(
    two: TwoProcesses, question: int
) -> None:
    two.journals[1].fails = True
    with pytest.raises(StoreUnavailable):
        await two.give(two.two, c.PlaceStone(id="other", seat=0, at="e5"))
    two.journals[1].meanwhile[question] = two.elsewhere(STONE)
    await two.assert_all_is_known()
    assert two.journals[1].meanwhile == {}


async def test_a_command_is_not_refused_by_outdated_knowledge(two: TwoProcesses) -> None:
    await two.fanout.stop()
    await two.give(two.one, STONE)
    await two.give(two.two, ANSWER)
    await two.assert_all_is_known()
