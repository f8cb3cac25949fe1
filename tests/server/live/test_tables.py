"""Tables of several processes on one database: each command acts once, with the same news."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any

import msgspec
import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend

from grav.server.live import room as rooms
from grav.server.live import rooms as rooms_module
from grav.server.live.context_builder import Arrival
from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.fanout import LOBBY, Fanout
from grav.server.live.rooms import IDLE_SECONDS, NoSuchTable
from grav.server.live.tables import Tables
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Settings
from grav.server.messages.views import Done, LobbyChange, TableRow, Whole, decode_message
from grav.server.people.people_facade import People
from grav.server.store import Append, Database, Journal, Row, StoreUnavailable, open_database
from grav.server.store.presence import PresenceStore
from grav.server.store.server_secret import ServerSecret
from grav.server.table.command_context import Actor
from grav.server.table.fold import fold
from grav.server.table.model import Table
from grav.server.table.refusals import code_of
from grav.testing.servers.asgi_driver import run_loop_until_idle
from grav.testing.tables.deterministic_clock_and_ids import START, ManualClock, RepeatableIds
from grav.text import GravError

pytestmark = pytest.mark.anyio

Act = Callable[[Tables, str, str], Awaitable[None]]

THREE = c.NewTable(settings=Settings(setting="3 3 4 2 4", seats=3, first=0))


class RecordingListener:
    """A listener at a table in a given process."""

    def __init__(self, person: str | None = None) -> None:
        self.person = person
        self.round_trip: int | None = None
        self.received: list[str] = []

    def send(self, message: EncodedMessage) -> None:
        self.received.append(message.json.decode())

    @property
    def news(self) -> list[str]:
        return [message for message in self.received if '"is":"news"' in message]


class FailingJournal(Journal):
    """A journal that fails when told to, with or without having written."""

    fails: str | None = None

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.asked: list[str] = []

    async def read(self, game: str, after: int = 0) -> list[Row]:
        self.asked.append("read")
        return await super().read(game, after)

    async def latest(self, game: str) -> int:
        self.asked.append("latest")
        return await super().latest(game)

    async def append(self, append: Append, meanwhile: Callable[[], object] | None = None) -> bool:
        self.asked.append("append")
        fails, self.fails = self.fails, None
        if fails == "before":
            raise StoreUnavailable
        stored = await super().append(append, meanwhile)
        if fails == "after":
            raise StoreUnavailable
        return stored


class Processes:
    """Two processes that share a database and channels."""

    def __init__(self, database: Database) -> None:
        self.clock = ManualClock()
        self.fanout = Fanout(MemoryChannelsBackend())
        self.journals = [FailingJournal(database), FailingJournal(database)]
        people = People(database, self.clock, RepeatableIds())
        self.people = people
        self.one, self.two = (
            Tables(
                journal,
                self.fanout,
                people,
                PresenceStore(database),
                self.clock,
                RepeatableIds(f"process {number}"),
                alone=False,
                secret=ServerSecret(database, RepeatableIds().secret),
            )
            for number, journal in enumerate(self.journals)
        )

    async def sit(self) -> tuple[str, list[str]]:
        """Opens a game of three."""
        people = [(await self.people.accounts.create_guest()).id for _ in range(3)]
        seats = tuple(e.Sat(at=START, seat=seat, person=who) for seat, who in enumerate(people))
        return await self.one.open(THREE, people[0], seats), people

    async def listen(self, tables: Tables, game: str) -> RecordingListener:
        listener = RecordingListener()
        tables.join(await tables.load_current(game), listener)
        while tables._background:  # reads what has happened since the table was loaded
            await run_loop_until_idle()
        return listener


@pytest.fixture
async def processes(sqlite_url: str) -> AsyncIterator[Processes]:
    database = open_database(sqlite_url)
    processes = Processes(database)
    await processes.fanout.start()
    yield processes
    for tables in (processes.one, processes.two):
        await tables.stop()
    await processes.fanout.stop()
    for journal in processes.journals:
        await journal.close()
    await database.close()


async def give(tables: Tables, game: str, person: str, command: c.Command) -> Done:
    return await tables.command(game, Actor(person), command, Arrival(0.0))


def place(at: str, seat: int = 0) -> c.PlaceStone:
    return c.PlaceStone(id=f"place-{at}", seat=seat, at=at)


def accept(seat: int, placement: int = 1) -> c.AcceptStone:
    return c.AcceptStone(id=f"accept-{seat}-{placement}", seat=seat, placement=placement)


async def test_a_command_acts_once_wherever_it_is_repeated(
    processes: Processes,
) -> None:
    game, people = await processes.sit()
    listener = await processes.listen(processes.one, game)
    done = [await give(tables, game, people[0], place("c3")) for tables in [processes.one] * 2]
    done.append(await give(processes.two, game, people[0], place("c3")))
    processes.one.rooms.clear()
    done.append(await give(processes.one, game, people[0], place("c3")))
    assert len({(each.id, each.number) for each in done}) == 1
    assert len(listener.news) == 1


async def test_the_same_id_of_another_actor_is_another_command(processes: Processes) -> None:
    game, people = await processes.sit()
    await give(processes.one, game, people[0], place("c3"))
    for seat in (1, 2):
        command = c.AcceptStone(id="same", seat=seat, placement=1)
        await give(processes.one, game, people[seat], command)
    assert (await processes.one.load_current(game)).table == (
        await processes.two.load_current(game)
    ).table


async def test_concurrent_commands_both_act_and_all_get_the_same_news(processes: Processes) -> None:
    """Optimistic concurrency: the process whose append comes second reads the first one's event and
    decides again.
    """
    game, people = await processes.sit()
    ears = [await processes.listen(each, game) for each in (processes.one, processes.two)]
    await give(processes.one, game, people[0], place("c3"))
    await processes.two.load_current(game)
    await asyncio.gather(
        give(processes.one, game, people[1], accept(1)),
        give(processes.two, game, people[2], accept(2)),
    )
    await run_loop_until_idle()
    for tables in (processes.one, processes.two):
        await tables.load_current(game)
    assert ears[0].news == ears[1].news
    assert len(ears[0].news) == 3
    assert '"stood"' in ears[0].news[-1]


async def test_a_refusal_by_outdated_knowledge_is_decided_again(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two commands answer a stone at a process that has not read it yet. The first reads it and is
    stored while the second command's query is in progress; the second is then decided on the new
    state.
    """
    game, people = await processes.sit()
    await processes.two.load_current(game)
    await give(processes.one, game, people[0], place("c3"))
    journal = processes.journals[1]
    read, asked, answered = journal.read, 0, asyncio.Event()

    async def late(*args: Any) -> list[Row]:
        nonlocal asked
        asked += 1
        is_second = asked == 2
        rows = await read(*args)
        if is_second:
            await answered.wait()
        return rows

    monkeypatch.setattr(journal, "read", late)
    first = asyncio.create_task(give(processes.two, game, people[1], accept(1)))
    while not asked:
        await asyncio.sleep(0)
    second = asyncio.create_task(give(processes.two, game, people[2], accept(2)))
    while asked < 2:
        await asyncio.sleep(0)
    await first
    answered.set()
    assert (await second).number > (await first).number


async def test_news_are_sent_before_the_acknowledgement(processes: Processes) -> None:
    game, people = await processes.sit()
    listener = await processes.listen(processes.one, game)
    done = await give(processes.one, game, people[0], place("c3"))
    assert f'"number":{done.number},' in listener.news[-1]


async def test_a_refused_command_is_neither_stored_nor_sent(processes: Processes) -> None:
    game, people = await processes.sit()
    listener = await processes.listen(processes.one, game)
    before = await processes.journals[0].latest(game)
    with pytest.raises(GravError) as refused:
        await give(processes.one, game, people[1], place("c3", seat=1))
    assert code_of(refused.value) == "not_your_turn"
    assert await processes.journals[0].latest(game) == before
    assert listener.news == []


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_a_failed_append_leaves_no_unstored_state(processes: Processes, fails: str) -> None:
    """No listener gets news that may not be stored; resent, the command acts once."""
    game, people = await processes.sit()
    listener = await processes.listen(processes.one, game)
    processes.journals[0].fails = fails
    with pytest.raises(StoreUnavailable):
        await give(processes.one, game, people[0], place("c3"))
    assert listener.news == []
    await give(processes.one, game, people[0], place("c3"))
    await give(processes.one, game, people[1], accept(1))
    assert len(listener.news) == 2
    assert (await processes.one.load_current(game)).table == (
        await processes.two.load_current(game)
    ).table


async def test_listeners_of_other_processes_get_the_news(processes: Processes) -> None:
    game, people = await processes.sit()
    ears = [await processes.listen(each, game) for each in (processes.one, processes.two)]
    await give(processes.one, game, people[0], place("c3"))
    await run_loop_until_idle()
    assert ears[1].news == ears[0].news != []


async def test_events_in_messages_need_no_read_of_the_journal(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages between processes contain the stored events: a player at another process can act
    without a read of the journal.
    """
    game, people = await processes.sit()
    for tables in (processes.one, processes.two):
        await processes.listen(tables, game)
    await run_loop_until_idle()

    async def read(*_: object) -> list[Row]:
        raise AssertionError("the journal was read")

    monkeypatch.setattr(Journal, "read", read)
    await give(processes.one, game, people[0], place("c3"))
    await run_loop_until_idle()
    one, two = (tables.rooms[game] for tables in (processes.one, processes.two))
    assert not two.is_stale
    assert (two.table, two.commands, two.stored_due) == (one.table, one.commands, one.stored_due)
    await give(processes.two, game, people[1], accept(1))
    await run_loop_until_idle()
    assert one.table == two.table


async def test_events_are_folded_lazily_where_people_only_watch(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = await processes.sit()
    listener = await processes.listen(processes.two, game)
    while processes.two._background:  # a new listener reads once what it missed
        await run_loop_until_idle()
    folded: list[int] = []

    def counting(events: Iterable[e.Event], table: Table | None = None) -> Table | None:
        folded.append(1)
        return fold(events, table)

    monkeypatch.setattr(rooms, "fold", counting)
    await give(processes.one, game, people[0], place("c3"))
    await give(processes.one, game, people[1], accept(1))
    await run_loop_until_idle()
    assert (len(listener.news), folded) == (2, [])
    watched, played = processes.two.rooms[game], processes.one.rooms[game]
    assert watched.table == played.table
    assert (watched.commands, len(folded)) == (played.commands, 2)


async def test_a_queued_event_that_does_not_fold_is_read_from_the_journal(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, people = await processes.sit()
    await processes.listen(processes.two, game)
    await run_loop_until_idle()
    monkeypatch.setattr(rooms, "fold", lambda *_: 1 // 0)
    await give(processes.one, game, people[0], place("c3"))
    await run_loop_until_idle()
    assert processes.two.rooms[game].is_stale
    await give(processes.two, game, people[1], accept(1))
    assert processes.two.rooms[game].table == (await processes.one.load_current(game)).table


async def test_events_after_a_gap_are_read_from_the_journal(processes: Processes) -> None:
    game, people = await processes.sit()
    listener = await processes.listen(processes.two, game)
    await run_loop_until_idle()
    room = processes.two.rooms[game]
    async with room.lock:  # a command is being decided: the state must not change
        known = room.table
        await give(processes.one, game, people[0], place("c3"))
        await run_loop_until_idle()
        assert (room.table is known, room.is_stale) == (True, True)
    await give(processes.two, game, people[1], accept(1))
    assert (room.table is known, room.is_stale) == (False, False)
    assert len(listener.news) == 2


async def test_a_process_that_missed_a_message_reads_the_journal(processes: Processes) -> None:
    game, people = await processes.sit()
    listener = await processes.listen(processes.two, game)
    room = processes.two.rooms[game]
    assert room.channel_listener is not None
    await processes.two.stop()  # a new listener reads once what it missed
    await processes.fanout.ignore(f"grav:table:{game}", room.channel_listener)
    await give(processes.one, game, people[0], place("c3"))
    await run_loop_until_idle()
    await processes.fanout.listen(f"grav:table:{game}", room.channel_listener)
    await processes.two.check_journal()
    await run_loop_until_idle()
    assert listener.news == []  # the message may still be in transit
    await processes.two.check_journal()
    while len(listener.news) < 1:
        await asyncio.sleep(0.001)
    await give(processes.one, game, people[1], accept(1))
    await run_loop_until_idle()
    assert len(listener.news) == 2


async def test_a_shout_at_another_process_is_no_news(processes: Processes) -> None:
    game, people = await processes.sit()
    await give(processes.one, game, people[0], place("c3"))
    ears = [await processes.listen(each, game) for each in (processes.one, processes.two)]
    await give(processes.two, game, people[1], c.ShoutGrav(id="1", seat=1, placement=1))
    await processes.one.check_journal()
    seen = [
        (await each.load_current(game)).encode_snapshot(None, 0)
        for each in (processes.one, processes.two)
    ]
    await run_loop_until_idle()
    assert [listener.news for listener in ears] == [[], []]
    assert seen[0] == seen[1]
    whole = decode_message(seen[0])
    assert isinstance(whole, Whole)
    assert whole.number == (await processes.one.load_current(game)).delivered


async def a_window(processes: Processes, *, received: bool) -> tuple[str, list[str]]:
    """A stone was placed, and both processes know the table; somebody listens at the second."""
    game, people = await processes.sit()
    await give(processes.one, game, people[0], place("c3"))
    await processes.two.load_current(game)
    if received:
        await processes.listen(processes.two, game)
        while processes.two._background:  # a new listener reads once what it missed
            await run_loop_until_idle()
    return game, people


async def refused(tables: Tables, game: str, person: str, command: c.Command) -> None:
    with pytest.raises(GravError):
        await give(tables, game, person, command)


async def look(tables: Tables, game: str, _: str) -> None:
    await tables.load_to_show(game)


async def be_refused(tables: Tables, game: str, person: str) -> None:
    await refused(tables, game, person, c.PassTurn(id="pass", seat=0))


async def speak(tables: Tables, game: str, person: str) -> None:
    await give(tables, game, person, c.SayPhrase(id="say", seat=0, phrase="hello"))


@pytest.mark.parametrize("received", [True, False])
@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize("act", [look, be_refused, speak])
async def test_a_shout_at_another_process_causes_no_extra_query(
    processes: Processes, act: Act, *, checked: bool, received: bool
) -> None:
    """The number of queries is the same with and without a shout."""
    asked: list[list[str]] = []
    for shouts in (True, False):
        game, people = await a_window(processes, received=received)
        if shouts:
            shout = c.ShoutGrav(id="grav", seat=1, placement=1)
            await give(processes.one, game, people[1], shout)
            await run_loop_until_idle()
        if checked:
            await processes.two.check_journal()
        processes.journals[1].asked.clear()
        await act(processes.two, game, people[0])
        asked.append([*processes.journals[1].asked])
        room, known = processes.two.rooms[game], processes.one.rooms[game]
        assert shouts is bool(room.table and room.table.play and room.table.play.claims)
        assert (await processes.one.load_current(game)).table == room.table
        assert room.commands == known.commands
    assert asked[0] == asked[1]


async def test_a_shout_at_another_process_does_not_change_the_shown_time(
    processes: Processes,
) -> None:
    game, people = await a_window(processes, received=True)
    room = processes.two.rooms[game]
    before = room.shown_time(START)
    processes.clock.advance(300)
    await give(processes.one, game, people[1], c.ShoutGrav(id="grav", seat=1, placement=1))
    await run_loop_until_idle()
    assert room.table is not None
    assert room.table.latest == START + 300
    assert room.shown_time(START) == before


async def test_a_room_is_not_forgotten_while_it_is_opened(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise one table could have two rooms, each with some of its listeners."""
    monkeypatch.setattr(rooms_module, "MAX_ROOMS", 1)
    games = [(await processes.sit())[0] for _ in range(3)]
    for game in games:
        room = await processes.two.load_current(game)
        assert processes.two.rooms[game] is room
    processes.clock.advance(round(IDLE_SECONDS * 1000) + 1)
    last, _ = await processes.sit()
    await processes.two.load_current(last)
    assert set(processes.two.rooms) == {last}


async def test_the_search_for_idle_rooms_is_rate_limited(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "MAX_ROOMS", 1)
    looked: list[int] = []
    forget = Tables.forget_idle

    def counting(tables: Tables) -> None:
        looked.append(len(tables.rooms))
        forget(tables)

    games = [(await processes.sit())[0] for _ in range(5)]
    monkeypatch.setattr(Tables, "forget_idle", counting)
    for game in games:
        await processes.two.load_current(game)
    assert len(looked) == 1


async def test_an_idle_room_is_forgotten_and_loaded_again(processes: Processes) -> None:
    game, people = await processes.sit()
    await give(processes.one, game, people[0], place("c3"))
    before = (await processes.one.load_current(game)).encode_snapshot(None, 0)
    processes.clock.advance(round(IDLE_SECONDS * 1000) + 1)
    processes.one.forget_idle()
    assert processes.one.rooms == {}
    assert (await processes.one.load_current(game)).encode_snapshot(None, 0) == before


async def test_a_room_with_listeners_is_not_forgotten(processes: Processes) -> None:
    game, _ = await processes.sit()
    listener = await processes.listen(processes.one, game)
    processes.clock.advance(round(IDLE_SECONDS * 1000) + 1)
    processes.one.forget_idle()
    room = processes.one.rooms[game]
    processes.one.leave(room, listener)
    processes.one.forget_idle()
    assert processes.one.rooms == {}


async def test_an_unknown_table_is_an_error(processes: Processes) -> None:
    with pytest.raises(NoSuchTable):
        await processes.one.load_current("none")
    with pytest.raises(NoSuchTable):
        await give(processes.one, "none", "p", place("c3"))
    assert processes.one.rooms == {}


async def test_lists_get_changes_of_stage_and_no_others(processes: Processes) -> None:
    received: list[bytes] = []
    await processes.fanout.listen(LOBBY, received.append)
    host, other = [(await processes.people.accounts.create_guest()).id for _ in range(2)]
    settings = Settings(setting="3 3 4 2 4", seats=2, first=0, public=True)
    seats = (e.Sat(at=START, seat=0, person=host),)
    game = await processes.one.open(c.NewTable(settings=settings), host, seats)
    await give(processes.one, game, other, c.Sit(id="sit", seat=1))
    await give(processes.one, game, host, place("c3"))
    await give(processes.one, game, other, accept(1))
    await give(processes.one, game, host, c.ResignGame(id="resign", seat=0))
    await run_loop_until_idle()
    assert [decode_message(each) for each in received] == [
        LobbyChange(msgspec.structs.replace(row, stage=stage))
        for row, stage in zip(rows_in(received), ("gathering", "playing", "over"), strict=True)
    ]


def rows_in(received: list[bytes]) -> list[TableRow]:
    changes = [decode_message(message) for message in received]
    return [change.row for change in changes if isinstance(change, LobbyChange)]
