"""Events before they are stored: each is folded as it is added, so that an impossible one is
refused before anything is stored, and nothing is computed twice."""

from dataclasses import dataclass, field

from grav.game import Action, action_to_json
from grav.game import Event as GameEvent
from grav.rules import Rules, rules_to_json
from grav.rules.version import RULES_VERSION
from grav.server.messages.commands import NewTable
from grav.server.messages.stored_events import Acted, Begun, Event, Invited, Sat, Why
from grav.server.table.fold import Evolved, act, evolve
from grav.server.table.model import Table


@dataclass(frozen=True, slots=True)
class DraftedEvent:
    """An event, the events of the game that followed from it, and the table after it."""

    event: Event
    happened: tuple[GameEvent, ...]
    table: Table


@dataclass(slots=True)
class Draft:
    """The events that a command or a deadline adds to a table, and the table after them."""

    table: Table
    now: int
    """The time of the new events: never before the table's latest, whatever the clock says."""
    added: list[DraftedEvent] = field(default_factory=list)
    opens: "TableToOpen | None" = None
    """A table that has to be opened before these events are stored."""

    def __post_init__(self) -> None:
        self.now = max(self.now, self.table.latest)

    @classmethod
    def of_a_new_table(cls, opened: Event, now: int) -> "Draft":
        table = evolve(None, opened).table
        return cls(table, now, [DraftedEvent(opened, (), table)])

    def add(self, event: Event) -> None:
        self._append(event, evolve(self.table, event))

    def begin(self, rules: Rules) -> None:
        """Adds the beginning of the game, which the present version of the rules will judge."""
        form = rules_to_json(rules)
        self.add(Begun(at=self.now, rules=form, rules_version=RULES_VERSION))

    def act(self, action: Action, why: Why | None = None) -> None:
        """Adds an action of the game."""
        event = Acted(at=self.now, action=action_to_json(action), why=why)
        self._append(event, act(self.table, event, action))

    def _append(self, event: Event, evolved: Evolved) -> None:
        self.table = evolved.table
        self.added.append(DraftedEvent(event, evolved.happened, evolved.table))


@dataclass(frozen=True, slots=True)
class TableToOpen:
    """A table to be opened."""

    id: str
    new: NewTable
    host: str
    seats: tuple[Sat | Invited, ...]
    """Who sits where."""
    rematch_of: str | None = None
