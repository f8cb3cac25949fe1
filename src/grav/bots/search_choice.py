"""What a player thinks of its turn: the search of the core, over what the player sees."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from grav.bots.limit import ThinkingLimit
from grav.bots.move_history import MoveHistory
from grav.game import View
from grav.native.search import Root, Search
from grav.rules import Board, Point, Rules

_CAREFUL = 400
"""Imagined games behind a number that others are weighed against."""


@dataclass(frozen=True, slots=True)
class SearchChoice:
    """The best move found, and the share of games that the player expects to win with it."""

    at: Point | None
    """None is a pass."""
    declare: int
    worth: float


class Mind:
    """Thinks within a budget of imagined games, and within a limit of time where there is one.
    Without one, the same seed thinks the same."""

    def __init__(self, nodes: Callable[[int], int], insight: bool, seed: int) -> None:
        self._nodes = nodes
        self._insight = insight
        self._seed = seed
        self.limit = ThinkingLimit()
        """Of the present thought: all that is weighed for one move shares it."""

    def best(
        self, rules: Rules, root: Root, points: Mapping[Point, int], share: float = 1.0
    ) -> SearchChoice:
        """The best of these points, each with the most bonus turns that it can bring; or a pass.

        `share`: of the time that is left. The rest is for what is weighed against it.
        """
        nodes = self._nodes(rules.size)
        return self._think(rules, replace(root, points=points), nodes, share)

    def weighed(
        self, rules: Rules, root: Root, points: Mapping[Point, int], share: float = 1.0
    ) -> SearchChoice:
        """The same with as much thought as a risk deserves, however little the level thinks."""
        nodes = max(self._nodes(rules.size), _CAREFUL)
        return self._think(rules, replace(root, points=points), nodes, share)

    def worth(self, rules: Rules, root: Root) -> float:
        """What the position is worth to the one on turn."""
        return self._think(rules, root, _CAREFUL).worth

    def _think(self, rules: Rules, root: Root, nodes: int, share: float = 1.0) -> SearchChoice:
        self._seed += 1
        search = Search(rules, root, self._seed, insight=self._insight)
        self.limit.run(search, nodes, share)
        found = search.best(1)[0]
        return SearchChoice(found.move.at, found.move.declare, found.worth)


def root_of(view: View, memory: MoveHistory) -> Root:
    """The position on the player's turn."""
    assert view.seat is not None
    return Root(
        board=view.board,
        trail=memory.trail,
        to_move=view.seat,
        first=view.order[0] if view.order else view.seat,
        bonus_turns=view.bonus_turns,
        earned=memory.earned(view),
        on_bonus=view.on_bonus_turn,
        passed=frozenset(view.passed),
        resigned=view.resigned,
        skips=view.skips,
    )


def after_void(root: Root, stone: Point | None, shouter: int) -> Root:
    """The position after the player's stone was voided and another of its own removed."""
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
