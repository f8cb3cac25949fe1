"""The time of a table is the same in every process, whatever the clocks of their hosts show.

Clocks are set by an hour, hosts disagree by an hour, processes learn of a stone late: nobody gains
time by any of it, and no deadline is delayed.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend
from tests.server.live.conftest import Sweeps

from grav.server.live.context_builder import Arrival
from grav.server.live.deadline_timers import Timers
from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.fanout import Fanout
from grav.server.live.room import Room
from grav.server.live.tables import Tables
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Fischer, Settings
from grav.server.people.people_facade import People
from grav.server.runtime.clock import Clock
from grav.server.store import Database, Journal, open_database
from grav.server.store.presence import PresenceStore
from grav.server.store.server_secret import ServerSecret
from grav.server.table.command_context import Actor
from grav.server.table.deadlines import SHARE_TIMEOUT
from grav.server.table.event_upgrades import decode_event
from grav.server.table.fold import FAIRNESS
from grav.testing.servers.asgi_driver import TIMEOUT, AsgiVisitor, run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import START, MachineClocks, RepeatableIds
from grav.testing.tables.played_table import PlayedTable

pytestmark = pytest.mark.anyio

HOUR = 3_600_000
WINDOW = 5
THREE = Settings(setting="3 3 4 2 4", seats=3, first=0)


class RecordingListener:
    """A listener at a table, with a given round trip."""

    def __init__(self, person: str | None = None, round_trip: int | None = None) -> None:
        self.person = person
        self.round_trip = round_trip

    def send(self, message: EncodedMessage) -> None:
        pass


@dataclass
class Process:
    """One of several processes on a database, with its own clock."""

    tables: Tables
    timers: Timers
    journal: Journal
    clock: Clock

    async def give(self, game: str, person: str, command: c.Command) -> None:
        await self.tables.command(game, Actor(person), command, Arrival(self.clock.elapsed()))

    async def stored(self, game: str) -> list[e.Event]:
        return [decode_event(row.form, row.event) for row in await self.journal.read(game)]

    async def claim(self, game: str) -> e.Claimed:
        """Returns the shout that was stored last."""
        return [each for each in await self.stored(game) if isinstance(each, e.Claimed)][-1]


class Hosts:
    """Hosts that share a database, with a process each; and three people at a table."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.machines = [MachineClocks(), MachineClocks()]
        self.fanout = Fanout(MemoryChannelsBackend())
        self.people = People(database, self.machines[0].start(), RepeatableIds())
        self.processes = list[Process]()

    def start(self, machine: int, *, timed: bool = False) -> Process:
        """Starts another process, by the current clock of its host."""
        clock = self.machines[machine].start()
        presence_store = PresenceStore(self.database)
        journal = Journal(self.database)
        chance = RepeatableIds(f"process {len(self.processes)}")
        secret = ServerSecret(self.database, RepeatableIds().secret)
        tables = Tables(
            journal,
            self.fanout,
            self.people,
            presence_store,
            clock,
            chance,
            alone=False,
            secret=secret,
        )
        process = Process(tables, Timers(tables, journal, clock), journal, clock)
        tables.on_change(process.timers.set)
        if timed:
            process.timers.start()
        self.processes.append(process)
        return process

    def advance(self, milliseconds: int) -> None:
        """Advances all clocks alike."""
        for machine in self.machines:
            machine.advance(milliseconds)

    async def sit(self, process: Process, settings: Settings = THREE) -> tuple[str, list[str]]:
        people = [(await self.people.accounts.create_guest()).id for _ in range(settings.seats)]
        seats = tuple(e.Sat(at=0, seat=seat, person=who) for seat, who in enumerate(people))
        return await process.tables.open(c.NewTable(settings=settings), people[0], seats), people


@pytest.fixture
async def hosts(sqlite_url: str) -> AsyncIterator[Hosts]:
    database = open_database(sqlite_url)
    hosts = Hosts(database)
    await hosts.fanout.start()
    yield hosts
    for process in hosts.processes:
        await process.timers.stop()
        await process.tables.stop()
    await hosts.fanout.stop()
    for process in hosts.processes:
        await process.journal.close()
    await database.close()


PLACE = c.PlaceStone(id="place", seat=0, at="c3")


def shout(seat: int) -> c.ShoutGrav:
    return c.ShoutGrav(id=f"grav-{seat}", seat=seat, placement=1)


async def until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not await is_so():
            await asyncio.sleep(0.002)


# When a stone was sent is part of the table


async def test_a_shout_at_a_process_that_learns_late_counts_from_when_the_stone_was_sent(
    hosts: Hosts,
) -> None:
    """By HTTP, at a process that loaded the table before the stone was placed."""
    one, two = hosts.start(0), hosts.start(0)
    game, people = await hosts.sit(one)
    await two.tables.load_current(game)
    await one.give(game, people[0], PLACE)
    hosts.advance(3000)
    await two.give(game, people[1], shout(1))
    assert (await two.claim(game)).elapsed == 3000


async def test_a_reconnection_elsewhere_makes_no_shout_quicker(hosts: Hosts) -> None:
    one, two = hosts.start(0), hosts.start(0)
    game, people = await hosts.sit(one)
    room = await two.tables.load_current(game)
    gone = RecordingListener(people[1])
    two.tables.join(room, gone)
    two.tables.leave(room, gone)
    await one.give(game, people[0], PLACE)
    hosts.advance(2000)
    two.tables.join(await two.tables.load_current(game), RecordingListener(people[1], 20))
    hosts.advance(500)
    await two.give(game, people[1], shout(1))
    assert (await two.claim(game)).elapsed == 2500


async def test_a_process_that_loads_the_table_makes_no_shout_quicker(hosts: Hosts) -> None:
    one, two = hosts.start(0), hosts.start(0)
    game, people = await hosts.sit(one)
    await one.give(game, people[0], PLACE)
    hosts.advance(1500)
    await two.give(game, people[1], shout(1))
    assert (await two.claim(game)).elapsed == 1500


async def test_a_late_message_makes_no_shout_quicker(hosts: Hosts) -> None:
    """A delayed message between processes does not shorten the reaction time: the stone counts from
    when it was sent.
    """
    one, two = hosts.start(0), hosts.start(0)
    game, people = await hosts.sit(one)
    room = await two.tables.load_current(game)
    received = list[bytes]()
    await hosts.fanout.listen(room.channel, received.append)
    await one.give(game, people[0], PLACE)
    await run_loop_until_idle()
    hosts.advance(700)
    two.tables.join(room, RecordingListener(people[1]))
    assert room.channel_listener is not None
    for message in received:
        room.channel_listener(message)
    hosts.advance(300)
    await two.give(game, people[1], shout(1))
    assert (await two.claim(game)).elapsed == 1000


async def test_a_shout_counts_from_when_the_stone_was_sent_not_decided(
    hosts: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time to store a stone is not part of anybody's reaction time, at any process."""
    one, two = hosts.start(0), hosts.start(0)
    game, people = await hosts.sit(one)
    for process in (one, two):
        process.tables.join(await process.tables.load_current(game), RecordingListener())
        await process.tables.stop()
    append = one.journal.append

    async def slow(*args: Any, **kwargs: Any) -> bool:
        hosts.advance(80)
        return await append(*args, **kwargs)

    monkeypatch.setattr(one.journal, "append", slow)
    await one.give(game, people[0], PLACE)
    monkeypatch.undo()
    await run_loop_until_idle()
    hosts.advance(400)
    for seat, process in enumerate((one, two), 1):
        await process.give(game, people[seat], shout(seat))
        assert (await process.claim(game)).elapsed == 400


async def test_a_later_read_does_not_change_when_the_stone_was_sent(
    hosts: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that sent the stone stores when, though nobody listens there."""
    one, two = hosts.start(0), hosts.start(0)
    game, people = await hosts.sit(one)
    append = one.journal.append

    async def slow(*args: Any, **kwargs: Any) -> bool:
        hosts.advance(80)
        return await append(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(one.journal, "append", slow)
        await one.give(game, people[0], PLACE)
    await two.give(game, people[2], c.SayPhrase(id="say", seat=2, phrase="hello"))
    await one.tables.load_current(game)
    hosts.advance(400)
    await one.give(game, people[1], shout(1))
    assert (await one.claim(game)).elapsed == 400


@pytest.mark.parametrize("apart", [-40, 40])
async def test_small_clock_differences_of_hosts_cause_no_larger_errors(
    hosts: Hosts, apart: int
) -> None:
    hosts.machines[1].step(apart)
    one, two = hosts.start(0), hosts.start(1)
    game, people = await hosts.sit(one)
    await two.tables.load_current(game)
    await one.give(game, people[0], PLACE)
    hosts.advance(1000)
    await two.give(game, people[1], shout(1))
    assert (await two.claim(game)).elapsed >= 1000 - abs(apart)


async def test_a_host_clock_an_hour_behind_makes_no_shout_quicker(
    hosts: Hosts,
) -> None:
    """The process knows the table's time from earlier messages."""
    hosts.machines[1].step(-HOUR)
    one, two = hosts.start(0), hosts.start(1)
    game, people = await hosts.sit(one)
    await two.tables.load_current(game)
    hosts.advance(60_000)
    await one.give(game, people[0], PLACE)
    hosts.advance(1000)
    await two.give(game, people[1], shout(1))
    assert (await two.claim(game)).elapsed == 1000


# The hold for players far away


async def test_an_unknown_round_trip_counts_as_the_longest(hosts: Hosts) -> None:
    """A shout at another process must not shorten the wait for a player far away."""
    one, two = hosts.start(0), hosts.start(0)
    game, people = await hosts.sit(one)
    one.tables.join(await one.tables.load_current(game), RecordingListener(people[2], 380))
    await one.give(game, people[0], PLACE)
    hosts.advance(600)
    await two.give(game, people[1], shout(1))
    assert (await two.claim(game)).hold == FAIRNESS.max_hold
    hosts.advance(300)  # a quicker reaction than the first, over a slow connection
    await one.tables.command(game, Actor(people[2]), shout(2), Arrival(one.clock.elapsed(), 380))
    (race,) = [each for each in await one.stored(game) if isinstance(each, e.Judged)]
    assert race.winner == 2
    assert [(entry.seat, entry.used) for entry in race.entries] == [(2, 520), (1, 600)]


async def test_a_bot_counts_as_having_no_round_trip(hosts: Hosts) -> None:
    one = hosts.start(0)
    people = [(await hosts.people.accounts.create_guest()).id for _ in range(2)]
    seats = (
        e.Sat(at=0, seat=0, person=people[0]),
        e.Sat(at=0, seat=1, person=people[1]),
        e.Sat(at=0, seat=2, level=1),
    )
    game = await one.tables.open(c.NewTable(settings=THREE), people[0], seats)
    await one.give(game, people[0], PLACE)
    hosts.advance(600)
    await one.give(game, people[1], shout(1))
    assert (await one.claim(game)).hold == FAIRNESS.margin


async def test_the_hold_lasts_for_the_known_round_trip(hosts: Hosts) -> None:
    one = hosts.start(0)
    game, people = await hosts.sit(one)
    room = await one.tables.load_current(game)
    one.tables.join(room, RecordingListener(people[2], 0))
    await one.give(game, people[0], PLACE)
    hosts.advance(600)
    await one.give(game, people[1], shout(1))
    assert (await one.claim(game)).hold == FAIRNESS.margin


# Clocks that are set during a game


async def in_a_window(
    server: ServerFixture, players: int = 2, **settings: Any
) -> tuple[str, list[AsgiVisitor]]:
    guests = await server.guests(players)
    table = await server.sit(*guests, window=WINDOW, **settings)
    await server.give(guests[0], table, do="place", seat=0, at="c3")
    return table, guests


async def phase(server: ServerFixture, table: str) -> str:
    position = (await server.look(table))["now"]["position"]
    return str(position["phase"])


@pytest.mark.parametrize("step", [-HOUR, HOUR])
async def test_a_window_keeps_its_length_when_the_clock_is_set(
    sqlite_url: str, step: int, quick_sweeps: Sweeps
) -> None:
    machine = MachineClocks()
    async with open_server_fixture(sqlite_url, machine.start()) as server:
        table, _ = await in_a_window(server)
        machine.step(step)
        machine.advance(WINDOW * 1000 - 1)
        await quick_sweeps.wait_for_next()
        assert await phase(server, table) == "window"
        machine.advance(1)

        async def is_closed() -> bool:
            return await phase(server, table) != "window"

        await until(is_closed)


@pytest.mark.usefixtures("quick_sweeps")
@pytest.mark.parametrize("step", [-HOUR, HOUR])
async def test_a_race_is_judged_on_time_when_the_clock_is_set(sqlite_url: str, step: int) -> None:
    machine = MachineClocks()
    async with open_server_fixture(sqlite_url, machine.start()) as server:
        table, guests = await in_a_window(server, 3)
        machine.advance(400)
        await server.give(guests[1], table, do="grav", seat=1, placement=1)
        machine.step(step)
        machine.advance(FAIRNESS.max_hold)

        async def is_judged() -> bool:
            return await phase(server, table) != "window"

        await until(is_judged)


@pytest.mark.parametrize("step", [-HOUR, HOUR])
async def test_players_gain_and_lose_no_time_when_the_clock_is_set(
    sqlite_url: str, step: int, quick_sweeps: Sweeps
) -> None:
    machine = MachineClocks()
    async with open_server_fixture(sqlite_url, machine.start()) as server:
        guests = await server.guests(2)
        table = await server.sit(*guests, clock={"kind": "fischer", "seconds": 60})
        machine.advance(10_000)
        machine.step(step)
        await quick_sweeps.wait_for_next()
        machine.advance(5_000)
        done = await server.give(guests[0], table, do="place", seat=0, at="c3")
        assert done["is"] == "done", done
        assert (await server.look(table))["now"]["clock"]["left"] == [45_000, 60_000]


@pytest.mark.usefixtures("quick_sweeps")
async def test_table_time_goes_on_after_a_restart_with_a_clock_set_back(sqlite_url: str) -> None:
    """The stored times are an hour ahead: nothing waits for the clock to reach them."""
    machine = MachineClocks()
    async with open_server_fixture(sqlite_url, machine.start()) as server:
        table, guests = await in_a_window(server)
        stored = (await guests[0].get(f"/api/tables/{table}"))["at"]
    machine.step(-HOUR)
    async with open_server_fixture(sqlite_url, machine.start()) as server:
        shown = await server.visitor().get(f"/api/tables/{table}")
        assert shown["at"] >= stored  # clients compute the time left from it
        machine.advance(WINDOW * 1000)

        async def is_closed() -> bool:
            return await phase(server, table) != "window"

        await until(is_closed)


# Two hosts whose clocks differ


@pytest.mark.usefixtures("quick_sweeps")
@pytest.mark.parametrize("apart", [-HOUR, HOUR])
@pytest.mark.parametrize("kind", ["window", "race"])
async def test_a_deadline_is_carried_out_on_time_at_a_host_whose_clock_is_behind(
    hosts: Hosts, apart: int, kind: str
) -> None:
    hosts.machines[1].step(apart)
    ahead, behind = (0, 1) if apart < 0 else (1, 0)
    one, two = hosts.start(ahead), hosts.start(behind, timed=True)
    game, people = await hosts.sit(one, Settings(setting="3 3 4 2 4", seats=3, window=WINDOW))
    await one.give(game, people[0], PLACE)
    if kind == "race":
        hosts.advance(400)
        await one.give(game, people[1], shout(1))
    two.tables.join(await two.tables.load_current(game), RecordingListener())

    async def stones_open() -> bool:
        table = (await two.tables.load_current(game)).table
        assert table is not None
        assert table.play is not None
        return table.play.state.phase.name == "window"

    hosts.advance(FAIRNESS.max_hold if kind == "race" else WINDOW * 1000)

    async def is_closed() -> bool:
        return not await stones_open()

    await until(is_closed)
    moments = [each.at for each in await two.stored(game)]
    assert moments == sorted(moments)
    assert moments[-1] - moments[0] <= 2 * WINDOW * 1000


@pytest.mark.usefixtures("quick_sweeps")
async def test_a_deadline_before_the_game_is_carried_out_on_time_too(hosts: Hosts) -> None:
    hosts.machines[1].step(-HOUR)
    one, two = hosts.start(0), hosts.start(1, timed=True)
    game, _ = await hosts.sit(one, Settings(settle="dice"))
    two.tables.join(await two.tables.load_current(game), RecordingListener())
    hosts.advance(SHARE_TIMEOUT)

    async def are_shared() -> bool:
        return any(isinstance(each, e.Shared) for each in await two.stored(game))

    await until(are_shared)


async def test_a_move_decided_by_another_host_gains_no_time(hosts: Hosts) -> None:
    """The stone is placed at a host that is an hour ahead, and answered at one that is behind."""
    hosts.machines[1].step(-HOUR)
    one, two = hosts.start(0), hosts.start(1)
    settings = Settings(setting="3 3 4 2 4", first=0, clock=Fischer(seconds=60))
    game, people = await hosts.sit(one, settings)
    hosts.advance(2000)
    await one.give(game, people[0], PLACE)
    await two.give(game, people[1], c.AcceptStone(id="a", seat=1, placement=1))
    hosts.advance(7000)
    await two.give(game, people[1], c.PlaceStone(id="b", seat=1, at="c5"))
    await one.give(game, people[0], c.AcceptStone(id="c", seat=0, placement=2))
    hosts.advance(4000)
    await two.give(game, people[0], c.PlaceStone(id="d", seat=0, at="e5"))
    table = (await two.tables.load_current(game)).table
    assert table is not None
    assert table.play is not None
    assert table.play.left == (54_000, 53_000)


def test_the_shown_time_does_not_reveal_a_shout() -> None:
    played = PlayedTable(THREE)
    played.place(0, "c3")
    room = Room("table", played.table)
    before = room.shown_time(START - HOUR)
    played.wait(400)
    played.shout(1)
    room._table = played.table
    assert room.time(START - HOUR) == played.now
    assert room.shown_time(START - HOUR) == before
