"""A table as lists show it, and the channels on which its changes are published."""

from grav.server.messages.views import TableRow
from grav.server.table.model import Table
from grav.server.table.showing import chairs

LOBBY = "lobby"


def channel_of(person: str) -> str:
    """Returns the channel for what concerns one person."""
    return f"grav:person:{person}"


def row_of(game: str, table: Table, names: dict[str, str | None]) -> TableRow:
    return TableRow(
        table=game,
        stage=table.stage.name,
        settings=table.settings,
        chairs=chairs(table, names),
        created=table.opened,
        changed=table.changed,
        slow=table.settings.is_slow,
    )
