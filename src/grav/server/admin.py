"""What the keeper of a server does to a table from outside: through the journal, as everybody."""

from grav.server.clock import Clock
from grav.server.live.folding import folded
from grav.server.live.room import summary_of
from grav.server.messages.events import FORM, Closed, encode
from grav.server.store.entries import bits_of
from grav.server.store.journal import Append, Journal
from grav.server.table.draft import Draft
from grav.server.table.duties import duties
from grav.server.table.model import Table

ATTEMPTS = 50
"""How often it is tried anew, at a table where somebody else is first again and again."""


class NoTable(Exception):
    """There is no such table."""


class CannotRead(Exception):
    """What is stored of the table does not fold: what could follow is not known."""


async def close_table(journal: Journal, game: str, clock: Clock) -> bool:
    """Closes a table for good; False if it was over already. Servers find out within seconds."""
    for _ in range(ATTEMPTS):
        table = await _table(journal, game)
        if table.stage.name in ("over", "closed"):
            return False
        draft = Draft(table, clock.now())
        draft.add(Closed(at=draft.now, why="keeper"))
        append = Append(
            game=game,
            after=table.number,
            events=tuple(encode(each.event) for each in draft.added),
            form=FORM,
            command=f"!{table.number}",
            due=None,
            summary=summary_of(draft.table),
            waiting=bits_of(duties(draft.table)),
        )
        if await journal.append(append):
            return True
    raise RuntimeError("others were first too often")


async def _table(journal: Journal, game: str) -> Table:
    rows = await journal.read(game)
    try:
        table = folded(rows)
    except Exception as error:
        raise CannotRead(game) from error
    if table is None:
        raise NoTable(game)
    return table
