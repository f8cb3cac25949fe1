"""How a player chooses its move: the core's tree search over the points that it perceives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from grav.bots.move_history import MoveHistory
from grav.bots.thinking_limit import ThinkingLimit
from grav.game import View
from grav.native.search import Root, Search
from grav.rules import Board, Point, Rules

MIN_CAREFUL_NODES = 400
"""Simulations behind a value that is compared with other values."""


@dataclass(frozen=True, slots=True)
class SearchChoice:
    """The best move found, and the share of games that the player expects to win with it."""

    at: Point | None
    """None is a pass."""
    declare: int
    worth: float


class MoveSearch:
    """Searches within a budget of simulations, and within a time limit where there is one.
    Without a time limit, the same seed gives the same choices."""

    def __init__(self, nodes: Callable[[int, int], int], insight: bool, seed: int) -> None:
        """`nodes` returns the simulations for a move, by the stones on the board and its size."""
        self._nodes = nodes
        self._insight = insight
        self._seed = seed
        self.limit = ThinkingLimit()
        """The limit of the current move: all searches for one move share it."""

    def choose(
        self, rules: Rules, root: Root, points: Mapping[Point, int], time_fraction: float = 1.0
    ) -> SearchChoice:
        """Returns the best of these points, or a pass.

        `points` gives the most bonus turns that each point can bring. `time_fraction` is the part
        of the remaining time to use; the rest is for the searches that this one is compared with.
        """
        nodes = self._nodes(len(root.trail), rules.size)
        return self._search(rules, replace(root, points=points), nodes, time_fraction)

    def choose_carefully(
        self, rules: Rules, root: Root, points: Mapping[Point, int], time_fraction: float = 1.0
    ) -> SearchChoice:
        """As `choose`, but with enough simulations to judge a risk, however few the level has."""
        nodes = max(self._nodes(len(root.trail), rules.size), MIN_CAREFUL_NODES)
        return self._search(rules, replace(root, points=points), nodes, time_fraction)

    def evaluate(self, rules: Rules, root: Root) -> float:
        """Returns the share of games that the seat on turn expects to win."""
        return self._search(rules, root, MIN_CAREFUL_NODES).worth

    def _search(
        self, rules: Rules, root: Root, nodes: int, time_fraction: float = 1.0
    ) -> SearchChoice:
        self._seed += 1
        search = Search(rules, root, self._seed, insight=self._insight)
        self.limit.run(search, nodes, time_fraction)
        found = search.best(1)[0]
        return SearchChoice(found.move.at, found.move.declare, found.worth)


def make_search_root(view: View, history: MoveHistory) -> Root:
    """Returns the position to search from on the player's turn."""
    assert view.seat is not None
    return Root(
        board=view.board,
        trail=history.trail,
        to_move=view.seat,
        first=view.order[0] if view.order else view.seat,
        bonus_turns=view.bonus_turns,
        earned=history.count_earned_turns(view),
        on_bonus=view.on_bonus_turn,
        passed=frozenset(view.passed),
        resigned=view.resigned,
        skips=view.skips,
    )


def root_after_void(root: Root, stone: Point | None, shouter: int) -> Root:
    """Returns the position after the player's new stone was voided and `stone` was removed."""
    board: Board = root.board if stone is None else root.board.remove(stone)
    return replace(
        root,
        board=board,
        trail=tuple(point for point in root.trail if point != stone),
        to_move=shouter,
        bonus_turns=0,
        earned=0,
        on_bonus=False,
        passed=frozenset(),
        points=None,
    )
