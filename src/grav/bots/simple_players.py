"""Two simple opponents: both keep the rules where they can, and check the others' stones."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable

from grav.bots.answer_delay import AnswerDelay
from grav.bots.move_history import MoveHistory
from grav.game import Accept, Action, Grav, Pass, Place, Remove, View
from grav.rules import Bonus, Point, breaches, legal_points, legal_set, points_of
from grav.rules.board import all_points

Chance = random.Random
ChoosePoint = Callable[[dict[Point, int], Chance], Point]
"""Chooses among the legal points, which come with the number of shapes they complete."""


def choose_any_point(legal: dict[Point, int], chance: Chance) -> Point:
    return chance.choice(list(legal))


def choose_most_shapes(legal: dict[Point, int], chance: Chance) -> Point:
    most = max(legal.values())
    return chance.choice([point for point, shapes in legal.items() if shapes == most])


class BasePlayer(ABC):
    """Base class: remembers the order of the stones, and acts on the view and that order."""

    def __init__(self, seed: str) -> None:
        self._chance = Chance(seed)
        self._history = MoveHistory()

    def hear(self, action: Action) -> None:  # noqa: B027
        """Does nothing: the next view shows the outcome."""

    def see(self, view: View) -> None:
        self._history.see(view)

    def act(self, view: View) -> Action:
        assert view.seat is not None
        if view.violator is not None:
            stones = points_of(view.board.owned[view.violator], view.board.size)
            return Remove(view.seat, self._chance.choice(sorted(stones)))
        if view.window is not None:
            return Grav(view.seat) if self._sees_a_breach(view) else Accept(view.seat)
        return self._place_or_pass(view, view.seat)

    @abstractmethod
    def delay(self, view: View) -> float:
        """Returns the seconds that it takes to answer."""

    @abstractmethod
    def _sees_a_breach(self, view: View) -> bool:
        """Whether to shout in this window."""

    @abstractmethod
    def _place_or_pass(self, view: View, seat: int) -> Action:
        """Returns the action for its turn."""


class SimplePlayer(BasePlayer):
    """Breaks no rule unless it must."""

    def __init__(self, choose: ChoosePoint, attention: float, seed: str) -> None:
        super().__init__(seed)
        self._choose = choose
        self._attention = attention
        """The share of windows in which it checks whether a rule is broken."""
        self._answer_delay = AnswerDelay(seed)

    def delay(self, view: View) -> float:
        return self._answer_delay.delay(view)

    def _sees_a_breach(self, view: View) -> bool:
        assert view.window is not None
        if self._chance.random() >= self._attention:
            return False
        new = view.window.at
        board, last = self._history.before(view.board, new)
        return bool(breaches(view.rules, board, last, new))

    def _place_or_pass(self, view: View, seat: int) -> Action:
        legal = legal_points(view.rules, view.board, self._history.last)
        if legal:
            at = self._choose(legal, self._chance)
            return Place(seat, at, _choose_declaration(view, at, legal[at]))
        if "pass" in view.may:
            return Pass(seat)
        # A bonus turn must be used, and every point breaks a rule: the breach may go unnoticed.
        empty = points_of(all_points(view.board.size) & ~view.board.stones, view.board.size)
        return Place(seat, self._chance.choice(sorted(empty)))


def _choose_declaration(view: View, at: Point, shapes: int) -> int | None:
    """Declares one bonus turn at most, and only if a legal point is left: it must be used."""
    if view.rules.edition.bonus is not Bonus.DECLARED:
        return None
    after = legal_set(view.rules, view.board.place(at, view.seat or 0), at)
    return min(shapes, 1) if after else 0


SIMPLE_PLAYERS: dict[str, tuple[ChoosePoint, float]] = {
    "random": (choose_any_point, 0.5),
    "greedy": (choose_most_shapes, 1.0),
}


def create_simple_player(name: str, seed: str) -> SimplePlayer:
    """Creates a simple player: `random` places on any legal point and checks half of the stones;
    `greedy` takes the most shapes and checks every stone."""
    return SimplePlayer(*SIMPLE_PLAYERS[name], seed)
