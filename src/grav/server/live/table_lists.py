"""Lists of tables: the lobby, a person's own, and where it is their turn."""

from collections.abc import Collection

import msgspec

from grav.server.messages.settings import Settings
from grav.server.messages.views import Chair, Lobby, TableRow
from grav.server.people.people_facade import People
from grav.server.store.games import Cursor, Games, Listed
from grav.server.store.journal import SeatRow

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
    if seat.reserved:
        return Chair("kept", name)
    return Chair("guest" if name is None else "person", name)
