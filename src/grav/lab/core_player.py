"""Adapter: the core's players as view-based players, for tables with opponents."""

from grav.bots.perception import Perception
from grav.bots.simple_players import BasePlayer
from grav.game import Action, Pass, Place, View
from grav.lab.players import Entrant
from grav.native.board_queries import shapes_by_point
from grav.rules import Bonus, Point, breaches, legal_set, points_of
from grav.rules.board import all_points


class CorePlayer(BasePlayer):
    """`random` or `greedy`, with perfect perception or that of a level.

    As in the core, it declares all shapes in strict play, otherwise one bonus turn at a time.
    """

    def __init__(self, entrant: Entrant, seed: str) -> None:
        super().__init__(seed)
        self._greedy = entrant.choice == "greedy"
        self._model = entrant.perception
        self._perception = Perception(entrant.perception, seed)

    def delay(self, view: View) -> float:  # noqa: ARG002
        """Returns a random delay: which of several players shouts first is random."""
        return self._chance.random()

    def _sees_a_breach(self, view: View) -> bool:
        assert view.window is not None
        new, by = view.window.at, view.window.by
        board, last = self._history.before(view.board, new)
        if self._model.is_perfect:
            return bool(breaches(view.rules, board, last, new))
        return self._perception.breaches(view.rules, board, last, by)[new]

    def _place_or_pass(self, view: View, seat: int) -> Action:
        points = self._seemingly_legal(view, seat)
        if not points:
            if "pass" in view.may:
                return Pass(seat)
            # A bonus turn that must be used while every point breaks a rule: it may go unnoticed.
            empty = all_points(view.board.size) & ~view.board.stones
            points = sorted(points_of(empty, view.board.size))
        shapes = shapes_by_point(view.rules, view.board)
        if self._greedy:
            most = max(shapes[point] for point in points)
            points = [point for point in points if shapes[point] == most]
        at = self._chance.choice(points)
        return Place(seat, at, self._declaration(view, shapes[at]))

    def _seemingly_legal(self, view: View, seat: int) -> list[Point]:
        rules, board, last = view.rules, view.board, self._history.last
        if rules.is_strict or self._model.is_perfect:
            return sorted(points_of(legal_set(rules, board, last), board.size))
        broken = self._perception.breaches(rules, board, last, seat)
        return [point for point, breaks in broken.items() if not breaks]

    def _declaration(self, view: View, shapes: int) -> int | None:
        if view.rules.edition.bonus is not Bonus.DECLARED:
            return None
        return (
            shapes if view.rules.is_strict else min(self._perception.draw_noticed_shapes(shapes), 1)
        )
