"""The journal: appends are atomic, at the next number, and written by group commit."""

import asyncio
import random
from collections.abc import Sequence
from uuid import uuid4

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from grav.server.store import (
    UNCHANGED,
    Append,
    Database,
    Games,
    Journal,
    Row,
    SeatRow,
    StoreUnavailable,
    Summary,
    Unchanged,
    open_database,
)
from grav.server.store.engine import Statement
from grav.server.store.journal import MAX_GROUP
from grav.server.store.migrate import migrate

pytestmark = pytest.mark.anyio

FAR_FUTURE = 10**15
TIMEOUT = 60


def make_append(
    game: str,
    after: int,
    *events: bytes,
    command: str | None = None,
    due: int | Unchanged | None = UNCHANGED,
    summary: Summary | None = None,
) -> Append:
    return Append(game, after, events or (b"{}",), 1, command, due, summary)


def make_summary(stage: str, *people: str) -> Summary:
    seats = tuple(SeatRow(seat, person, None) for seat, person in enumerate(people))
    return Summary(stage, True, False, "host", 1, 2, "{}", seats)


async def read_events(journal: Journal, game: str) -> list[bytes]:
    return [row.event for row in await journal.read(game)]


async def test_appended_events_can_be_read(journal: Journal) -> None:
    first, second = '{"say":"돌 \\u0000 \\" 石"}'.encode(), b'{"n":2}'
    assert await journal.append(make_append("g", 0, first, second, command="c"))
    assert await journal.append(Append("g", 2, (b"{}",), form=2))
    rows = [Row(1, 1, "c", first), Row(2, 1, None, second), Row(3, 2, None, b"{}")]
    assert await journal.read("g") == rows
    assert await journal.read("g", after=1) == rows[1:]
    assert await journal.read("g", after=3) == await journal.read("h") == []
    assert (await journal.latest("g"), await journal.latest("h")) == (3, 0)


async def test_the_latest_numbers_of_several_games_are_read_at_once(journal: Journal) -> None:
    for game, events in (("g", [b"1", b"2"]), ("h", [b"1"]), ("i", [b"1"])):
        await journal.append(make_append(game, 0, *events))
    assert await journal.latest_of(["g", "h", "nowhere"]) == {"g": 2, "h": 1}
    assert await journal.latest_of([]) == {}


async def test_a_taken_number_is_refused_and_nothing_is_written(
    journal: Journal, database: Database
) -> None:
    games = Games(database)
    before = make_summary("gathering", "p1")
    assert await journal.append(make_append("g", 0, b"1", due=10, summary=before))
    late = make_append(
        "g", 0, b"2", command="c", due=20, summary=make_summary("playing", "p1", "p2")
    )
    assert not await journal.append(late)
    assert await read_events(journal, "g") == [b"1"]
    assert await journal.due(FAR_FUTURE, 9) == [("g", 10)]
    assert await games.summary("g") == before


async def test_the_events_of_an_append_are_written_all_or_none(journal: Journal) -> None:
    await journal.append(make_append("g", 1, b"two"))
    assert not await journal.append(make_append("g", 0, b"1", b"2", b"3", command="c"))
    assert await read_events(journal, "g") == [b"two"]


async def test_optimistic_concurrency_of_two_processes_one_append_wins(
    journal: Journal, other_journal: Journal
) -> None:
    for number in range(40):
        ours, theirs = make_append("g", number, b"1"), make_append("g", number, b"2")
        won = await asyncio.gather(journal.append(ours), other_journal.append(theirs))
        assert sorted(won) == [False, True]
        assert (await journal.read("g", number))[0].event == (b"1" if won[0] else b"2")
    assert await journal.latest("g") == 40


async def test_two_processes_under_load_never_share_a_number(
    journal: Journal, other_journal: Journal
) -> None:
    """Many games at once on both sides, in mixed groups: no append is stuck."""
    games = [f"g{number}" for number in range(12)]

    async def play(by: Journal, name: bytes, game: str) -> list[int]:
        own: list[int] = []
        while (after := await by.latest(game)) < 12:
            if await by.append(make_append(game, after, name)):
                own.append(after + 1)
        return own

    sides = [(by, name) for by, name in ((journal, b"1"), (other_journal, b"2"))]
    played = await asyncio.gather(*(play(by, name, game) for by, name in sides for game in games))
    for game, ours, theirs in zip(games, played[:12], played[12:], strict=True):
        rows = await journal.read(game)
        assert [row.number for row in rows] == sorted(ours + theirs)
        assert [row.number for row in rows if row.event == b"1"] == ours


SLOW_INSERTS = [
    """CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END'""",
    "CREATE TRIGGER slowly BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION rest()",
]


async def test_groups_in_opposite_orders_do_not_deadlock(
    blank_postgresql_url: str,
) -> None:
    ours, theirs = open_database(blank_postgresql_url), open_database(blank_postgresql_url)
    await migrate(ours)
    async with ours.writing() as connection:
        for statement in SLOW_INSERTS:
            await connection.execute(text(statement))
    forth = [make_append(game, 0) for game in "abcd"]
    won = await asyncio.gather(
        *map(Journal(ours).append, forth), *map(Journal(theirs).append, reversed(forth))
    )
    assert sorted(won) == [False] * 4 + [True] * 4
    await ours.close()
    await theirs.close()


async def wait_for_locks(database: Database, number: int) -> None:
    """Waits until this many clients of PostgreSQL wait for a lock in this database."""
    found = text(
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    with anyio.fail_after(TIMEOUT):
        while True:
            async with database.reading() as connection:
                if await connection.scalar(found) == number:
                    return


async def test_a_change_of_stage_and_a_move_at_once_do_not_deadlock_bug(
    postgresql_url: str,
) -> None:
    """Each held the lock that the other needed next, until PostgreSQL aborted one after a
    second."""
    databases = [open_database(postgresql_url) for _ in range(3)]
    moves, changes, holds = databases
    writers = [Journal(database) for database in (moves, changes)]
    await writers[0].append(make_append("g", 0, b"1", due=1, summary=make_summary("playing", "p1")))
    async with anyio.create_task_group() as tasks, holds.writing() as connection:
        await connection.execute(text("SELECT * FROM heads WHERE game = 'g' FOR UPDATE"))
        won = dict[int, bool]()

        async def append(writer: int, late: Append) -> None:
            won[writer] = await writers[writer].append(late)

        tasks.start_soon(append, 0, make_append("g", 1, b"2", due=2))
        await wait_for_locks(moves, 1)
        tasks.start_soon(
            append, 1, make_append("g", 1, b"2", due=3, summary=make_summary("over", "p1"))
        )
        await wait_for_locks(moves, 2)
    assert won == {0: True, 1: False}
    for database in databases:
        await database.close()


async def test_setting_and_clearing_deadlines_in_two_processes_never_deadlocks(
    journal: Journal, other_journal: Journal
) -> None:
    chance = random.Random(1)
    games = [f"g{each}" for each in range(6)]
    for number in range(40):
        appends = [
            (writer, make_append(game, number, due=chance.choice((UNCHANGED, None, number))))
            for writer in (journal, other_journal)
            for game in games
        ]
        chance.shuffle(appends)
        won = await asyncio.gather(*(writer.append(append) for writer, append in appends))
        assert won.count(True) == len(games)


async def test_group_commit_writes_appends_of_many_games_together_and_in_order(
    journal: Journal, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = count_transactions(database, monkeypatch)
    wanted = [make_append(f"g{game}", number) for number in range(6) for game in range(200)]
    chance = random.Random(1)
    games = [append.game for append in wanted]
    chance.shuffle(games)  # any order of games; within a game the events stay in order
    numbers = dict.fromkeys(games, 0)
    ordered: list[Append] = []
    for game in games:
        ordered.append(make_append(game, numbers[game], str(numbers[game]).encode()))
        numbers[game] += 1

    assert all(await asyncio.gather(*map(journal.append, ordered)))
    assert len(writes) == -(-len(ordered) // MAX_GROUP)
    for game in numbers:
        assert await read_events(journal, game) == [b"0", b"1", b"2", b"3", b"4", b"5"]


def count_transactions(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Returns a list that grows by one with every attempted transaction."""
    writes: list[None] = []
    execute = database.execute

    async def counting(statements: Sequence[Statement], *_: object) -> None:
        writes.append(None)
        await execute(statements)

    monkeypatch.setattr(database, "execute", counting)
    return writes


async def test_appends_during_a_commit_wait_for_the_next_one(
    journal: Journal, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = count_transactions(database, monkeypatch)
    first = asyncio.create_task(journal.append(make_append("a", 0)))
    while not writes and not first.done():
        await asyncio.sleep(0)
    later = [asyncio.create_task(journal.append(make_append(game, 0))) for game in "bcdefgh"]
    assert all(await asyncio.gather(first, *later))
    assert len(writes) == 2


async def test_of_a_group_exactly_the_losers_are_refused(journal: Journal) -> None:
    taken = {"g3", "g17", "g18", "g40"}
    for game in taken:
        await journal.append(make_append(game, 0, b"first"))
    games = [f"g{number}" for number in range(41)]
    group = [
        make_append(game, 0, b"a", b"b", due=1, summary=make_summary("playing", "p"))
        for game in games
    ]
    won = await asyncio.gather(*map(journal.append, group))
    assert {game for game, wins in zip(games, won, strict=True) if not wins} == taken
    for game in games:
        assert await read_events(journal, game) == ([b"first"] if game in taken else [b"a", b"b"])
    assert {game for game, _ in await journal.due(FAR_FUTURE, 99)} == set(games) - taken


async def test_any_number_of_losers_costs_their_group_one_more_attempt(
    journal: Journal, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [f"g{number}" for number in range(40)]
    for game in games[::3]:
        await journal.append(make_append(game, 0, b"first"))
    writes = count_transactions(database, monkeypatch)
    won = await asyncio.gather(*(journal.append(make_append(game, 0, b"late")) for game in games))
    assert won == [number % 3 != 0 for number in range(40)]
    assert len(writes) == 2


async def test_a_gap_can_be_filled_in_a_group_with_a_loser(journal: Journal) -> None:
    await journal.append(make_append("hole", 1, b"second"))
    await journal.append(make_append("taken", 0, b"first"))
    late = [make_append("hole", 0, b"first"), make_append("taken", 0, b"late")]
    assert await asyncio.gather(*map(journal.append, late)) == [True, False]


async def test_of_two_appends_at_one_number_in_a_group_the_first_wins(journal: Journal) -> None:
    group = [make_append("g", 0, b"1"), make_append("g", 0, b"2"), make_append("g", 1, b"3")]
    group += [make_append("g", 1, b"4"), make_append("h", 0, b"5")]
    won = await asyncio.gather(*map(journal.append, group))
    assert won == [True, False, True, False, True]
    assert await read_events(journal, "g") == [b"1", b"3"]


async def test_an_append_that_cannot_be_stored_affects_no_other(journal: Journal) -> None:
    group = [make_append("a", 0), make_append("b", 0, b"\xff is no text"), make_append("c", 0)]
    a, b, c = await asyncio.gather(*map(journal.append, group), return_exceptions=True)
    assert (a, c) == (True, True)
    assert isinstance(b, UnicodeDecodeError)
    assert await journal.latest("b") == 0


async def test_an_id_that_is_too_long_affects_no_other_append(postgresql_url: str) -> None:
    database = open_database(postgresql_url)
    journal = Journal(database)
    group = [
        make_append("a", 0),
        make_append("b" * 99, 0),
        make_append("c", 0, command="c" * 999),
        make_append("d", 0),
    ]
    a, b, c, d = await asyncio.gather(*map(journal.append, group), return_exceptions=True)
    assert (a, d) == (True, True)
    assert isinstance(b, DBAPIError)
    assert isinstance(c, DBAPIError)
    await database.close()


async def test_a_deadline_is_set_moved_kept_and_cleared(journal: Journal) -> None:
    await journal.append(make_append("g", 0))
    assert await journal.due(FAR_FUTURE, 9) == []
    await journal.append(make_append("g", 1, due=50))
    assert await journal.due(FAR_FUTURE, 9) == [("g", 50)]
    await journal.append(make_append("g", 2, due=40))
    assert await journal.due(FAR_FUTURE, 9) == [("g", 40)]
    await journal.append(make_append("g", 3, due=UNCHANGED))
    assert await journal.due(FAR_FUTURE, 9) == [("g", 40)]
    await journal.append(make_append("g", 4, due=None))
    assert await journal.due(FAR_FUTURE, 9) == []


async def test_of_one_group_the_last_deadline_and_summary_are_stored(
    journal: Journal, database: Database
) -> None:
    group = [
        make_append("g", 0, due=5, summary=make_summary("gathering", "p1", "p2", "p3")),
        make_append("g", 1, due=6, summary=make_summary("playing", "p1", "p2")),
        make_append("g", 2),
        make_append("h", 0, due=5),
        make_append("h", 1, due=None),
    ]
    assert all(await asyncio.gather(*map(journal.append, group)))
    assert await journal.due(FAR_FUTURE, 9) == [("g", 6)]
    assert await Games(database).summary("g") == make_summary("playing", "p1", "p2")


async def test_due_deadlines_are_read_in_order(journal: Journal) -> None:
    for game, due in (("a", 30), ("b", 10), ("c", 20), ("d", 31)):
        await journal.append(make_append(game, 0, due=due))
    assert await journal.due(30, 9) == [("b", 10), ("c", 20), ("a", 30)]
    assert await journal.due(30, 2) == [("b", 10), ("c", 20)]
    assert await journal.due(9, 2) == []


async def test_a_deadline_is_moved_only_if_it_is_unchanged(journal: Journal) -> None:
    await journal.append(make_append("g", 0, due=10))
    await journal.append(make_append("h", 0, due=10))
    await journal.move_deadline("g", 9, 99)
    await journal.move_deadline("g", 9, None)
    assert await journal.due(FAR_FUTURE, 9) == [("g", 10), ("h", 10)]
    await journal.move_deadline("g", 10, 20)
    assert await journal.due(FAR_FUTURE, 9) == [("h", 10), ("g", 20)]
    await journal.move_deadline("g", 20, None)
    await journal.move_deadline("nowhere", 10, 20)
    assert await journal.due(FAR_FUTURE, 9) == [("h", 10)]


async def test_closing_writes_waiting_appends_and_refuses_new_ones(database: Database) -> None:
    journal = Journal(database)
    waiting = [asyncio.create_task(journal.append(make_append(f"g{n}", 0))) for n in range(20)]
    await asyncio.sleep(0)
    await journal.close()
    assert all(task.done() and task.result() for task in waiting)
    with pytest.raises(StoreUnavailable):
        await journal.append(make_append("late", 0))
    await journal.close()
    assert await journal.latest("late") == 0


async def test_a_cancelled_caller_does_not_affect_the_other_appends(journal: Journal) -> None:
    tasks = [asyncio.create_task(journal.append(make_append(game, 0))) for game in "abc"]
    await asyncio.sleep(0)
    tasks[1].cancel()
    a, b, c = await asyncio.gather(*tasks, return_exceptions=True)
    assert (a, c) == (True, True)
    assert isinstance(b, asyncio.CancelledError)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    appends=st.lists(
        st.tuples(
            st.integers(0, 6),
            st.integers(1, 3),
            st.sampled_from([None, "c", "d"]),
            st.sampled_from([UNCHANGED, None, 1, 2]),
        ),
        max_size=10,
    ),
    together=st.booleans(),
)
async def test_the_journal_behaves_like_a_list_in_memory(
    journal: Journal,
    appends: list[tuple[int, int, str | None, int | Unchanged | None]],
    together: bool,
) -> None:
    game = uuid4().hex[:16]
    rows: dict[int, Row] = {}
    due: int | None = None
    expected: list[bool] = []
    wanted: list[Append] = []
    for index, (after, count, command, moved) in enumerate(appends):
        events = tuple(f"{index}.{part}".encode() for part in range(count))
        wanted.append(make_append(game, after, *events, command=command, due=moved))
        numbers = range(after + 1, after + 1 + count)
        expected.append(rows.keys().isdisjoint(numbers))
        if expected[-1]:
            names = (command, *[None] * (count - 1))
            written = map(Row, numbers, [1] * count, names, events)
            rows |= zip(numbers, written, strict=True)
            due = due if isinstance(moved, Unchanged) else moved

    if together:
        answers = await asyncio.gather(*map(journal.append, wanted))
    else:
        answers = [await journal.append(each) for each in wanted]
    assert answers == expected
    assert await journal.read(game) == [rows[number] for number in sorted(rows)]
    assert await journal.latest(game) == max(rows, default=0)
    assert [each for each in await journal.due(FAR_FUTURE, 9999) if each[0] == game] == (
        [] if due is None else [(game, due)]
    )
