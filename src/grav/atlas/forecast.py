"""What a game by certain rules will be like, as far as it was measured."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from grav.atlas.board import Board, MeasuredRow
from grav.atlas.canonical import canonical
from grav.atlas.likeness import NEAR
from grav.atlas.measures import error_of, share_error, value_of
from grav.rules import Rules, Setting

NEIGHBOURS = 4
FEWEST = 2
"""Neighbours that a forecast needs: one alone does not say how far off it may be."""

Pair = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Near:
    """A measured setting that a forecast is made of, and how much it counts: 1 in all."""

    row: MeasuredRow
    weight: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """Measured, or between settings that were: then their mean, the nearer ones counting more."""

    rules: Rules
    board: Board
    near: tuple[Near, ...]
    is_exact: bool
    """Was this very setting measured, or one that does the same?"""

    @property
    def size(self) -> int:
        return self.board.size

    @property
    def games(self) -> int:
        """Played of each measured setting."""
        return self.board.games

    @property
    def setting(self) -> Setting:
        return canonical(self.rules.setting, self.rules.size)

    @property
    def wins(self) -> tuple[float, ...]:
        """The share of games won by the first, the second… in the order of play."""
        places = zip(*(near.row.wins for near in self.near), strict=True)
        weights = [near.weight for near in self.near]
        return tuple(_mean(place, weights) for place in places)

    def stored(self, name: str) -> float | None:
        found = [(near.row.stored(name), near.weight) for near in self.near]
        known = [(value, weight) for value, weight in found if value is not None]
        return _mean(*zip(*known, strict=True)) if known else None

    def value(self, name: str) -> float | None:
        """A measure by its name; None where there is nothing to measure."""
        return value_of(name, self)

    def error(self, name: str) -> float | None:
        """Its standard error. Between settings, how far these are apart is part of it."""
        if self.is_exact:
            return error_of(name, self.near[0].row)
        value = self.value(name)
        pairs = [(value_of(name, near.row), error_of(name, near.row)) for near in self.near]
        return None if value is None else self._error_between(value, pairs)

    @property
    def win_errors(self) -> tuple[float, ...]:
        """The standard errors of the wins by place."""
        rows = [near.row.wins for near in self.near]
        if self.is_exact:
            return tuple(share_error(share, self.games) for share in rows[0])
        found = []
        for place, value in enumerate(self.wins):
            pairs = [(wins[place], share_error(wins[place], self.games)) for wins in rows]
            found.append(self._error_between(value, pairs) or 0.0)
        return tuple(found)

    @property
    def harder_than(self) -> float:
        """The share of the settings measured here that are easier to see."""
        return self.board.share_below("difficulty", self.value("difficulty") or 0.0)

    def _error_between(self, value: float, pairs: Sequence[Pair]) -> float | None:
        """How far the neighbours are apart, and their own errors.

        Neighbours were played with the same chance, so that their errors do not cancel out.
        """
        apart = chance = 0.0
        for near, (other, error) in zip(self.near, pairs, strict=True):
            if other is None or error is None:
                return None
            apart += near.weight * (other - value) ** 2
            chance += near.weight * error
        return sqrt(apart + chance**2)


def forecast_on(board: Board, rules: Rules) -> Forecast | None:
    """What this board has to say of a setting; None where nothing that was measured is near."""
    if (row := board.find(rules.setting)) is not None:
        return Forecast(rules, board, (Near(row, 1.0),), is_exact=True)
    if board.is_sample:
        return None
    around = [pair for pair in board.nearest(rules.setting, NEIGHBOURS) if pair[0] <= NEAR]
    return between(board, rules, around) if len(around) >= FEWEST else None


def between(board: Board, rules: Rules, around: Sequence[tuple[float, MeasuredRow]]) -> Forecast:
    """A forecast from neighbours, each after how far it is; the nearer ones count more."""
    shares = [1 / distance**2 for distance, _ in around]
    weights = [share / sum(shares) for share in shares]
    near = (Near(row, weight) for (_, row), weight in zip(around, weights, strict=True))
    return Forecast(rules, board, tuple(near), is_exact=False)


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    pairs = zip(values, weights, strict=True)
    return sum(value * weight for value, weight in pairs) / sum(weights)
