"""The state of a table. Each stage is its own type, so that impossible states cannot be built."""

from typing import ClassVar, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from grav.game import Action, Help, Settling, State, Window
from grav.rules import Rules
from grav.server.messages.settings import Settings
from grav.server.messages.stored_events import Claimed, Judged, WhyClosed
from grav.server.table.immutable_sequence import Log

StageName = Literal["gathering", "settling", "playing", "over", "closed"]


_NOBODY = frozenset[int]()


class Seat(Struct, frozen=True):
    """A seat at the table, and who has it."""

    person: str | None = None
    level: int | None = None
    """The level of the bot that has the seat."""
    label: str | None = None
    """A name for the seat, given by a person who has several."""
    invited: str | None = None
    """The person for whom the seat is reserved."""

    @property
    def is_taken(self) -> bool:
        return self.person is not None or self.level is not None

    @property
    def is_bot(self) -> bool:
        return self.level is not None


class Seed(Struct, frozen=True):
    """A commit–reveal seed that nobody can choose: the server publishes a commitment to its share
    before the players give theirs, and they cannot learn its share from that."""

    commitment: str
    share: str
    shares: tuple[str | None, ...]
    """The players' shares by seat; None: not given yet."""

    @property
    def is_complete(self) -> bool:
        return None not in self.shares


class Gathering(Struct, frozen=True):
    """Not all seats are taken."""

    sat: tuple[str, ...] = ()
    """Who took a seat, one entry per seating; for a bot, the host."""

    name: ClassVar[StageName] = "gathering"


class SettlingNumbers(Struct, frozen=True):
    """All seats are taken; the five numbers are being settled."""

    began: int
    since: int
    """When the last step was made."""
    seed: Seed | None = None
    settling: Settling | None = None
    """None: shares of the seed are still missing."""

    name: ClassVar[StageName] = "settling"


class Undo(Struct, frozen=True):
    """The table as it was before the last placement."""

    state: State
    actions: int
    left: tuple[int, ...]
    placement: int


class Takeback(Struct, frozen=True):
    """An open request to take the last placement back."""

    by: int
    agreed: frozenset[int]


class Play(Struct, frozen=True):
    """A game in progress, or finished."""

    rules: Rules
    settling: Settling
    seed: Seed | None
    state: State
    since: int
    """When the present turn, window, opening or penalty began."""
    left: tuple[int, ...]
    """Milliseconds on each seat's clock, as they were when the present turn began."""
    budgets: tuple[int, ...]
    """By how many milliseconds each seat's client may still lower its measured reactions."""
    actions: Log[Action] = field(default_factory=Log)
    moments: Log[int] = field(default_factory=Log)
    """When each action was made."""
    placements: int = 0
    """Placements made so far, including those taken back: each has its own number."""
    placement: int = 0
    """The number of the latest placement that has not been taken back."""
    claims: tuple[Claimed, ...] = ()
    """Shouts about that placement that are not decided yet."""
    sealed: tuple[tuple[int, bool], ...] = ()
    """Sealed answers of a slow game: seat, and whether it shouts."""
    races: tuple[tuple[int, Judged], ...] = ()
    """Decided races, each with the index of the action that resulted."""
    undo: Undo | None = None
    takeback: Takeback | None = None
    takebacks: int = 0
    """How often a takeback of the latest placement was requested."""

    @property
    def answered(self) -> frozenset[int]:
        """Seats whose answers to the open placement are stored but not applied to the game yet."""
        if not self.claims and not self.sealed:
            return _NOBODY
        return frozenset({claim.seat for claim in self.claims} | {seat for seat, _ in self.sealed})

    @property
    def silent(self) -> frozenset[int]:
        """Seats that have yet to answer the open placement."""
        phase = self.state.phase
        return phase.awaiting - self.answered if isinstance(phase, Window) else _NOBODY


class Playing(Struct, frozen=True):
    play: Play

    name: ClassVar[StageName] = "playing"


class Rematch(Struct, frozen=True):
    """An open offer of another game."""

    by: int
    rotate: bool
    setting: str
    agreed: frozenset[int]


class Finished(Struct, frozen=True):
    play: Play
    rematch: Rematch | None = None
    next: str | None = None
    """The id of the next game's table."""
    offers: int = 0
    """How often another game was offered."""

    name: ClassVar[StageName] = "over"


class Closed(Struct, frozen=True):
    why: WhyClosed
    play: Play | None = None

    name: ClassVar[StageName] = "closed"


Stage = Gathering | SettlingNumbers | Playing | Finished | Closed


class Table(Struct, frozen=True):
    settings: Settings
    host: str
    seats: tuple[Seat, ...]
    stage: Stage
    opened: int
    changed: int
    """The time of the last public event: lists of tables must not reveal an undecided shout."""
    latest: int
    """The time of the last event, public or not: no later event gets an earlier time."""
    number: int
    """How many events the table has."""
    shown: int
    """How many of these are public."""
    phrases: tuple[int, ...]
    """How many phrases each seat has said."""
    rematch_of: str | None = None

    @property
    def play(self) -> Play | None:
        stage = self.stage
        return stage.play if isinstance(stage, (Playing, Finished, Closed)) else None

    @property
    def help(self) -> tuple[Help, ...]:
        return tuple(map(Help, self.settings.shown_help))

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Returns the seats that a person has."""
        if person is None:
            return ()
        return tuple(index for index, seat in enumerate(self.seats) if seat.person == person)

    def with_seat(self, index: int, seat: Seat) -> "Table":
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))
