"""Bots and rematches with several processes: one thinks, and all would give the same answer."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend
from sqlalchemy import select

from grav.bots.levels import Level
from grav.bots.thinking_limit import ThinkingLimit
from grav.game import Action
from grav.server.live import bot_leases
from grav.server.live.bot_leases import ThoughtLeases
from grav.server.live.bot_opponent import Answer, Opponent
from grav.server.live.bot_thinker import THREADS, Thinker
from grav.server.live.bots import Bots
from grav.server.live.context_builder import Arrival
from grav.server.live.fanout import Fanout
from grav.server.live.tables import Tables
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Settings
from grav.server.observability.metrics import Metrics
from grav.server.people.people_facade import People
from grav.server.runtime.background import wait_for_background_tasks
from grav.server.store import Append, Database, Journal, StoreUnavailable, open_database
from grav.server.store.leases import Leases
from grav.server.store.presence import PresenceStore
from grav.server.store.schema import games, leases
from grav.server.store.server_secret import ServerSecret
from grav.server.table import bot_thinking_time
from grav.server.table.command_context import Actor
from grav.server.table.model import Finished, Play, Seat
from grav.testing.servers.asgi_driver import TIMEOUT, run_loop_until_idle
from grav.testing.tables.deterministic_clock_and_ids import START, ManualClock, RepeatableIds
from grav.testing.tables.played_table import NUMBERS, PlayedTable, fill_seats

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.needs_core,
    pytest.mark.usefixtures("bots_at_once"),
]

LEASE = 30
"""Milliseconds of a lease on the stopped test clock. It is extended every third of that in real
time.
"""
SEVEN = Settings(size=7, setting=NUMBERS, seats=2, first=1)


class FailingJournal(Journal):
    """A journal that refuses every append of one table."""

    fails: str | None = None

    async def append(self, append: Append, meanwhile: Callable[[], object] | None = None) -> bool:
        if append.game == self.fails:
            raise StoreUnavailable
        return await super().append(append, meanwhile)


class Process:
    def __init__(self, name: str, database: Database, fanout: Fanout, clock: ManualClock) -> None:
        chance = RepeatableIds(name)
        secret = ServerSecret(database, chance.secret)
        people = People(database, clock, chance)
        presence_store = PresenceStore(database)
        metrics = Metrics()
        self.people = people
        self.journal = FailingJournal(database)
        self.tables = Tables(
            self.journal, fanout, people, presence_store, clock, chance, alone=False, secret=secret
        )
        self.thinker = Thinker(clock, secret, metrics)
        thoughts = ThoughtLeases(Leases(database, name), clock)
        self.bots = Bots(self.tables, clock, chance, self.thinker, metrics, thoughts)
        self.tables.on_change(self.bots.wake)

    async def stop(self) -> None:
        await self.bots.stop()
        await wait_for_background_tasks()
        await self.tables.stop()
        await self.journal.close()


class TwoProcesses:
    def __init__(self, database: Database) -> None:
        self.clock = ManualClock()
        self.database = database
        self.fanout = Fanout(MemoryChannelsBackend())
        self.one, self.two = (
            Process(name, database, self.fanout, self.clock) for name in ("one", "two")
        )

    async def open(self, level: int = 10, first: int = 1) -> tuple[str, str]:
        """Opens a table of a person and a bot that is on turn."""
        person = (await self.one.people.accounts.create_guest()).id
        seats = (e.Sat(at=START, seat=0, person=person), e.Sat(at=START, seat=1, level=level))
        new = c.NewTable(settings=Settings(size=7, setting=NUMBERS, seats=2, first=first))
        return await self.one.tables.open(new, person, seats), person

    async def leased_until(self) -> int:
        async with self.database.reading() as connection:
            return int((await connection.scalars(select(leases.c.until))).one())

    async def awaiting(self, game: str) -> frozenset[int]:
        """Returns the seats that have not answered the stone yet."""
        table = (await self.two.tables.load_current(game)).table
        assert table is not None
        assert table.play is not None
        return table.play.silent

    async def asked_too(self, game: str) -> None:
        """Makes the second process check the table, too."""
        self.two.bots.wake(await self.two.tables.load_current(game))


async def idle(process: Process) -> None:
    """Waits until all bots of the process are idle."""
    async with asyncio.timeout(TIMEOUT):
        await run_loop_until_idle()
        while process.bots.busy:
            await run_loop_until_idle()


@pytest.fixture
async def two(sqlite_url: str) -> AsyncIterator[TwoProcesses]:
    database = open_database(sqlite_url)
    both = TwoProcesses(database)
    await both.fanout.start()
    yield both
    await both.one.stop()
    await both.two.stop()
    await both.fanout.stop()
    await database.close()


class Thoughts:
    """Replaces the thinking of bots in all processes: each lasts until the test ends it."""

    def __init__(self) -> None:
        self.begun = 0
        self.ending = threading.Semaphore(0)

    def answer(self, opponent: Opponent, play: Play) -> Answer:
        self.begun += 1
        self.ending.acquire()
        return Answer(opponent.answer_plainly(play), 0.0)


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thoughts]:
    lasting = Thoughts()
    monkeypatch.setattr(Opponent, "answer", lambda self, play, _: lasting.answer(self, play))
    monkeypatch.setattr(bot_leases, "LEASE_SECONDS", LEASE / 1000)
    monkeypatch.setattr(bot_leases, "MARGIN_SECONDS", 0.0)
    yield lasting
    lasting.ending.release(1000)


async def test_a_question_is_thought_about_in_one_process(
    two: TwoProcesses, thoughts: Thoughts
) -> None:
    game, _ = await two.open()
    while thoughts.begun == 0:
        await run_loop_until_idle()
    await two.asked_too(game)
    (waiting,) = two.two.bots.busy
    await asyncio.wait([waiting], timeout=0.2)
    assert thoughts.begun == 1
    thoughts.ending.release()
    await waiting  # it learns that the question was answered
    room = await two.two.tables.load_current(game)
    assert room.table is not None
    assert room.table.play is not None
    assert room.table.play.placements == 1
    assert thoughts.begun == 1


async def test_the_lease_of_a_long_thought_is_renewed(
    two: TwoProcesses, thoughts: Thoughts
) -> None:
    game, _ = await two.open()
    while thoughts.begun == 0:
        await run_loop_until_idle()
    await two.asked_too(game)
    async with asyncio.timeout(TIMEOUT):
        for _ in range(5):
            two.clock.advance(2 * LEASE // 3)
            while await two.leased_until() < two.clock.now() + LEASE:
                await run_loop_until_idle()
    assert thoughts.begun == 1


async def test_a_thought_is_cancelled_when_the_table_moves_on_elsewhere(
    two: TwoProcesses, thoughts: Thoughts
) -> None:
    game, person = await two.open()
    while thoughts.begun == 0:
        await run_loop_until_idle()
    resign = c.ResignGame(id="enough", seat=0)
    await two.two.tables.command(game, Actor(person), resign, Arrival(0.0))
    await idle(two.one)
    assert thoughts.begun == 1


async def test_a_repeated_thought_can_be_cancelled_too(
    two: TwoProcesses, thoughts: Thoughts
) -> None:
    game, person = await two.open()
    two.one.journal.fails = game
    thoughts.ending.release()
    while thoughts.begun < 2:
        await run_loop_until_idle()
    two.one.journal.fails = None
    resign = c.ResignGame(id="enough", seat=0)
    await two.one.tables.command(game, Actor(person), resign, Arrival(0.0))
    await idle(two.one)


async def test_another_process_takes_over_from_a_dead_one(
    two: TwoProcesses, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def extend_nothing(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(ThoughtLeases, "_renew", extend_nothing)
    game, _ = await two.open()
    while thoughts.begun == 0:
        await run_loop_until_idle()
    await two.asked_too(game)
    two.clock.advance(LEASE)
    while thoughts.begun < 2:
        await asyncio.sleep(0.002)


async def test_quick_thoughts_take_no_lease(
    two: TwoProcesses, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Leases, "take", None)
    thoughts.ending.release()
    game, _ = await two.open(level=3)
    room = await two.one.tables.load_current(game)
    while room.table is None or room.table.play is None or not room.table.play.placements:
        await run_loop_until_idle()


async def test_a_cancelled_thought_frees_its_thread(
    two: TwoProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real thinking on the largest board: neither its budget nor its time limit would end it in
    time.
    """
    monkeypatch.setattr(Level, "nodes", lambda *_: 10**9)
    monkeypatch.setattr(bot_thinking_time, "MAX_THINKING_SECONDS", 3 * TIMEOUT)
    person = (await two.one.people.accounts.create_guest()).id
    seats = (e.Sat(at=START, seat=0, person=person), e.Sat(at=START, seat=1, level=10))
    settings = Settings(size=25, setting="4 4 6 2 9", seats=2, first=1)
    game = await two.one.tables.open(c.NewTable(settings=settings), person, seats)
    thinking = two.one.thinker._long
    while thinking._threads._work_queue.qsize() or not thinking._threads._threads:
        await run_loop_until_idle()
    resign = c.ResignGame(id="enough", seat=0)
    await two.one.tables.command(game, Actor(person), resign, Arrival(0.0))
    async with asyncio.timeout(TIMEOUT):
        while thinking._free < THREADS:
            await run_loop_until_idle()


# Held acceptances


async def test_bots_accept_after_the_last_person_of_another_process(two: TwoProcesses) -> None:
    people = [(await two.one.people.accounts.create_guest()).id for _ in range(2)]
    seats = [e.Sat(at=START, seat=seat, person=person) for seat, person in enumerate(people)]
    bots = [e.Sat(at=START, seat=seat, level=10) for seat in (2, 3)]
    settings = Settings(size=7, setting=NUMBERS, seats=4, first=0)
    new = c.NewTable(settings=settings)
    game = await two.one.tables.open(new, people[0], (*seats, *bots))
    place = c.PlaceStone(id="stone", seat=0, at="d4")
    await two.one.tables.command(game, Actor(people[0]), place, Arrival(0.0))
    await idle(two.one)
    assert await two.awaiting(game) == {1, 2, 3}
    accept = c.AcceptStone(id="fine", seat=1, placement=1)
    await two.two.tables.command(game, Actor(people[1]), accept, Arrival(0.0))
    await idle(two.two)
    assert await two.awaiting(game) == set()


# Unpredictability


def asked(seat: int = 1) -> list[Play]:
    """Returns the states of a game in which a bot is on turn."""
    is_playing, table = [], PlayedTable(SEVEN, fill_seats(2, bots=(1,)))
    for at, reply in (("d4", "d6"), ("b6", "b4"), ("f4", "f6"), ("f2", "d2")):
        assert table.table.play is not None
        is_playing.append(table.table.play)
        table.put(seat, at)
        table.put(0, reply)
    return is_playing


def answers(opponent: Opponent) -> list[Action]:
    return [opponent.answer(play, ThinkingLimit()).action for play in asked()]


@pytest.mark.parametrize("level", [1, 5, 8])
async def test_the_seed_of_a_bot_is_equal_in_all_processes_and_secret(
    two: TwoProcesses, level: int
) -> None:
    table = PlayedTable(SEVEN, fill_seats(2, bots=(1,)))
    seated = table.table.with_seat(1, Seat(level=level))
    one = await two.one.thinker.create_opponent("the table", seated, 1)
    other = await two.two.thinker.create_opponent("the table", seated, 1)
    assert answers(one) == answers(other)
    guesses = ("the table 1", "the table", "1", "")
    assert all(answers(Opponent(level, 1, guess, ())) != answers(one) for guess in guesses)
    elsewhere = await two.one.thinker.create_opponent("another table", seated, 1)
    assert answers(elsewhere) != answers(one)


async def test_a_bot_answers_the_same_after_a_restart(two: TwoProcesses) -> None:
    """Even if it did not answer the earlier questions itself."""
    table = PlayedTable(SEVEN, fill_seats(2, bots=(1,)))
    seated = table.table.with_seat(1, Seat(level=5))
    before = await two.one.thinker.create_opponent("the table", seated, 1)
    last = answers(before)[-1]
    after = await two.one.thinker.create_opponent("the table", seated, 1)
    assert after.answer(asked()[-1], ThinkingLimit()).action == last


# Rematches


async def rematches(two: TwoProcesses) -> list[str]:
    """Returns the ids of the tables that were opened."""
    async with two.database.reading() as connection:
        return list((await connection.scalars(select(games.c.id))).all())


@pytest.mark.parametrize("again", ["one", "two"])
async def test_a_retried_rematch_opens_one_table(two: TwoProcesses, again: str) -> None:
    game, person = await two.open(level=1, first=0)
    came = Arrival(0.0)
    await two.one.tables.command(game, Actor(person), c.ResignGame(id="r", seat=0), came)
    offer = c.OfferRematch(id="again", seat=0, rotate=True)
    two.one.journal.fails = game
    with pytest.raises(StoreUnavailable):
        await two.one.tables.command(game, Actor(person), offer, came)
    assert len(await rematches(two)) == 2
    two.one.journal.fails = None
    process: Process = getattr(two, again)
    await process.tables.command(game, Actor(person), offer, came)
    assert len(await rematches(two)) == 2
    table = (await process.tables.load_current(game)).table
    assert table is not None
    assert isinstance(table.stage, Finished)
    assert table.stage.next is not None
    assert {game, table.stage.next} == set(await rematches(two))
    assert (await process.tables.load_current(table.stage.next)).table is not None


@pytest.mark.parametrize("again", ["one", "two"])
async def test_a_rematch_retried_after_its_table_ended_opens_a_new_one(
    two: TwoProcesses, again: str
) -> None:
    game, person = await two.open(level=1, first=0)
    came = Arrival(0.0)
    await two.one.tables.command(game, Actor(person), c.ResignGame(id="r", seat=0), came)
    offer = c.OfferRematch(id="again", seat=0)
    two.one.journal.fails = game
    with pytest.raises(StoreUnavailable):
        await two.one.tables.command(game, Actor(person), offer, came)
    two.one.journal.fails = None
    (orphan,) = set(await rematches(two)) - {game}
    await two.two.tables.command(orphan, Actor(person), c.ResignGame(id="r", seat=0), came)
    process: Process = getattr(two, again)
    await process.tables.command(game, Actor(person), offer, came)
    table = (await process.tables.load_current(game)).table
    assert table is not None
    assert isinstance(table.stage, Finished)
    assert table.stage.next not in (None, orphan)
    assert set(await rematches(two)) == {game, orphan, table.stage.next}
    opened = (await process.tables.load_current(table.stage.next or "")).table
    assert opened is not None
    assert opened.stage.name == "playing"


async def test_different_rematches_have_different_tables(two: TwoProcesses) -> None:
    game, person = await two.open(level=1, first=0)
    came = Arrival(0.0)
    await two.one.tables.command(game, Actor(person), c.ResignGame(id="r", seat=0), came)
    two.one.journal.fails = game
    for number, rotate in enumerate((True, False)):
        offer = c.OfferRematch(id=f"again {number}", seat=0, rotate=rotate)
        with pytest.raises(StoreUnavailable):
            await two.one.tables.command(game, Actor(person), offer, came)
    assert len(await rematches(two)) == 3
