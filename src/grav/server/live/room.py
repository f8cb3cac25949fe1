"""A table in the memory of one process: a cache of its fold, and those who listen to it here."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import NamedTuple, Protocol

import msgspec

from grav.server.live.outgoing import Outgoing
from grav.server.messages.events import Event, Invited, Opened, Sat, encode, is_shown
from grav.server.messages.views import Here, News, encode_message
from grav.server.store.journal import SeatRow, Summary
from grav.server.table.deadlines import wake
from grav.server.table.draft import Draft, Drafted
from grav.server.table.fold import evolve, fold
from grav.server.table.model import Seat, Table
from grav.server.table.public_events import told
from grav.server.table.showing import Names, Snapshot, now
from grav.server.table.upgrades import read_event

HISTORY = 64
"""News that are kept for those who come back."""


class Listener(Protocol):
    """A socket or a stream at the table."""

    person: str | None

    def hear(self, message: Outgoing) -> None:
        """Sent soon; a listener that is too slow is let go."""

    @property
    def round_trip(self) -> int | None: ...


class Said(msgspec.Struct, frozen=True, array_like=True, tag="said"):
    """What processes tell each other about a table: the news, and where they stand."""

    number: int
    """The stored number after them."""
    before: int
    """The shown number before them."""
    shown: int
    placement: int
    news: bytes
    told: int | None = None
    """When it was first told, by the table's time; of what was read, when it was decided. What is
    not told does not say it, nor does an older version."""
    appended: "Appended | None" = None
    """What was stored, so that others need not read it."""


class Appended(msgspec.Struct, frozen=True, array_like=True):
    """An append as it was stored."""

    command: str | None
    form: int
    events: tuple[bytes, ...]
    due: int | None
    """The deadline that the store has since."""


class Attendance(msgspec.Struct, frozen=True, array_like=True, tag="here"):
    """Who listens to a table in one process; processes tell it each other."""

    process: str
    people: dict[str, int | None]
    """Those who are known, with the longest round trip of their lines; None: not measured yet."""
    watching: int
    """Listeners without a name here."""


class Stored(NamedTuple):
    """An event as it was read; the first of an append has the id of what it came of."""

    command: str | None
    event: Event


class Delivered(NamedTuple):
    """News that were told here, for those who come back."""

    before: int
    shown: int
    message: Outgoing


class Read(NamedTuple):
    """What became of a table by events that others have stored."""

    table: Table | None
    commands: dict[str, int]
    """Commands that were carried out, with the shown number after each."""
    said: list[Said] | None
    """The news of it; None where nobody was there to be told."""


ATTENDANCE_LASTS = 30.0
"""Seconds after which what another process said of those at the table no longer counts."""


@dataclass(slots=True, eq=False, weakref_slot=True)
class Room:
    id: str
    _table: Table | None = None
    names: dict[str, str | None] = field(default_factory=dict)
    """Of everybody who has to do with the table."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    commands: dict[str, int] = field(default_factory=dict)
    """Commands that were carried out, with the shown number after each."""
    acting: dict[str, int] = field(default_factory=dict)
    """Whose commands wait for the lock or have it."""
    history: deque[Delivered] = field(default_factory=lambda: deque(maxlen=HISTORY))
    snapshot: Snapshot | None = None
    """The encoded whole of the table at some number: for everybody who comes until the next."""
    encoding: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Whoever has it makes a snapshot beside the loop, for all who wait for it."""
    delivered: int = 0
    """The shown number up to which those who listen here have the news."""
    newest: int = 0
    """The highest stored number that this process has heard of."""
    unsure: bool = False
    """Is it not known whether the last append was stored?"""
    stored_due: int | None = None
    """The deadline that the store has, as far as this process knows."""
    placement: tuple[int, float] = (0, 0.0)
    """The latest placement that is known here, and when the table was first told of it, in this
    process or in another; by this process's clock that never jumps."""
    ahead: int = 0
    """Milliseconds by which the table's time is ahead of this process's: another host's clock was,
    or this one's before it was set back. From there it goes on, and never back."""
    shown_ahead: int = 0
    """The same by what was told alone: what is shown must not tell of a shout."""
    hears: Callable[[bytes], None] | None = None
    """What listens to the other processes, while somebody listens here."""
    elsewhere: dict[str, tuple[float, Attendance]] = field(default_factory=dict)
    """Who listens in other processes, and when that was heard."""
    attended: Here | None = None
    """What was last told of those at the table."""
    _attended_since: float = 0.0
    _deserted: float = -inf
    """When the last who listened here went; both by the clock that never jumps."""
    _left: dict[str, float] = field(default_factory=dict)
    """When each player last went from here, by the same."""
    used: float = 0.0
    """When somebody last asked for it, by the same clock."""
    _following: list[Appended] = field(default_factory=list)
    """What other processes have stored since, and is not folded yet."""
    _woken: tuple[Table, int | None] | None = None

    @property
    def channel(self) -> str:
        """On which processes tell each other what happens here."""
        return f"grav:table:{self.id}"

    @property
    def table(self) -> Table | None:
        """As far as this process knows it. What others have stored is folded when somebody asks:
        where people only watch that is seldom, and where they play it is together with what they
        do next."""
        if self._following:
            self._fold_following()
        return self._table

    @property
    def is_stale(self) -> bool:
        table = self.table
        return table is None or self.unsure or self.newest > table.number

    def wake(self, table: Table, after: int = 0) -> int | None:
        """When to look at the room's table next, as `table.deadlines` says; worked out once."""
        if self._woken is None or self._woken[0] is not table:
            self._woken = (table, wake(table))
        due = self._woken[1]
        return wake(table, after) if due is not None and due <= after else due

    def take(self, read: Read) -> None:
        """What others have stored becomes the state of the room: all of it, or nothing."""
        assert read.table is not None
        self._table = read.table
        self.commands |= read.commands
        self.newest = max(self.newest, read.table.number)

    def knows(self, said: Said) -> bool:
        """Has it been heard of and told here already?"""
        return said.number <= self.known and said.shown <= self.delivered

    @property
    def known(self) -> int:
        """The stored number up to which the table can be folded without reading anything."""
        if self._table is None:
            return 0
        return self._table.number + sum([len(each.events) for each in self._following])

    def follow(self, number: int, appended: Appended) -> None:
        """Takes note of what another process has stored up to a number; not while somebody else
        has the lock, who decides by what was known. Where it does not follow what is known the
        room stays stale, and whoever needs it reads the journal."""
        if self._table is None or self.unsure:
            return
        if self.known + len(appended.events) == number:
            self._following.append(appended)

    def _fold_following(self) -> None:
        """As far as that can be done at once; then the room is stale again."""
        following, self._following = self._following, []
        for appended in following:
            try:
                events = [read_event(appended.form, each) for each in appended.events]
                table = fold(events, self._table)
            except Exception:  # whoever reads it finds out what is wrong with it
                return
            if not people_in(events) <= self.names.keys():
                return
            assert table is not None
            self._table = table
            self.stored_due = appended.due
            if appended.command is not None:
                self.commands[appended.command] = table.shown

    def advance(self, draft: Draft, command: str | None) -> None:
        """What was just stored becomes the state of the room."""
        self._table = draft.table
        self.newest = max(self.newest, draft.table.number)
        if command is not None:
            self.commands[command] = draft.table.shown

    def deliver(self, said: Said, at: float) -> bool:
        """Tells it to all who listen here. False: something before it is missing."""
        self.newest = max(self.newest, said.number)
        if said.shown <= self.delivered:
            return True
        if said.before > self.delivered:
            return False
        self.delivered = said.shown
        message = Outgoing(said.news)
        self.history.append(Delivered(said.before, said.shown, message))
        if said.placement != self.placement[0]:
            self.placement = (said.placement, at)
        for listener in tuple(self.listeners):
            listener.hear(message)
        return True

    def time(self, at: int) -> int:
        """The table's time when the process's is `at`: never before what happened there last."""
        if self._table is not None:
            self.ahead = max(self.ahead, self._table.latest - at)
        return at + self.ahead

    def shown_time(self, at: int) -> int:
        """The same for everybody's eyes."""
        if self._table is not None:
            self.shown_ahead = max(self.shown_ahead, self._table.changed - at)
        return at + self.shown_ahead

    def hear_time(self, told: int, at: int) -> None:
        """Another process told something when the table's time was `told`."""
        self.shown_ahead = max(self.shown_ahead, told - at)
        self.ahead = max(self.ahead, self.shown_ahead)

    def skip_to_present(self) -> None:
        """Nobody listened: what happened meanwhile is told to nobody."""
        assert self.table is not None
        self.delivered = self.table.shown
        self.history.clear()

    def missed(self, since: int | None, person: str | None, at: int) -> list[Outgoing]:
        """What somebody has to hear who knows everything up to a number, or nothing."""
        news = None if since is None else self._since(since)
        return [Outgoing(self.whole(person, at))] if news is None else news

    def _since(self, number: int) -> list[Outgoing] | None:
        """The news after a number; None if they are no longer all here."""
        if number == self.delivered:
            return []
        kept = [each for each in self.history if each.shown > number]
        return [each.message for each in kept] if kept and kept[0].before == number else None

    def whole(self, person: str | None, at: int) -> bytes:
        """All that a person may see of the table, encoded; all but a few words of it once."""
        if self.snapshot is None or not self.has_snapshot:
            self.snapshot = self.snapshot_work()()
        return self.snapshot.encode(person, self.shown_time(at))

    @property
    def has_snapshot(self) -> bool:
        """Is there one of the table as it is?"""
        table, snapshot = self.table, self.snapshot
        return bool(table and snapshot and snapshot.is_of(table, self.names))

    def snapshot_work(self) -> Callable[[], Snapshot]:
        """What makes a snapshot of the table as it is now, in any thread: the room goes on."""
        assert self.table is not None
        return partial(Snapshot, self.id, self.table, dict(self.names))

    def join(self, listener: Listener, at: float) -> None:
        if not self.listeners and at - self._deserted > ATTENDANCE_LASTS:
            self._attended_since = at
        self.listeners.add(listener)

    def leave(self, listener: Listener, at: float) -> None:
        if listener not in self.listeners:
            return
        self.listeners.remove(listener)
        if not self.listeners:
            self._deserted = at
        if listener.person and self._table and self._table.seats_of(listener.person):
            self._left[listener.person] = at

    def away_for(self, person: str, at: float) -> float:
        """Milliseconds since a player went from here; inf: was never here."""
        return (at - self._left.get(person, -inf)) * 1000

    def attended_for(self, at: float) -> int:
        """Milliseconds for which somebody has been here now, but for short breaks. Before that
        nobody could come: the way to the server may have been closed to all of them."""
        return round((at - self._attended_since) * 1000) if self.listeners else 0

    def attendance(self, process: str) -> Attendance:
        """Who listens in this process."""
        people: dict[str, int | None] = {}
        for listener in self.listeners:
            if listener.person is not None:
                known = people.get(listener.person, 0)
                people[listener.person] = _longest(known, listener.round_trip)
        nameless = sum(1 for listener in self.listeners if listener.person is None)
        return Attendance(process, people, nameless)

    def present(self, at: float) -> tuple[dict[str, int | None], int]:
        """Everybody at the table, here and elsewhere, with their round trips; and the nameless."""
        here = self.attendance("")
        people, nameless = dict(here.people), here.watching
        for heard, other in self.elsewhere.values():
            if heard > at - ATTENDANCE_LASTS:
                for person, round_trip in other.people.items():
                    people[person] = _longest(people.get(person, 0), round_trip)
                nameless += other.watching
        return people, nameless

    def here(self, at: float) -> Here:
        """Who is at the table, as everybody is told."""
        assert self.table is not None
        people, nameless = self.present(at)
        seats = tuple(seat.is_bot or seat.person in people for seat in self.table.seats)
        sitting = {seat.person for seat in self.table.seats}
        return Here(seats, nameless + len(people.keys() - sitting))


def summary_of(table: Table) -> Summary:
    """What lists show of a table."""
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


def people_in(events: Iterable[Event]) -> set[str]:
    """Everybody whom these events bring to a table: their names are to be known."""
    people = set[str]()
    for event in events:
        if isinstance(event, Opened):
            people.add(event.host)
        elif isinstance(event, (Sat, Invited)) and event.person is not None:
            people.add(event.person)
    return people


def _longest(one: int | None, other: int | None) -> int | None:
    """Of two ways; one that is not known may be the longest."""
    return None if one is None or other is None else max(one, other)


def _seat_row(index: int, seat: Seat) -> SeatRow:
    kept = seat.invited if not seat.is_taken else None
    return SeatRow(index, seat.person or kept, seat.level, kept is not None)


def read(table: Table | None, events: Sequence[Stored], names: Names | None) -> Read:
    """Folds what others have stored; with `names`, the news of it are told as well.

    A pure function, so that it can be done in another thread: nothing changes where it fails.
    """
    commands: dict[str, int] = {}
    said: list[Said] = []
    for batch in _batches(events):
        drafted = []
        for _, event in batch:
            step = evolve(table, event)
            table = step.table
            drafted.append(Drafted(event, step.happened, step.table))
        assert table is not None
        if (command := batch[0].command) is not None:
            commands[command] = table.shown
        if names is not None:
            said += news_of(drafted, names)
    return Read(table, commands, None if names is None else said)


def news_of(drafted: Sequence[Drafted], names: Names) -> list[Said]:
    """One message for what happened together; none where nothing of it is shown yet."""
    shown = sum([is_shown(each.event) for each in drafted])
    if not shown:
        return []
    happened = tuple([happening for each in drafted for happening in told(each)])
    table = drafted[-1].table
    before = table.shown - shown
    # Of the event's own time, so that every process says the same.
    at = drafted[-1].event.at
    news = News(before, table.shown, at, happened, now(table, names))
    return [Said(table.number, before, table.shown, _placement(table), encode_message(news), at)]


def unsaid(table: Table) -> Said:
    """For other processes alone, where nothing is shown yet: they take note of what was stored, and
    have nothing to tell. It says no time: what is shown of that must not tell of a shout."""
    return Said(table.number, table.shown, table.shown, _placement(table), b"")


def _placement(table: Table) -> int:
    return table.play.placement if table.play else 0


def _batches(events: Iterable[Stored]) -> list[list[Stored]]:
    """What was stored together: each append has the id of what it came of on its first event."""
    batches: list[list[Stored]] = []
    for each in events:
        if each.command is not None or not batches:
            batches.append([])
        batches[-1].append(each)
    return batches
