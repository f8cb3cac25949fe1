"""Consistency check: compares what is stored of a table with the logs of all its clients."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bench.soak.client_log import ClientLog, NewsReceived, SnapshotReceived
from grav.server.messages import stored_events as e
from grav.server.store import Row
from grav.server.table.event_upgrades import decode_event
from grav.testing.servers.consistency import is_effect


@dataclass
class Stored:
    """The rows of a table, in numbers as clients see them: events that are not public have none."""

    last: int = 0
    """The highest number."""
    news: dict[int, int] = field(default_factory=dict)
    """For events that are sent together: the number after them, by the number before them."""
    commands: dict[str, int] = field(default_factory=dict)
    """The number after each command, by guest and command id (`guest:id`)."""
    effects: dict[str, e.Event] = field(default_factory=dict)
    """The first event of each command, by the same key."""
    faults: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "Stored":
        stored = cls()
        numbers = [row.number for row in rows]
        if numbers != list(range(1, len(rows) + 1)):
            stored.faults.append(f"stored under the numbers {numbers}")
        before, command = 0, None
        for row in rows:
            event = decode_event(row.form, row.event)
            if row.command is not None:
                if row.command in stored.commands:
                    stored.faults.append(f"{row.command} is stored twice")
                before, command = stored.last, row.command
                stored.effects[command] = event
            if e.is_shown(event):
                stored.last += 1
                stored.news[before] = stored.last
            if command is not None:
                stored.commands[command] = stored.last
        return stored


@dataclass
class Archive:
    """What is kept of tables whose games are over."""

    opened: set[str] = field(default_factory=set)
    """All tables, also those with a game in progress."""
    digests: dict[str, str] = field(default_factory=dict)
    """The digest of each table's rows when it was checked."""
    acknowledged: int = 0
    """The number of acknowledged commands at all checked tables."""


def digest(rows: Iterable[Row]) -> str:
    """Returns a digest of all rows of a table: it changes if a row is lost, changed, duplicated or
    moved."""
    sum_ = hashlib.sha256()
    for row in rows:
        sum_.update(repr(row).encode())
    return sum_.hexdigest()


def faults_of(stored: Stored, logs: Sequence[ClientLog]) -> list[str]:
    """Returns all inconsistencies. What was acknowledged must be stored, once, in the order of its
    numbers; nothing may be stored that nobody sent; and every client must have been sent what is
    stored, each number once, in order."""
    faults = list(stored.faults)
    for log in logs:
        told = [*log.faults, *_commands(stored, log), *_news(stored, log)]
        faults += [f"{log.name}: {fault}" for fault in told]
    faults += _never_sent(stored, logs)
    faults += _different_bytes(logs)
    return faults


def _commands(stored: Stored, log: ClientLog) -> Iterator[str]:
    for id_, number in log.acknowledged.items():
        key = f"{log.guest}:{id_}"
        there = stored.commands.get(key)
        if there is None:
            yield f"{id_} was acknowledged and is not there"
        elif there != number:
            yield f"{id_} was acknowledged at {number} and is there at {there}"
        elif not is_effect(stored.effects[key], log.sent[id_]):
            yield f"{log.sent[id_]} led to {stored.effects[key]}"
    for id_ in log.refused:
        if f"{log.guest}:{id_}" in stored.commands:
            yield f"{id_} was refused and is there"


def _news(stored: Stored, log: ClientLog) -> Iterator[str]:
    known: int | None = None
    for received in log.received:
        if isinstance(received, SnapshotReceived):
            if known is not None and received.number < known:
                yield f"was shown {received.number} after {known}"
        elif known is None or received.after != known:
            what = "again" if known is not None and received.after < known else "with a gap"
            yield f"was told {received.after} to {received.number} {what}: it knew {known}"
        elif stored.news.get(received.after) != received.number:
            yield f"was told {received.after} to {received.number}, which is not stored"
        known = received.number
    if log.stayed and known != stored.last:
        yield f"was told up to {known} of {stored.last}"


def _never_sent(stored: Stored, logs: Sequence[ClientLog]) -> Iterator[str]:
    """Yields commands that are stored under a guest's id and were never sent by them."""
    sent = {f"{each.guest}:{id_}" for each in logs for id_ in each.sent}
    people = {each.guest for each in logs if each.guest is not None}
    for command in stored.commands:
        if command.partition(":")[0] in people and command not in sent:
            yield f"{command} is there and was never sent"


def _different_bytes(logs: Sequence[ClientLog]) -> Iterator[str]:
    """Yields news that was not sent to all in the same bytes."""
    digests = dict[int, int]()
    for log in logs:
        for received in log.received:
            if (
                isinstance(received, NewsReceived)
                and digests.setdefault(received.number, received.digest) != received.digest
            ):
                yield f"{log.name}: was told {received.number} in other words"
