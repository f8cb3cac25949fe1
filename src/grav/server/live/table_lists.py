"""Lists of tables: the lobby, a person's own, and where it is their turn; a table as they show it,
and the channels on which its changes are published."""

from collections.abc import Collection

import msgspec

from grav.server.messages.settings import Settings
from grav.server.messages.stored_events import encode
from grav.server.messages.views import Chair, Lobby, TableRow
from grav.server.people.people_facade import People
from grav.server.store.games import Cursor, Games, Listed
from grav.server.store.journal import SeatRow, Summary
from grav.server.table.model import Seat, Table
from grav.server.table.table_view import chairs_of

LOBBY = "lobby"
"""The channel of the lobby."""
MAX_LISTED = 50
"""Tables that each list of the lobby shows."""
MAX_WAITING = 200
"""Maximum number of tables in the list of those that wait for one person."""

_settings = msgspec.json.Decoder(Settings)


class Lists:
    def __init__(self, games: Games, people: People) -> None:
        self._games = games
        self._people = people

    async def lobby(self) -> Lobby:
        open_, running = (
            await self._games.open_tables(MAX_LISTED),
            await self._games.running(MAX_LISTED),
        )
        return Lobby(tuple(await self._rows(open_)), tuple(await self._rows(running)))

    async def of_person(
        self, person: str, before: Cursor | None, limit: int, stages: Collection[str] | None = None
    ) -> list[TableRow]:
        return await self._rows(await self._games.of_person(person, before, limit, stages))

    async def to_act(self, person: str) -> list[TableRow]:
        """Returns the tables that wait for this person, from the stored projection."""
        return await self._rows(await self._games.waiting_for(person, MAX_WAITING))

    async def _rows(self, found: list[Listed]) -> list[TableRow]:
        ids = {seat.person for listed in found for seat in listed.summary.seats if seat.person}
        names = await self._people.names(sorted(ids)) if ids else {}
        return [_row(listed, names) for listed in found]


def _row(listed: Listed, names: dict[str, str | None]) -> TableRow:
    summary = listed.summary
    return TableRow(
        table=listed.game,
        stage=summary.stage,  # type: ignore[arg-type]  # only the names of stages are stored
        settings=_settings.decode(summary.settings),
        chairs=tuple(_chair(seat, names) for seat in summary.seats),
        created=summary.created,
        changed=summary.changed,
        slow=summary.slow,
    )


def _chair(seat: SeatRow, names: dict[str, str | None]) -> Chair:
    if seat.level is not None:
        return Chair("bot", level=seat.level)
    if seat.person is None:
        return Chair("open")
    name = names.get(seat.person)
    if seat.kept:
        return Chair("kept", name)
    return Chair("guest" if name is None else "person", name)


def channel_of(person: str) -> str:
    """Returns the channel for what concerns one person."""
    return f"grav:person:{person}"


def row_of(game: str, table: Table, names: dict[str, str | None]) -> TableRow:
    return TableRow(
        table=game,
        stage=table.stage.name,
        settings=table.settings,
        chairs=chairs_of(table, names),
        created=table.opened,
        changed=table.changed,
        slow=table.settings.is_slow,
    )


def summary_of(table: Table) -> Summary:
    """Returns what lists show of a table."""
    return Summary(
        stage=table.stage.name,
        public=table.settings.public,
        slow=table.settings.is_slow,
        host=table.host,
        created=table.opened,
        changed=table.changed,
        settings=encode(table.settings).decode(),
        seats=tuple(_seat_row(index, seat) for index, seat in enumerate(table.seats)),
    )


def _seat_row(index: int, seat: Seat) -> SeatRow:
    reserved_for = seat.invited if not seat.is_taken else None
    return SeatRow(index, seat.person or reserved_for, seat.level, reserved_for is not None)
