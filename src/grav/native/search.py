"""The core's Monte Carlo tree search and its alpha-beta solver, both for strict play."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from grav.game import Opening, State, Turn
from grav.native.convert import core_rules, point_from_number, point_number
from grav.native.loading import core
from grav.native.search_options import WITHOUT_INSIGHT, SearchOptions
from grav.rules import Board, Enforcement, Point, Rules
from grav.text import GravError

if TYPE_CHECKING:
    from grav.native import _core

MAX_NODES = 1 << 21
"""Maximum nodes of a tree; a full tree grows no more, but the search continues."""
MAX_POSITIONS = 20_000_000
"""Maximum positions that the solver visits before it gives up."""


class SearchError(GravError):
    """A position that cannot be searched, or a board that is too large to be solved."""


@dataclass(frozen=True, slots=True)
class Root:
    """A position with a seat on turn. Bots build it from what they see and remember."""

    board: Board
    trail: tuple[Point, ...]
    """All stones in the order in which they were placed."""
    to_move: int
    first: int
    """The first seat in the order of play."""
    bonus_turns: int = 0
    earned: int = 0
    on_bonus: bool = False
    passed: frozenset[int] = frozenset()
    resigned: tuple[int, ...] = ()
    skips: tuple[int, ...] = ()
    begun: bool | None = None
    """Whether a stone was ever placed. None: whether there are stones now, which differs only on a
    board that was emptied."""
    points: Mapping[Point, int] | None = None
    """The only points to search at the root, with the most bonus turns to take on each. They may
    break rules; everything after them is strict play again."""

    @classmethod
    def from_state(cls, state: State) -> Self:
        """Returns the position of a game; in an opening, the first active seat begins."""
        match state.phase:
            case Turn() as turn:
                pass
            case Opening():
                turn = Turn(state.active[0])
            case _:
                raise SearchError("native.no_turn")
        return cls(
            board=state.board,
            trail=state.trail,
            to_move=turn.seat,
            first=state.order[0] if state.order else turn.seat,
            bonus_turns=turn.bonus_turns,
            earned=turn.earned,
            on_bonus=turn.on_bonus,
            passed=state.passed,
            resigned=state.resigned,
            skips=state.skips,
            begun=state.begun,
        )

    def to_core(self) -> "_core.Root":
        size = self.board.size
        owners = [self.board.owner(point) for point in self.trail]
        self._check(owners)
        points = self.points
        made: _core.Root = core().Root(
            stones=[(point_number(p, size), o) for p, o in zip(self.trail, owners, strict=True)],
            to_move=self.to_move,
            first=self.first,
            bonus_turns=self.bonus_turns,
            earned=self.earned,
            on_bonus=self.on_bonus,
            begun=bool(self.trail) if self.begun is None else self.begun,
            passed=sorted(self.passed),
            resigned=list(self.resigned),
            skips=list(self.skips),
            points=None
            if points is None
            else [(point_number(point, size), most) for point, most in points.items()],
        )
        return made

    def _check(self, owners: list[int | None]) -> None:
        """Raises a ValueError if the position is inconsistent: the core does not check it."""
        if None in owners or len(set(self.trail)) != self.board.stones.bit_count():
            raise ValueError("the trail is not the stones of the board")
        seats = set(range(len(self.board.owned)))
        if not {self.to_move, self.first, *self.passed, *self.resigned} <= seats:
            raise ValueError("there is no such seat on the board")
        if self.to_move in self.resigned or len(seats.difference(self.resigned)) < 2:
            raise ValueError("the one on turn has resigned, or is alone")
        if len(self.skips) not in (0, len(seats)) or len(set(self.resigned)) < len(self.resigned):
            raise ValueError("skips are for each seat, and nobody resigns twice")
        if min(self.bonus_turns, self.earned, *self.skips, 0) < 0:
            raise ValueError("numbers of turns are not negative")
        for point in self.points or ():
            if not self.board.has(point) or self.board.owner(point) is not None:
                raise ValueError(f"{point} is no empty point of the board")


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat does on its turn in strict play."""

    seat: int
    at: Point | None
    """None is a pass."""
    declare: int
    """The bonus turns taken (declared) or received (granted)."""

    def __str__(self) -> str:
        if self.at is None:
            return "pass"
        return f"{self.at}+{self.declare}" if self.declare else str(self.at)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move, its expected results by seat, and its principal variation."""

    move: Move
    visits: int
    wins: tuple[float, ...]
    """The share of games that each seat wins."""
    stones: tuple[float, ...]
    """The stones that each seat has at the end, on average."""
    winner: int | None
    """The seat that is proven to win; None if that is not proven."""
    principal_variation: tuple[Move, ...]

    @property
    def worth(self) -> float:
        """The share of games that the mover expects to win; 1 or 0 where the winner is proven."""
        if self.winner is not None:
            return float(self.winner == self.move.seat)
        return self.wins[self.move.seat]


class Search:
    """A tree that grows while it runs. With one thread, the same seed gives the same tree."""

    def __init__(
        self,
        rules: Rules,
        root: Root,
        seed: int = 0,
        max_nodes: int = MAX_NODES,
        *,
        insight: bool = True,
        options: SearchOptions | None = None,
    ) -> None:
        """Without `insight`, the search has weaker priors for good moves and simpler play-outs:
        short for `options=WITHOUT_INSIGHT`. Without either, it has the default options."""
        if options is None:
            options = SearchOptions() if insight else WITHOUT_INSIGHT
        elif not insight:
            raise ValueError("a search takes options, or no insight, but not both")
        self._size = rules.size
        numbers = core_rules(replace(rules, first=None), strict=True)
        self._search: _core.Search = core().Search.new(
            numbers, root.to_core(), seed % 2**64, max_nodes, options.to_core()
        )

    def run(self, nodes: int = 0, seconds: float = 0.0, threads: int = 1) -> None:
        """Searches until the budget is spent or the winner is proven; 0 means no limit."""
        if nodes <= 0 and seconds <= 0:
            raise ValueError("a search needs a budget: nodes or seconds")
        self._search.run(max(nodes, 0), max(seconds, 0.0), max(threads, 1))

    def stop(self) -> None:
        """Ends a run in another thread at once; if none is running, the next ends as it begins."""
        self._search.stop()

    @property
    def simulations(self) -> int:
        """Simulations since the search began, or since the last `advance`."""
        return self._search.simulations

    @property
    def is_proven(self) -> bool:
        """Whether the winner is proven."""
        return self._search.is_proven

    def advance(self, at: Point | None, declare: int = 0) -> bool:
        """Makes the position after a move the new root, and keeps its subtree.

        Returns False, and changes nothing, if it is not a move of strict play.
        """
        number = -1 if at is None else point_number(at, self._size)
        return self._search.advance(number, declare)

    def best(self, most: int = 1, max_moves: int = 12) -> list[Candidate]:
        """Returns the best moves found so far, best first; an empty list if the game is over."""
        return [
            Candidate(
                self._move(move), visits, tuple(wins), tuple(stones), _seat(winner), variation
            )
            for move, visits, wins, stones, winner, moves in self._search.best(most, max_moves)
            for variation in [tuple(map(self._move, moves))]
        ]

    def _move(self, numbers: tuple[int, int, int]) -> Move:
        seat, at, declare = numbers
        return Move(seat, None if at < 0 else point_from_number(at, self._size), declare)


def search_from_state(state: State, seed: int = 0, max_nodes: int = MAX_NODES) -> Search:
    """Returns a search of all moves. Where counting alone proves the winner, the search would
    examine none of them: then the legal points are passed explicitly, which makes it do so."""
    root = Root.from_state(state)
    search = Search(state.rules, root, seed, max_nodes)
    if not search.is_proven:
        return search
    return Search(state.rules, replace(root, points=state.legal()), seed, max_nodes)


def _seat(number: int) -> int | None:
    return None if number < 0 else number


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of best play by both from an empty board."""

    margin: int
    """Stones by which the first player leads at the end; on a tie the other player wins."""
    best: tuple[tuple[Point, int], ...]
    """The first moves that reach this margin, with the bonus turns taken."""
    positions: int
    """Positions that the solver visited."""

    @property
    def first_wins(self) -> bool:
        return self.margin > 0


def solve(rules: Rules, max_positions: int = MAX_POSITIONS) -> Solution:
    """Returns the value of the empty board in strict play of two players."""
    largest: int = core().MAX_SOLVED_SIZE
    if rules.size > largest or rules.players != 2:
        raise SearchError("native.not_solvable", size=rules.size, most=largest)
    numbers = core_rules(replace(rules, first=0, enforcement=Enforcement.STRICT))
    try:
        margin, best, positions = core().solve(numbers, max_positions)
    except core().TooManyPositions as error:
        raise SearchError("native.too_many", most=max_positions) from error
    points = tuple((point_from_number(at, rules.size), declare) for at, declare in best)
    return Solution(margin, points, positions)
