"""What happens of itself when its time has come: once, whichever process is there to do it."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from grav.server.messages import commands as c
from grav.server.messages import events as e
from grav.server.messages.happenings import PlayerResigned, StoneAccepted
from grav.server.messages.settings import Fischer, PerMove, Settings
from grav.server.store import Append, Journal
from grav.server.store.schema import deadlines, events
from grav.server.table.deadlines import wake
from grav.testing.servers.clients import Visitor
from grav.testing.servers.cluster_players import ClusterPlayers, done
from grav.testing.servers.consistency import Ledger, ledger_of, opened
from grav.testing.servers.scripted_players import SHOWN
from grav.testing.servers.server_processes import TIMEOUT, Deployment

pytestmark = pytest.mark.anyio

CLOCK = Fischer(seconds=600)
LONG_AGO = 10_000
"""Milliseconds by which a deadline is past when the servers are started again."""

Commands = tuple[tuple[int, c.Command], ...]
"""What is done at a table, and by whom."""
Count = Callable[[Ledger], int]


def closed(why: e.WhyClosed) -> Count:
    return lambda ledger: sum(event.why == why for event in ledger.of(e.Closed))


def out_of_time(do: str) -> Count:
    return lambda ledger: sum(
        event.why == "time" and event.action["do"] == do for event in ledger.of(e.Acted)
    )


def answers_of_the_bot(ledger: Ledger) -> int:
    """To the first stone: then it goes on to place its own."""
    answers = [action for action in ledger.actions() if action["do"] in ("accept", "grav")]
    return sum(action["by"] == 1 for action in answers)


def number_of(kind: type[e.Event]) -> Count:
    return lambda ledger: len(ledger.of(kind))


@dataclass(frozen=True)
class Case:
    """A table that waits, and how to see how often what it waits for has happened."""

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
DICE = replace(SHOWN, settle="dice", setting=None)
TIMED = replace(SHOWN, clock=CLOCK)
BOT = (c.SeatPlan(me=True), c.SeatPlan(level=1))

CASES: Mapping[str, Case] = {
    "abandoned": Case(SHOWN, (), closed("abandoned")),
    "share": Case(DICE, SIT, lambda ledger: len(ledger.of(e.Shared)) // 2),
    "settling": Case(DICE, (*SIT, *SHARES), number_of(e.SettlingStepTaken)),
    "agreement": Case(replace(SHOWN, settle="agreement"), SIT, closed("no_agreement")),
    "opening": Case(TIMED, SIT, closed("not_begun")),
    "flag": Case(TIMED, (*SIT, *ANSWERED), out_of_time("resign")),
    "window": Case(replace(SHOWN, window=60), (*SIT, *STONE), out_of_time("accept")),
    "race": Case(replace(SHOWN, seats=3), (*SIT_BOTH, *STONE), number_of(e.Judged)),
    "penalty": Case(TIMED, (*SIT, *BREACH), out_of_time("remove")),
    "bot": Case(SHOWN, STONE, answers_of_the_bot, BOT),
}


async def lay(company: ClusterPlayers, people: list[Visitor], case: Case) -> str:
    """A table that waits; its commands go to one process after the other."""
    server = company.deployment.server
    table = await people[0].open_table(server(0), case.settings, case.seats)
    for process, (who, command) in enumerate(case.commands):
        done(await people[who].command(server(process), table, command))
    return table


async def shout(deployment: Deployment, table: str) -> None:
    """As if a process had ended right after it stored a shout."""
    claim = e.Claimed(
        at=round(time.time() * 1000), seat=1, placement=1, elapsed=300, round_trip=None,
        said=None, used=300, spent=0, hold=400,
    )  # fmt: skip
    ledger = await ledger_of(deployment.database, table)
    append = Append(table, len(ledger.rows), (e.encode(claim),), e.FORM, due=claim.at + claim.hold)
    async with opened(deployment.database) as database:
        assert await Journal(database).append(append)


async def set_back(deployment: Deployment, table: str) -> None:
    """Has everything happened so long ago that what the table waits for is past."""
    ledger = await ledger_of(deployment.database, table)
    due = wake(ledger.table)
    assert due is not None
    assert await stored_deadline(deployment, table) <= due
    by = due - round(time.time() * 1000) + LONG_AGO
    async with opened(deployment.database) as database, database.writing() as connection:
        for row in ledger.rows:
            event = msgspec.json.decode(row.event)
            event["at"] -= by
            written = msgspec.json.encode(event).decode()
            same = (events.c.game == table, events.c.number == row.number)
            await connection.execute(update(events).where(*same).values(event=written))
        moved = update(deadlines).where(deadlines.c.game == table)
        await connection.execute(moved.values(due=deadlines.c.due - by))


async def stored_deadline(deployment: Deployment, table: str) -> int:
    found = select(deadlines.c.due).where(deadlines.c.game == table)
    async with opened(deployment.database) as database, database.reading() as connection:
        due: int = (await connection.execute(found)).scalar_one()
        return due


async def waited_for(deployment: Deployment, table: str, happened: Count) -> Ledger:
    patience = time.monotonic() + TIMEOUT
    while not happened(ledger := await ledger_of(deployment.database, table)):
        assert time.monotonic() < patience, (ledger.events, deployment.errors())
        await asyncio.sleep(0.1)
    return ledger


@pytest.mark.needs_core
async def test_what_fell_due_while_no_server_ran_happens_once_when_they_run_again(
    mortal_company: ClusterPlayers,
) -> None:
    company, deployment = mortal_company, mortal_company.deployment
    people = await company.visitors(3)
    tables = {name: await lay(company, people, case) for name, case in CASES.items()}
    for server in deployment.servers:
        server.kill()
    await shout(deployment, tables["race"])
    for table in tables.values():
        await set_back(deployment, table)
    for server in deployment.servers:
        server.start()

    for name, case in CASES.items():
        await waited_for(deployment, tables[name], case.happened)
    for name, case in CASES.items():
        ledger = await ledger_of(deployment.database, tables[name])
        assert case.happened(ledger) == 1, name
        assert len(ledger.by_itself()) == (name != "bot"), name
        await company.come(None, tables[name], 1)
        await company.check(tables[name])


async def test_a_deadline_happens_once_though_every_process_knows_of_it(
    company: ClusterPlayers,
) -> None:
    people = await company.visitors(2)
    windows, flags = replace(SHOWN, window=2), replace(SHOWN, clock=PerMove(seconds=3))
    cases = {
        settings: Case(settings, (*SIT, *commands), out_of_time(do))
        for settings, commands, do in (
            (windows, STONE, "accept"),
            (flags, ANSWERED, "resign"),
        )
    }
    tables = [(await lay(company, people, case), case) for case in list(cases.values()) * 3]
    watching = [
        await company.come(None, table, process) for table, _ in tables for process in range(3)
    ]
    for table, case in tables:
        await waited_for(company.deployment, table, case.happened)
        ledger = await company.check(table)
        assert case.happened(ledger) == 1
        assert len(ledger.by_itself()) == 1
    for client in watching:
        accepted, resigned = client.happened(StoneAccepted), client.happened(PlayerResigned)
        assert [each.why for each in accepted if each.why] in ([], ["time"])
        assert [each.why for each in resigned] in ([], ["time"])


async def test_the_deadline_of_a_process_that_is_gone_is_carried_out_by_another(
    mortal_company: ClusterPlayers,
) -> None:
    company, deployment = mortal_company, mortal_company.deployment
    people = await company.visitors(2)
    case = Case(replace(SHOWN, window=2), (*SIT, *STONE), out_of_time("accept"))
    table = await people[0].open_table(deployment.server(1), case.settings)
    done(await people[1].command(deployment.server(1), table, SIT[0][1]))
    watching = await company.come(None, table, 1)
    done(await people[0].command(deployment.server(0), table, STONE[0][1]))
    deployment.servers[0].kill()
    if len(deployment.servers) == 1:
        deployment.servers[0].start()
    await watching.until_happened(StoneAccepted)
    ledger = await ledger_of(deployment.database, table)
    assert case.happened(ledger) == 1
    assert watching.now is not None


async def test_a_stored_deadline_is_never_later_than_the_true_one(company: ClusterPlayers) -> None:
    """Whoever stores a move must not rely on a deadline that another process has moved since."""
    people = await company.visitors(2)
    server = company.deployment.server
    settings = replace(TIMED, window=15, size=13)
    table = await lay(company, people, Case(settings, SIT, number_of(e.Acted)))
    stones = ["g7", "g9", "i9", "i7", "k7", "k9", "e9", "e7"]
    for number, at in enumerate(stones):
        seat, other = number % 2, 1 - number % 2
        stone = c.PlaceStone(id=f"stone-{number}", seat=seat, at=at)
        answer = c.AcceptStone(id=f"accept-{number}", seat=other, placement=number + 1)
        for process, who, command in ((0, seat, stone), (1, other, answer)):
            done(await people[who].command(server(process), table, command))
            ledger = await ledger_of(company.deployment.database, table)
            due = wake(ledger.table)
            assert due is not None
            assert await stored_deadline(company.deployment, table) <= due
