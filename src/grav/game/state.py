"""The immutable state of a game: rules, board, phase, and the turns that are to be skipped."""

from dataclasses import dataclass, field

from grav.game.events import Ended
from grav.game.position_counts import PositionCounts
from grav.rules.board import Board
from grav.rules.legality import Verdict
from grav.rules.point import Point
from grav.rules.referee import PLAIN, Referee
from grav.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Opening:
    """Anyone may place the first stone."""

    name = "opening"


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat is to place or pass."""

    seat: int
    on_bonus: bool = False
    bonus_turns: int = 0
    """Bonus turns to come after the present one."""
    earned: int = 0
    """Bonus turns earned since the turn began; the edition may limit them."""

    name = "turn"


@dataclass(frozen=True, slots=True)
class Window:
    """A stone was placed on somebody's turn; the others may shout."""

    turn: Turn
    at: Point
    declared: int | None
    """The number declared with the placement; None if bonus turns are granted."""
    verdict: Verdict
    bonus: int
    """The bonus turns that the stone adds if it stands."""
    awaiting: frozenset[int]

    name = "window"


@dataclass(frozen=True, slots=True)
class Penalty:
    """The player whose shout was right is to remove a stone of the violator."""

    shouter: int
    violator: int

    name = "penalty"


@dataclass(frozen=True, slots=True)
class Over:
    how: Ended
    ranking: tuple[int, ...]

    name = "over"


Phase = Opening | Turn | Window | Penalty | Over


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    board: Board
    phase: Phase
    order: tuple[int, ...] | None
    """Seats in order of play; None until it is known."""
    skips: tuple[int, ...]
    """Turns that each seat owes for wrong shouts."""
    trail: tuple[Point, ...] = ()
    """The stones on the board in the order in which they were placed."""
    begun: bool = False
    """Whether the first stone has been placed."""
    passed: frozenset[int] = frozenset()
    """Seats that have passed since the last placement."""
    resigned: tuple[int, ...] = ()
    """Seats in the order in which they resigned."""
    visits: PositionCounts = field(default=PositionCounts(), repr=False)
    """How many turns have begun in each position."""
    referee: Referee = field(default=PLAIN, compare=False, repr=False)
    """Judges this game from its start to its end, so that an older game keeps its version."""
    possible_actions: dict[int, tuple[str, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Cache of what each seat can try, filled by `grav.game.possible_actions`."""

    @property
    def last(self) -> Point | None:
        """The stone that the next distance is measured from (in a window, the new one)."""
        return self.trail[-1] if self.trail else None

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still in the game."""
        seats = range(self.rules.players)
        if not self.resigned:
            return tuple(seats)
        return tuple(seat for seat in seats if seat not in self.resigned)

    @property
    def to_move(self) -> int | None:
        """The seat to place or pass, or to remove."""
        match self.phase:
            case Turn(seat) | Penalty(shouter=seat):
                return seat
            case _:
                return None

    def legal(self) -> dict[Point, int]:
        """Computes each legal point, with the number of shapes that a stone there completes."""
        points = self.referee.legal(self.rules, self.board, self.last)
        return self.referee.shapes(self.rules, self.board, points)
