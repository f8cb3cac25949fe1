"""The handler that exports the records of all games of a person."""

from collections.abc import AsyncIterator
from functools import partial

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Stream

from grav.record import format_json_line, record_to_json
from grav.server.http.identity import require_scope
from grav.server.http.json_bodies import NDJSON
from grav.server.live.folding import Folding
from grav.server.live.quarantine import TableUnreadable
from grav.server.live.table_lists import Lists
from grav.server.messages.people import Scope
from grav.server.messages.request_parameters import MAX_PAGE
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.problems.problem import refusals
from grav.server.table.model import Table
from grav.server.table.record import record_of
from grav.server.table.table_view import Names


@get(
    "/games/export",
    summary="Export the records of all your games",
    media_type=NDJSON,
    responses=refusals(),
)
async def export(
    lists: NamedDependency[Lists],
    folding: NamedDependency[Folding],
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
) -> Stream:
    """Streams the records of all your games, one per line."""
    known = require_scope(person, Scope.READ)
    return Stream(_records(lists, folding, people, known.id), media_type=NDJSON)


async def _records(
    lists: Lists, folding: Folding, people: People, person: str
) -> AsyncIterator[str]:
    """Yields each record. Games are folded and written in a thread, so that they do not hold up the
    event loop, however many there are."""
    before: tuple[int, str] | None = None
    while rows := await lists.of_person(person, before, MAX_PAGE):
        for row in rows:
            try:
                table = await folding.table(row.table)
            except TableUnreadable:  # the others can still be exported
                continue
            if table is None or table.play is None:
                continue
            names = await people.names(filter(None, (seat.person for seat in table.seats)))
            yield await folding.run(partial(_line, row.table, table, names))
        before = (rows[-1].changed, rows[-1].table)


def _line(game: str, table: Table, names: Names) -> str:
    game_record = record_of(game, table, names)
    assert game_record is not None
    return format_json_line(record_to_json(game_record)) + "\n"


EXPORT_HANDLERS = [export]
