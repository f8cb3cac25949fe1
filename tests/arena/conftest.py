"""Scripted players, and results of games that were not played."""

from collections.abc import Callable, Sequence

import pytest

from grav.arena import PlayedGame
from grav.game import Accept, Action, Ended, Pass, Place, Remove, View
from grav.rules import Point, points_of
from grav.rules.board import all_points


class ScriptedPlayer:
    """A player that takes the first empty point, always accepts, and passes only if it must.

    `moves` gives another action for a view, or None for the default one.
    """

    def __init__(
        self, moves: Callable[[View], Action | None] = lambda _: None, pause: float = 1.0
    ) -> None:
        self._moves, self._pause = moves, pause
        self.heard: list[Action] = []
        self.seen: list[View] = []
        self.asked: list[View] = []

    def hear(self, action: Action) -> None:
        self.heard.append(action)

    def see(self, view: View) -> None:
        self.seen.append(view)

    def act(self, view: View) -> Action:
        assert view.seat is not None
        self.asked.append(view)
        action = self._moves(view)
        if action is not None:
            return action
        if view.violator is not None:
            return Remove(view.seat, _points(view.board.owned[view.violator], view)[0])
        if view.window is not None:
            return Accept(view.seat)
        empty = _points(all_points(view.board.size) & ~view.board.stones, view)
        return Place(view.seat, empty[0]) if empty else Pass(view.seat)

    def delay(self, view: View) -> float:  # noqa: ARG002
        return self._pause


def _points(points: int, view: View) -> list[Point]:
    return sorted(points_of(points, view.board.size))


@pytest.fixture(scope="session")
def scripted() -> type[ScriptedPlayer]:
    return ScriptedPlayer


@pytest.fixture(scope="session")
def won() -> Callable[..., PlayedGame]:
    """Returns a function that makes the result of a game from its number, players and ranking."""

    def game(
        number: int, seats: Sequence[str], ranking: Sequence[int], starter: int = 0
    ) -> PlayedGame:
        none = (0,) * len(seats)
        stones = tuple(9 - list(ranking).index(seat) for seat in range(len(seats)))
        order = tuple(seats), starter, tuple(ranking), stones, Ended.PASSES
        return PlayedGame(number, *order, none, none, none, ())

    return game
