"""Consistency check: compares what is stored of a table with what its clients received."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from grav.record import record_to_json
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.store import Database, Journal, Row, open_database
from grav.server.table.event_upgrades import decode_event
from grav.server.table.fold import evolve
from grav.server.table.model import Table
from grav.server.table.record import record_of
from grav.testing.servers.clients import Client

DEADLINE_PREFIX = "!"
"""Prefix of the command ids of deadlines."""

EventKind = TypeVar("EventKind", bound=e.Event)


@dataclass
class StoredTable:
    """A table, folded from the stored events alone."""

    rows: list[Row]
    table: Table
    events: list[e.Event]
    commands: dict[str, int] = field(default_factory=dict)
    """The commands that were carried out, with the shown number after each."""
    effects: dict[str, e.Event] = field(default_factory=dict)
    """The first event of each command."""

    def of(self, kind: type[EventKind]) -> list[EventKind]:
        """Returns the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def actions(self) -> list[dict[str, Any]]:
        """Returns all actions of the game in order, also those taken back."""
        return [event.action for event in self.of(e.Acted)]

    def deadline_commands(self) -> list[str]:
        """Returns the command ids of the deadlines that were carried out."""
        return [command for command in self.commands if command.startswith(DEADLINE_PREFIX)]


@asynccontextmanager
async def open_for_checks(url: str) -> AsyncIterator[Database]:
    database = open_database(url)
    try:
        yield database
    finally:
        await database.close()


async def read_stored_table(url: str, game: str) -> StoredTable:
    """Reads the events of a table from a database, and folds them."""
    async with open_for_checks(url) as database:
        rows = await Journal(database).read(game)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    events = [decode_event(row.form, row.event) for row in rows]
    stored = StoredTable(rows, evolve(None, events[0]).table, events)
    command: str | None = None
    for row, event in zip(rows[1:], events[1:], strict=True):
        stored.table = evolve(stored.table, event).table
        command = row.command or command
        if command is not None:
            stored.commands[command] = stored.table.shown
            stored.effects.setdefault(command, event)
    return stored


def check_consistency(
    stored: StoredTable, clients: Iterable[Client], record: dict[str, Any] | None = None
) -> None:
    """Checks that all acknowledged commands are stored, once; that nothing is stored that nobody
    sent; and that everybody received the same, in order."""
    clients = list(clients)
    known = set[str]()
    for client in clients:
        assert not client.faults, client.faults
        known |= _check_commands(stored, client)
        _check_news(client)
    people = {client.visitor.id for client in clients if client.visitor is not None}
    stored_for_them = {key for key in stored.commands if key.partition(":")[0] in people}
    assert stored_for_them <= known
    _check_same(clients)
    if record is not None:
        kept = record_of(record["table"]["id"], stored.table, {})
        assert kept is not None
        assert record["actions"] == record_to_json(kept)["actions"]


def _check_commands(stored: StoredTable, client: Client) -> set[str]:
    """Checks the commands of a client, and returns the keys of all that it has sent."""
    if client.visitor is None:
        return set()
    prefix = f"{client.visitor.id}:"
    for command in client.sent:
        key = prefix + command.id
        if (done := client.acknowledged.get(command.id)) is not None:
            assert stored.commands.get(key) == done.number, command
            assert is_effect(stored.effects[key], command), (stored.effects[key], command)
        if command.id in client.refused:
            assert key not in stored.commands, command
    return {prefix + command.id for command in client.sent}


def is_effect(event: e.Event, command: c.Command) -> bool:
    """Whether the event is what the command asked for."""
    match command:
        case c.PlaceStone() | c.RemoveStone():
            asked = {"do": str(command.__struct_config__.tag), "by": command.seat, "at": command.at}
            return isinstance(event, e.Acted) and asked.items() <= event.action.items()
        case c.PassTurn() | c.AcceptStone() | c.ResignGame():
            asked = {"do": str(command.__struct_config__.tag), "by": command.seat}
            return isinstance(event, e.Acted) and asked == event.action
        case c.ShoutGrav(seat=seat, placement=placement):
            if not isinstance(event, e.Claimed):
                return False
            return event.seat == seat and event.placement == placement
        case c.Sit(seat=seat):
            return isinstance(event, e.Sat) and event.seat == seat
        case _:
            return True


def _check_news(client: Client) -> None:
    """Checks that each number came once and in order; only a whole view may skip some."""
    known = {whole.number for whole in client.wholes}
    before = 0
    for news in client.news:
        assert news.after >= before
        assert news.after == before or news.after in known
        before = news.number


def _check_same(clients: Iterable[Client]) -> None:
    messages: dict[int, object] = {}
    for client in clients:
        for news in client.news:
            same = (news.after, news.happened, news.now)
            assert messages.setdefault(news.number, same) == same
