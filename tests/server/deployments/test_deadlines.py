"""Deadlines in every deployment: each is carried out once, by whichever process is there."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from grav.game import Accepted, Resigned
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.game_events import form_of
from grav.server.messages.settings import Fischer, PerMove, Settings
from grav.server.store import Append, Journal
from grav.server.store.schema import deadlines, events
from grav.server.table.deadlines import next_check
from grav.testing.servers.clients import HttpVisitor
from grav.testing.servers.consistency import StoredTable, open_for_checks, read_stored_table
from grav.testing.servers.deployment_clients import DeploymentClients, expect_done
from grav.testing.servers.server_processes import TIMEOUT, Deployment
from grav.testing.servers.simulated_players import SETTINGS_WITH_HELP

pytestmark = pytest.mark.anyio

CLOCK = Fischer(seconds=600)
LONG_AGO = 10_000
"""Milliseconds by which a deadline is past when the servers are started again."""

Commands = tuple[tuple[int, c.Command], ...]
"""The actions at a table, and their seats."""
Count = Callable[[StoredTable], int]


def count_closed(why: e.WhyClosed) -> Count:
    return lambda stored: sum(event.why == why for event in stored.of(e.Closed))


def count_out_of_time(do: str) -> Count:
    return lambda stored: sum(
        event.why == "time" and event.action["do"] == do for event in stored.of(e.Acted)
    )


def count_answers_of_bot(stored: StoredTable) -> int:
    """Counts answers to the first stone; the seat places its own after them."""
    answers = [action for action in stored.actions() if action["do"] in ("accept", "grav")]
    return sum(action["by"] == 1 for action in answers)


def count_events(kind: type[e.Event]) -> Count:
    return lambda stored: len(stored.of(kind))


@dataclass(frozen=True)
class Case:
    """A table with a deadline, and how to count what the deadline leads to."""

    settings: Settings
    commands: Commands
    happened: Count
    seats: tuple[c.SeatPlan, ...] | None = None


SIT: Commands = ((1, c.Sit(id="sit", seat=1)),)
SIT_BOTH: Commands = (*SIT, (2, c.Sit(id="sit", seat=2)))
STONE: Commands = ((0, c.PlaceStone(id="stone", seat=0, at="d4")),)
ANSWERED: Commands = (*STONE, (1, c.AcceptStone(id="accept", seat=1, placement=1)))
BREACH: Commands = (
    *ANSWERED,
    (1, c.PlaceStone(id="second", seat=1, at="b4")),
    (0, c.AcceptStone(id="yes", seat=0, placement=2)),
    (0, c.PlaceStone(id="too-near", seat=0, at="a4")),
    (1, c.ShoutGrav(id="shout", seat=1, placement=3)),
)
SHARES: Commands = (
    (0, c.GiveShare(id="share", seat=0, share="one")),
    (1, c.GiveShare(id="share", seat=1, share="two")),
)
DICE = replace(SETTINGS_WITH_HELP, settle="dice", setting=None)
TIMED = replace(SETTINGS_WITH_HELP, clock=CLOCK)
BOT = (c.SeatPlan(me=True), c.SeatPlan(level=1))

CASES: Mapping[str, Case] = {
    "abandoned": Case(SETTINGS_WITH_HELP, (), count_closed("abandoned")),
    "share": Case(DICE, SIT, lambda stored: len(stored.of(e.Shared)) // 2),
    "settling": Case(DICE, (*SIT, *SHARES), count_events(e.SettlingStepTaken)),
    "agreement": Case(
        replace(SETTINGS_WITH_HELP, settle="agreement"), SIT, count_closed("no_agreement")
    ),
    "opening": Case(TIMED, SIT, count_closed("not_begun")),
    "flag": Case(TIMED, (*SIT, *ANSWERED), count_out_of_time("resign")),
    "window": Case(
        replace(SETTINGS_WITH_HELP, window=60), (*SIT, *STONE), count_out_of_time("accept")
    ),
    "race": Case(replace(SETTINGS_WITH_HELP, seats=3), (*SIT_BOTH, *STONE), count_events(e.Judged)),
    "penalty": Case(TIMED, (*SIT, *BREACH), count_out_of_time("remove")),
    "bot": Case(SETTINGS_WITH_HELP, STONE, count_answers_of_bot, BOT),
}


async def open_waiting_table(
    deployment_clients: DeploymentClients, people: list[HttpVisitor], case: Case
) -> str:
    """Opens a table with a deadline; its commands go to the processes in turn."""
    server = deployment_clients.deployment.server
    table = await people[0].open_table(server(0), case.settings, case.seats)
    for process, (person, command) in enumerate(case.commands):
        expect_done(await people[person].command(server(process), table, command))
    return table


async def store_shout(deployment: Deployment, table: str) -> None:
    """Stores a shout, as a process does that is killed right afterwards."""
    claim = e.Claimed(
        at=round(time.time() * 1000), seat=1, placement=1, elapsed=300, round_trip=None,
        said=None, used=300, spent=0, hold=400,
    )  # fmt: skip
    stored = await read_stored_table(deployment.database, table)
    append = Append(
        table, len(stored.rows), (e.encode(claim),), e.SCHEMA_VERSION, due=claim.at + claim.hold
    )
    async with open_for_checks(deployment.database) as database:
        assert await Journal(database).append(append)


async def backdate(deployment: Deployment, table: str) -> None:
    """Moves all events and the deadline into the past."""
    stored = await read_stored_table(deployment.database, table)
    due = next_check(stored.table)
    assert due is not None
    assert await stored_deadline(deployment, table) <= due
    by = due - round(time.time() * 1000) + LONG_AGO
    async with open_for_checks(deployment.database) as database, database.writing() as connection:
        for row in stored.rows:
            event = msgspec.json.decode(row.event)
            event["at"] -= by
            written = msgspec.json.encode(event).decode()
            same = (events.c.game == table, events.c.number == row.number)
            await connection.execute(update(events).where(*same).values(event=written))
        moved = update(deadlines).where(deadlines.c.game == table)
        await connection.execute(moved.values(due=deadlines.c.due - by))


async def stored_deadline(deployment: Deployment, table: str) -> int:
    found = select(deadlines.c.due).where(deadlines.c.game == table)
    async with open_for_checks(deployment.database) as database, database.reading() as connection:
        due: int = (await connection.execute(found)).scalar_one()
        return due


async def wait_for(deployment: Deployment, table: str, happened: Count) -> StoredTable:
    give_up_at = time.monotonic() + TIMEOUT
    while not happened(stored := await read_stored_table(deployment.database, table)):
        assert time.monotonic() < give_up_at, (stored.events, deployment.errors())
        await asyncio.sleep(0.1)
    return stored


@pytest.mark.needs_core
async def test_deadlines_that_passed_while_no_server_ran_are_carried_out_once(
    killable_players: DeploymentClients,
) -> None:
    deployment_clients, deployment = killable_players, killable_players.deployment
    people = await deployment_clients.visitors(3)
    tables = {
        name: await open_waiting_table(deployment_clients, people, case)
        for name, case in CASES.items()
    }
    for server in deployment.servers:
        server.kill()
    await store_shout(deployment, tables["race"])
    for table in tables.values():
        await backdate(deployment, table)
    for server in deployment.servers:
        server.start()

    for name, case in CASES.items():
        await wait_for(deployment, tables[name], case.happened)
    for name, case in CASES.items():
        stored = await read_stored_table(deployment.database, tables[name])
        assert case.happened(stored) == 1, name
        assert len(stored.deadline_commands()) == (name != "bot"), name
        await deployment_clients.come(None, tables[name], 1)
        await deployment_clients.check(tables[name])


async def test_a_deadline_known_to_every_process_is_carried_out_once(
    deployment_clients: DeploymentClients,
) -> None:
    people = await deployment_clients.visitors(2)
    windows, flags = (
        replace(SETTINGS_WITH_HELP, window=2),
        replace(SETTINGS_WITH_HELP, clock=PerMove(seconds=3)),
    )
    cases = {
        settings: Case(settings, (*SIT, *commands), count_out_of_time(do))
        for settings, commands, do in (
            (windows, STONE, "accept"),
            (flags, ANSWERED, "resign"),
        )
    }
    tables = [
        (await open_waiting_table(deployment_clients, people, case), case)
        for case in list(cases.values()) * 3
    ]
    watching = [
        await deployment_clients.come(None, table, process)
        for table, _ in tables
        for process in range(3)
    ]
    for table, case in tables:
        await wait_for(deployment_clients.deployment, table, case.happened)
        stored = await deployment_clients.check(table)
        assert case.happened(stored) == 1
        assert len(stored.deadline_commands()) == 1
    for client in watching:
        accepted, resigned = client.happened(form_of(Accepted)), client.happened(form_of(Resigned))
        assert [each.why for each in accepted if each.why] in ([], ["time"])
        assert [each.why for each in resigned] in ([], ["time"])


async def test_the_deadline_of_a_killed_process_is_carried_out_by_another(
    killable_players: DeploymentClients,
) -> None:
    deployment_clients, deployment = killable_players, killable_players.deployment
    people = await deployment_clients.visitors(2)
    case = Case(replace(SETTINGS_WITH_HELP, window=2), (*SIT, *STONE), count_out_of_time("accept"))
    table = await people[0].open_table(deployment.server(1), case.settings)
    expect_done(await people[1].command(deployment.server(1), table, SIT[0][1]))
    watching = await deployment_clients.come(None, table, 1)
    expect_done(await people[0].command(deployment.server(0), table, STONE[0][1]))
    deployment.servers[0].kill()
    if len(deployment.servers) == 1:
        deployment.servers[0].start()
    await watching.until_happened(form_of(Accepted))
    stored = await read_stored_table(deployment.database, table)
    assert case.happened(stored) == 1
    assert watching.now is not None


async def test_a_stored_deadline_is_never_later_than_the_true_one(
    deployment_clients: DeploymentClients,
) -> None:
    """A process that stores a move must not rely on a deadline that another process has moved
    since."""
    people = await deployment_clients.visitors(2)
    server = deployment_clients.deployment.server
    settings = replace(TIMED, window=15, size=13)
    table = await open_waiting_table(
        deployment_clients, people, Case(settings, SIT, count_events(e.Acted))
    )
    stones = ["g7", "g9", "i9", "i7", "k7", "k9", "e9", "e7"]
    for number, at in enumerate(stones):
        seat, other = number % 2, 1 - number % 2
        stone = c.PlaceStone(id=f"stone-{number}", seat=seat, at=at)
        answer = c.AcceptStone(id=f"accept-{number}", seat=other, placement=number + 1)
        for process, person, command in ((0, seat, stone), (1, other, answer)):
            expect_done(await people[person].command(server(process), table, command))
            stored = await read_stored_table(deployment_clients.deployment.database, table)
            due = next_check(stored.table)
            assert due is not None
            assert await stored_deadline(deployment_clients.deployment, table) <= due
