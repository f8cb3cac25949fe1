"""Quarantine in the store: unreadable games, left out of sweeps until they are released."""

import pytest

from grav.server.store import Append, Database, Journal
from grav.server.store.quarantine import MAX_ERROR, Quarantined, QuarantineStore

pytestmark = pytest.mark.anyio

FAR_FUTURE = 10**15


async def test_a_quarantined_game_is_listed_with_its_reason_until_it_is_released(
    database: Database,
) -> None:
    quarantine = QuarantineStore(database)
    await quarantine.put("g", 20, "first")
    await quarantine.put("g", 30, "again")
    await quarantine.put("h", 10, "x" * MAX_ERROR + "the end")
    earliest, latest = await quarantine.all()
    assert latest == Quarantined("g", 20, "first")
    assert (earliest.game, len(earliest.error)) == ("h", MAX_ERROR)
    assert earliest.error.endswith("the end")
    assert await quarantine.games() == {"g", "h"}
    assert [await quarantine.release("g") for _ in range(2)] == [True, False]
    assert await quarantine.games() == {"h"}


async def test_the_deadline_of_a_quarantined_game_is_not_due(journal: Journal) -> None:
    for game, due in (("bad", 1), ("good", 2)):
        await journal.append(Append(game, 0, (b"{}",), 1, due=due))
    await journal.quarantine.put("bad", 0, "broken")
    assert await journal.due(FAR_FUTURE, 9) == [("good", 2)]
    await journal.quarantine.release("bad")
    assert await journal.due(FAR_FUTURE, 9) == [("bad", 1), ("good", 2)]


async def test_due_deadlines_are_read_page_by_page(journal: Journal) -> None:
    """Also where several are due in the same millisecond, and while some are moved."""
    for number in range(10):
        await journal.append(Append(f"g{number}", 0, (b"{}",), 1, due=number // 4))
    whole = await journal.due(5, 99)
    read = await journal.due(5, 3)
    while page := await journal.due(5, 3, read[-1]):
        read += page
        await journal.move_deadline(*page[0], 6)
    assert read == whole
    assert len(read) == 10
