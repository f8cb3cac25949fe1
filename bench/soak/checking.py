"""Consistency check: compares what is stored of a table with the accounts of all its clients."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bench.soak.account import Account, Shown, Told
from grav.server.messages import stored_events as e
from grav.server.store import Row
from grav.server.table.event_upgrades import read_event
from grav.testing.servers.consistency import is_effect


@dataclass
class Stored:
    """The rows of a table, in numbers as clients see them: events that are not public have none."""

    last: int = 0
    """The highest number."""
    news: dict[int, int] = field(default_factory=dict)
    """For events that are sent together: the number after them, by the number before them."""
    commands: dict[str, int] = field(default_factory=dict)
    """The number after each command, by person and command id (`person:id`)."""
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
            event = read_event(row.form, row.event)
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


def faults_of(stored: Stored, accounts: Sequence[Account]) -> list[str]:
    """Returns all inconsistencies. What was acknowledged must be stored, once, in the order of its
    numbers; nothing may be stored that nobody sent; and every client must have been sent what is
    stored, each number once, in order."""
    faults = list(stored.faults)
    for account in accounts:
        told = [*account.faults, *_commands(stored, account), *_news(stored, account)]
        faults += [f"{account.name}: {fault}" for fault in told]
    faults += _unknown(stored, accounts)
    faults += _unlike(accounts)
    return faults


def _commands(stored: Stored, account: Account) -> Iterator[str]:
    for id_, number in account.acknowledged.items():
        key = f"{account.person}:{id_}"
        there = stored.commands.get(key)
        if there is None:
            yield f"{id_} was acknowledged and is not there"
        elif there != number:
            yield f"{id_} was acknowledged at {number} and is there at {there}"
        elif not is_effect(stored.effects[key], account.sent[id_]):
            yield f"{account.sent[id_]} led to {stored.effects[key]}"
    for id_ in account.refused:
        if f"{account.person}:{id_}" in stored.commands:
            yield f"{id_} was refused and is there"


def _news(stored: Stored, account: Account) -> Iterator[str]:
    known: int | None = None
    for heard in account.heard:
        if isinstance(heard, Shown):
            if known is not None and heard.number < known:
                yield f"was shown {heard.number} after {known}"
        elif known is None or heard.after != known:
            what = "again" if known is not None and heard.after < known else "with a gap"
            yield f"was told {heard.after} to {heard.number} {what}: it knew {known}"
        elif stored.news.get(heard.after) != heard.number:
            yield f"was told {heard.after} to {heard.number}, which is not stored"
        known = heard.number
    if account.stayed and known != stored.last:
        yield f"was told up to {known} of {stored.last}"


def _unknown(stored: Stored, accounts: Sequence[Account]) -> Iterator[str]:
    """Yields commands that are stored under a person's id and were never sent by them."""
    sent = {f"{each.person}:{id_}" for each in accounts for id_ in each.sent}
    people = {each.person for each in accounts if each.person is not None}
    for command in stored.commands:
        if command.partition(":")[0] in people and command not in sent:
            yield f"{command} is there and was never sent"


def _unlike(accounts: Sequence[Account]) -> Iterator[str]:
    """Yields news that was not sent to all in the same bytes."""
    words = dict[int, int]()
    for account in accounts:
        for heard in account.heard:
            if (
                isinstance(heard, Told)
                and words.setdefault(heard.number, heard.digest) != heard.digest
            ):
                yield f"{account.name}: was told {heard.number} in other words"
