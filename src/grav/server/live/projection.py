"""Fills in whom games wait for, in games that are older than this projection."""

from grav.server.live.folding import Folding
from grav.server.live.quarantine import TableUnreadable
from grav.server.store.entries import bits_of
from grav.server.store.projection import Projection
from grav.server.table.duties import duties

AT_ONCE = 50


async def fill(projection: Projection, folding: Folding) -> None:
    """Fills in all such games once, one after the other. Unreadable ones go into quarantine."""
    last = ""
    while games := await projection.unknown(AT_ONCE, last):
        last = games[-1]
        for game in games:
            try:
                table = await folding.table(game)
            except TableUnreadable:
                continue
            if table is not None:
                await projection.fill(game, table.number, bits_of(duties(table)))
