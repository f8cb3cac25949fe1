"""Games that cannot be read are kept apart, and found by no sweep until they are let out."""

import pytest

from grav.server.store import Append, Database, Journal
from grav.server.store.quarantine import MAX_ERROR, Quarantined, QuarantineStore

pytestmark = pytest.mark.anyio

FAR = 10**15


async def test_what_is_kept_apart_is_listed_with_its_reason_until_it_is_let_out(
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
    assert [await quarantine.lift("g") for _ in range(2)] == [True, False]
    assert await quarantine.games() == {"h"}


async def test_its_deadline_is_not_found_meanwhile(journal: Journal) -> None:
    for game, due in (("bad", 1), ("good", 2)):
        await journal.append(Append(game, 0, (b"{}",), 1, due=due))
    await journal.quarantine.put("bad", 0, "broken")
    assert await journal.due(FAR, 9) == [("good", 2)]
    await journal.quarantine.lift("bad")
    assert await journal.due(FAR, 9) == [("bad", 1), ("good", 2)]


async def test_what_is_due_can_be_read_page_by_page(journal: Journal) -> None:
    """Also where several fall due in the same millisecond, and while some are moved on."""
    for number in range(10):
        await journal.append(Append(f"g{number}", 0, (b"{}",), 1, due=number // 4))
    whole = await journal.due(5, 99)
    read = await journal.due(5, 3)
    while page := await journal.due(5, 3, read[-1]):
        read += page
        await journal.move_deadline(*page[0], 6)
    assert read == whole
    assert len(read) == 10
