"""Handlers for lists of tables: the lobby, one's own games, and where it is one's turn."""

from litestar import get
from litestar.di import NamedDependency

from grav.server.http.identity import require_scope
from grav.server.live.table_lists import Lists
from grav.server.messages.people import Scope
from grav.server.messages.request_parameters import MAX_PAGE, Before, Limit
from grav.server.messages.responses import Page
from grav.server.messages.views import Lobby, TableRow
from grav.server.people.person import Person
from grav.server.problems.problem import refusals


@get("/lobby", summary="List open tables and running games", responses=refusals())
async def lobby(lists: NamedDependency[Lists]) -> Lobby:
    """Returns public tables that gather players, and public games that are being played."""
    return await lists.lobby()


@get("/games", summary="List your games", responses=refusals(400))
async def games(
    lists: NamedDependency[Lists],
    person: NamedDependency[Person | None],
    limit: Limit = MAX_PAGE,
    before: Before = None,
) -> Page:
    """Returns your games; those that began, changed their seats or ended last come first."""
    known = require_scope(person, Scope.READ)
    rows = await lists.of_person(known.id, _cursor(before), limit)
    last = rows[-1] if len(rows) == limit else None
    return Page(rows, f"{last.changed}:{last.table}" if last else None)


@get("/games/turn", summary="List the tables that wait for you", responses=refusals())
async def to_act(
    lists: NamedDependency[Lists], person: NamedDependency[Person | None]
) -> list[TableRow]:
    """Returns the tables where it is your turn, or where you are asked something."""
    known = require_scope(person, Scope.READ)
    return await lists.to_act(known.id)


def _cursor(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    changed, _, game = text.partition(":")
    return int(changed), game


LIST_HANDLERS = [lobby, games, to_act]
