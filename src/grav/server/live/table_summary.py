"""A table as lists show it: as a message, and as the store keeps it."""

from grav.server.messages.stored_events import encode
from grav.server.messages.views import TableRow
from grav.server.store.journal import SeatRow, Summary
from grav.server.table.model import Seat, Table
from grav.server.table.table_view import chairs_of


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
