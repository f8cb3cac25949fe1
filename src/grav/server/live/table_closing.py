"""Admin actions on a table from outside the server, through the journal like all other writes."""

from grav.server.live.folding import fold_rows
from grav.server.live.table_summary import summary_of
from grav.server.messages.stored_events import SCHEMA_VERSION, Closed, encode
from grav.server.runtime.clock import Clock
from grav.server.store.journal import Append, Journal
from grav.server.store.journal_entries import bit_mask_of
from grav.server.table.draft import Draft
from grav.server.table.model import Table
from grav.server.table.seats_to_act import seats_to_act

MAX_ATTEMPTS = 50
"""Maximum number of attempts, at a table where other writers are first again and again."""


class NoTable(Exception):
    """There is no such table."""


class CannotRead(Exception):
    """The stored events of the table do not fold, so no event can be appended."""


async def close_table(journal: Journal, game: str, clock: Clock) -> bool:
    """Closes a table for good; False if it was over already. Servers notice within seconds."""
    for _ in range(MAX_ATTEMPTS):
        table = await _table(journal, game)
        if table.stage.name in ("over", "closed"):
            return False
        draft = Draft(table, clock.now())
        draft.add(Closed(at=draft.now, why="keeper"))
        append = Append(
            game=game,
            after=table.number,
            events=tuple(encode(each.event) for each in draft.added),
            form=SCHEMA_VERSION,
            command=f"!{table.number}",
            due=None,
            summary=summary_of(draft.table),
            waiting=bit_mask_of(seats_to_act(draft.table)),
        )
        if await journal.append(append):
            return True
    raise RuntimeError("others were first too often")


async def _table(journal: Journal, game: str) -> Table:
    rows = await journal.read(game)
    try:
        table = fold_rows(rows)
    except Exception as error:
        raise CannotRead(game) from error
    if table is None:
        raise NoTable(game)
    return table
