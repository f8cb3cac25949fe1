"""News of a table: made from its events, and sent between processes."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from grav.server.messages.stored_events import Event, Invited, Opened, Sat, is_shown
from grav.server.messages.views import News, encode_message
from grav.server.table.draft import DraftedEvent
from grav.server.table.fold import evolve
from grav.server.table.model import Table
from grav.server.table.public_events import public_events_of
from grav.server.table.table_view import Names, current_state


class NewsMessage(msgspec.Struct, frozen=True, array_like=True, tag="said"):
    """A message between processes about a table: the news, and the numbers before and after."""

    number: int
    """The stored number after the news."""
    before: int
    """The shown number before the news."""
    shown: int
    placement: int
    news: bytes
    sent_at: int | None = None
    """When the news was first sent, by the table's time; if it was read from the journal, when it
    was decided. None where nothing is shown yet, and in messages of older versions."""
    appended: "Appended | None" = None
    """What was stored, so that other processes need not read it."""


class Appended(msgspec.Struct, frozen=True, array_like=True):
    """One append to the journal, as it was stored."""

    command: str | None
    form: int
    events: tuple[bytes, ...]
    due: int | None
    """The stored deadline after it."""


class PresenceReport(msgspec.Struct, frozen=True, array_like=True, tag="here"):
    """The presence report of one process, sent to the others: who listens to a table there."""

    process: str
    people: dict[str, int | None]
    """Known people, with the longest round trip of their connections; None: not measured yet."""
    watching: int
    """Listeners whose person is not known."""


class StoredEvent(NamedTuple):
    """An event as it was read; the first of an append has the id of the command that caused it."""

    command: str | None
    event: Event


class FoldResult(NamedTuple):
    """The result of folding events that other processes have stored."""

    table: Table | None
    commands: dict[str, int]
    """Idempotency keys of commands that were carried out, with the shown number after each."""
    news: list[NewsMessage] | None
    """The news; None if nobody listened here."""


def people_in(events: Iterable[Event]) -> set[str]:
    """Returns everybody whom these events bring to a table: their names have to be looked up."""
    people = set[str]()
    for event in events:
        if isinstance(event, Opened):
            people.add(event.host)
        elif isinstance(event, (Sat, Invited)) and event.person is not None:
            people.add(event.person)
    return people


def fold_stored(
    table: Table | None, events: Sequence[StoredEvent], names: Names | None
) -> FoldResult:
    """Folds what other processes have stored; with `names`, also makes the news of it.

    A pure function, so that it can run in another thread: nothing changes if it fails.
    """
    commands: dict[str, int] = {}
    news_messages: list[NewsMessage] = []
    for batch in _batches(events):
        drafted = []
        for _, event in batch:
            evolved = evolve(table, event)
            table = evolved.table
            drafted.append(DraftedEvent(event, evolved.happened, evolved.table))
        assert table is not None
        if (command := batch[0].command) is not None:
            commands[command] = table.shown
        if names is not None:
            news_messages += news_of(drafted, names)
    return FoldResult(table, commands, None if names is None else news_messages)


def news_of(drafted: Sequence[DraftedEvent], names: Names) -> list[NewsMessage]:
    """Returns one message for events that were stored together; none if none is shown yet."""
    shown = sum([is_shown(each.event) for each in drafted])
    if not shown:
        return []
    happened = tuple([happening for each in drafted for happening in public_events_of(each)])
    table = drafted[-1].table
    before = table.shown - shown
    # The event's own time, so that every process sends the same.
    at = drafted[-1].event.at
    news = News(before, table.shown, at, happened, current_state(table, names))
    return [
        NewsMessage(table.number, before, table.shown, _placement(table), encode_message(news), at)
    ]


def message_without_news(table: Table) -> NewsMessage:
    """Returns a message without news, for other processes alone, where nothing is shown yet: they
    fold what was stored, and send nothing. It has no time: a time that is shown must not reveal a
    shout."""
    return NewsMessage(table.number, table.shown, table.shown, _placement(table), b"")


def _placement(table: Table) -> int:
    return table.play.placement if table.play else 0


def _batches(events: Iterable[StoredEvent]) -> list[list[StoredEvent]]:
    """Groups events by append: its first event has the id of the command that caused it."""
    batches: list[list[StoredEvent]] = []
    for each in events:
        if each.command is not None or not batches:
            batches.append([])
        batches[-1].append(each)
    return batches
