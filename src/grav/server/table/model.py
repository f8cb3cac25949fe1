"""A table at one moment. Stages are small types, so that none has what it cannot have."""

from typing import ClassVar, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from grav.game import Action, Help, Settling, State, Window
from grav.rules import Rules
from grav.server.messages.events import Claimed, Judged, WhyClosed
from grav.server.messages.settings import Settings
from grav.server.table.log import Log

StageName = Literal["gathering", "settling", "playing", "over", "closed"]


_NOBODY = frozenset[int]()


class Seat(Struct, frozen=True):
    """A chair at the table, and who has it."""

    person: str | None = None
    level: int | None = None
    """A bot of this level."""
    label: str | None = None
    """What a person calls it, who has several."""
    invited: str | None = None
    """The person for whom it is kept."""

    @property
    def is_taken(self) -> bool:
        return self.person is not None or self.level is not None

    @property
    def is_bot(self) -> bool:
        return self.level is not None


class Seed(Struct, frozen=True):
    """A seed that nobody could choose: the server is bound by its commitment before the players
    give their shares, and they cannot know what the server's is."""

    commitment: str
    share: str
    shares: tuple[str | None, ...]
    """By seat; None: not given yet."""

    @property
    def is_complete(self) -> bool:
        return None not in self.shares


class Gathering(Struct, frozen=True):
    """Not all seats are taken."""

    sat: tuple[str, ...] = ()
    """Who took a seat, as often as they did; of a bot's, the host."""

    name: ClassVar[StageName] = "gathering"


class SettlingNumbers(Struct, frozen=True):
    """Seats are taken; the five numbers are not known yet."""

    began: int
    since: int
    """When the last step was made."""
    seed: Seed | None = None
    settling: Settling | None = None
    """None: shares of the seed are still to come."""

    name: ClassVar[StageName] = "settling"


class Undo(Struct, frozen=True):
    """The table as it was before the last placement."""

    state: State
    actions: int
    left: tuple[int, ...]
    placement: int


class Takeback(Struct, frozen=True):
    """Somebody asks to take the last placement back."""

    by: int
    agreed: frozenset[int]


class Play(Struct, frozen=True):
    """A game being played, or played to its end."""

    rules: Rules
    settling: Settling
    seed: Seed | None
    state: State
    since: int
    """When the present turn, window or penalty began."""
    left: tuple[int, ...]
    """Milliseconds on each seat's clock, as they were when the present turn began."""
    budgets: tuple[int, ...]
    """How much of each seat's own word about its reaction will still be believed."""
    actions: Log[Action] = field(default_factory=Log)
    moments: Log[int] = field(default_factory=Log)
    """When each action was made."""
    placements: int = 0
    """Placements made so far, with those taken back: each has a number of its own."""
    placement: int = 0
    """The number of the latest placement that stands on the table."""
    claims: tuple[Claimed, ...] = ()
    """Shouts about it that are not decided yet."""
    sealed: tuple[tuple[int, bool], ...] = ()
    """Answers of a slow game: seat, and whether it shouts."""
    races: tuple[tuple[int, Judged], ...] = ()
    """Races that were decided, with the index of the action that came of each."""
    undo: Undo | None = None
    takeback: Takeback | None = None
    takebacks: int = 0
    """How often it was asked to take the latest placement back."""

    @property
    def answered(self) -> frozenset[int]:
        """Seats that have answered the open placement, though the game does not know it yet."""
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
    """Somebody offers another game."""

    by: int
    rotate: bool
    setting: str
    agreed: frozenset[int]


class Finished(Struct, frozen=True):
    play: Play
    rematch: Rematch | None = None
    next: str | None = None
    """The table of the next game."""
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
    """When the last event was that was told: a list of tables must not tell of a shout either."""
    latest: int
    """When the last event was, told or not: nothing that follows is earlier."""
    number: int
    """Events so far."""
    shown: int
    """Of these, the ones that were told when they happened."""
    phrases: tuple[int, ...]
    """How many each seat has said."""
    rematch_of: str | None = None

    @property
    def play(self) -> Play | None:
        stage = self.stage
        return stage.play if isinstance(stage, (Playing, Finished, Closed)) else None

    @property
    def help(self) -> tuple[Help, ...]:
        return tuple(map(Help, self.settings.shown_help))

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The seats that a person has."""
        if person is None:
            return ()
        return tuple(index for index, seat in enumerate(self.seats) if seat.person == person)

    def with_seat(self, index: int, seat: Seat) -> "Table":
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))
