"""Forecasts of a game under given rules: measured, or interpolated between nearest neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from grav.atlas.canonical_setting import canonical_setting
from grav.atlas.measured_board import MeasuredBoard, MeasuredRow
from grav.atlas.measures import error_of, share_error, value_of
from grav.atlas.nearest_settings import MAX_DISTANCE
from grav.rules import Rules, Setting

NEIGHBOURS = 4
MIN_NEIGHBOURS = 2
"""Neighbours that a forecast needs: from one alone, its error cannot be estimated."""

Pair = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A measured setting that a forecast uses, and its weight; the weights sum to 1."""

    row: MeasuredRow
    weight: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """A measured setting, or the mean of measured neighbours, weighted by nearness."""

    rules: Rules
    board: MeasuredBoard
    near: tuple[Neighbour, ...]
    is_exact: bool
    """Whether this setting was measured, or an equivalent one."""

    @property
    def size(self) -> int:
        return self.board.size

    @property
    def games(self) -> int:
        """The number of games played of each measured setting."""
        return self.board.games

    @property
    def sampled_games(self) -> int:
        return self.board.sampled_games

    @property
    def setting(self) -> Setting:
        return canonical_setting(self.rules.setting, self.rules.size)

    @property
    def wins(self) -> tuple[float, ...]:
        """The share of games won by the first, the second… in the order of play."""
        places = zip(*(near.row.wins for near in self.near), strict=True)
        weights = [near.weight for near in self.near]
        return tuple(_weighted_mean(place, weights) for place in places)

    def stored_measure(self, name: str) -> float | None:
        found = [(near.row.stored_measure(name), near.weight) for near in self.near]
        known = [(value, weight) for value, weight in found if value is not None]
        return _weighted_mean(*zip(*known, strict=True)) if known else None

    def value(self, name: str) -> float | None:
        """Returns a measure by its name; None where there is nothing to measure."""
        return value_of(name, self)

    def error(self, name: str) -> float | None:
        """Returns its standard error; if interpolated, it includes the neighbours' spread."""
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
        """The share of the settings measured on this board with a lower difficulty."""
        return self.board.share_below("difficulty", self.value("difficulty") or 0.0)

    def _error_between(self, value: float, pairs: Sequence[Pair]) -> float | None:
        """Combines the spread of the neighbours' values with their own standard errors.

        Neighbours were played with the same seed, so their errors are taken as fully correlated:
        they are averaged and do not cancel out.
        """
        apart = chance = 0.0
        for near, (other, error) in zip(self.near, pairs, strict=True):
            if other is None or error is None:
                return None
            apart += near.weight * (other - value) ** 2
            chance += near.weight * error
        return sqrt(apart + chance**2)


def forecast_on_board(board: MeasuredBoard, rules: Rules) -> Forecast | None:
    """Returns the forecast of this board for a setting; None if no measured setting is near."""
    if (row := board.find(rules.setting)) is not None:
        return Forecast(rules, board, (Neighbour(row, 1.0),), is_exact=True)
    if board.is_sample:
        return None
    around = [pair for pair in board.nearest(rules.setting, NEIGHBOURS) if pair[0] <= MAX_DISTANCE]
    return interpolate(board, rules, around) if len(around) >= MIN_NEIGHBOURS else None


def interpolate(
    board: MeasuredBoard, rules: Rules, around: Sequence[tuple[float, MeasuredRow]]
) -> Forecast:
    """Interpolates between neighbours, given as (distance, row), with weights of 1 / distance²."""
    shares = [1 / distance**2 for distance, _ in around]
    weights = [share / sum(shares) for share in shares]
    near = (Neighbour(row, weight) for (_, row), weight in zip(around, weights, strict=True))
    return Forecast(rules, board, tuple(near), is_exact=False)


def _weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    pairs = zip(values, weights, strict=True)
    return sum(value * weight for value, weight in pairs) / sum(weights)
