"""The measures of a setting: those that the files store, and those derived from them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Protocol

from grav.atlas.difficulty import difficulty
from grav.rules import Setting


class MeasureKind(StrEnum):
    """What a number counts, which decides how it is formatted and how its error is estimated."""

    GAMES = "games"
    """A share of all games."""
    SHARE = "share"
    """A share of something else."""
    NUMBER = "number"


class MeasuredSetting(Protocol):
    """A setting with its measurements."""

    @property
    def size(self) -> int: ...
    @property
    def setting(self) -> Setting: ...
    @property
    def games(self) -> int: ...
    @property
    def sampled_games(self) -> int:
        """The games from which spreads, and measures at an equal number of stones, come."""

    @property
    def wins(self) -> Sequence[float]:
        """The shares of games won by the first, the second… in the order of play."""

    def stored_measure(self, name: str) -> float | None:
        """Returns a number of a stored column; None where there was nothing to measure, and where
        the file has no such column."""


Value = Callable[[MeasuredSetting], float | None]


@dataclass(frozen=True, slots=True)
class AtlasMeasure:
    """A measure: its name, its kind, and how its value is computed from a row."""

    name: str
    kind: MeasureKind
    value: Value
    per: int | None = None
    """Steps per unit: files store whole steps. None if it is derived from others."""

    @property
    def step(self) -> float | None:
        return None if self.per is None else 1 / self.per

    @property
    def is_stored(self) -> bool:
        """Whether files store it under this name."""
        return self.name in STORED


STAGES = (10, 20, 30, 40)
"""Percentages of the board's points that hold stones, at which positions are compared."""
STORED: Mapping[str, tuple[MeasureKind, int]] = {
    "ties": (MeasureKind.GAMES, 1000),
    "length": (MeasureKind.NUMBER, 50),
    "length_spread": (MeasureKind.NUMBER, 50),
    "margin": (MeasureKind.NUMBER, 50),
    "margin_spread": (MeasureKind.NUMBER, 50),
    "choice": (MeasureKind.NUMBER, 50),
    "traps": (MeasureKind.SHARE, 2000),
    "bonus": (MeasureKind.SHARE, 1000),
    "chain": (MeasureKind.NUMBER, 50),
    "chain_spread": (MeasureKind.NUMBER, 50),
    "shaped": (MeasureKind.GAMES, 1000),
    "first_shape": (MeasureKind.NUMBER, 100),
    "first_shape_wins": (MeasureKind.SHARE, 1000),
    "lead_changes": (MeasureKind.NUMBER, 100),
    "lead_changes_spread": (MeasureKind.NUMBER, 100),
    "drama": (MeasureKind.NUMBER, 1000),
    **{f"traps_{percent}": (MeasureKind.SHARE, 1000) for percent in STAGES},
    "skill": (MeasureKind.SHARE, 1000),
}
"""The stored measures, with their kind and their steps per unit."""
RATIO_SPREADS: Mapping[str, int] = {
    "choice_spread": 50,
    "traps_spread": 500,
    "bonus_spread": 500,
    "chain_share_spread": 500,
    "first_shape_spread": 50,
    "drama_spread": 50,
    **{f"traps_{percent}_spread": 200 for percent in STAGES},
}
"""Columns from which the errors of ratios follow, with their steps per unit: see
`grav.native.ratio_errors`. They are no measures of their own."""
SKILL_LADDER = (10, 20, 40, 80, 160, 320)
"""The single budgets of a skill trace, in simulations per move; the other seat has twice as many.

The lowest are where settings differ: under the rulebooks' bonus turns, whose winner 50 simulations
often settle, no more thinking changes the result.
"""
SKILL_TRACE: Mapping[str, int] = {
    "skill_error": 1000,
    **{f"skill_{simulations}": 1000 for simulations in SKILL_LADDER},
}
"""The standard error of `skill`, and the shares whose mean it is, with their steps per unit."""
WINS_STEPS_PER_UNIT = 1000
"""Steps per unit of the wins by place. The last place is not stored: it has the rest."""
STEPS_PER_UNIT: Mapping[str, int] = {
    "wins": WINS_STEPS_PER_UNIT,
    **{name: per for name, (_, per) in STORED.items()},
    **RATIO_SPREADS,
    **SKILL_TRACE,
}
"""The steps per unit of every stored column."""


def win_columns(players: int) -> list[str]:
    """Returns the column names of the wins by place."""
    return [f"wins_{place}" for place in range(1, players)]


def _stored(name: str) -> AtlasMeasure:
    kind, per = STORED[name]
    return AtlasMeasure(name, kind, lambda row: row.stored_measure(name), per)


def _balance(row: MeasuredSetting) -> float:
    return 1 - (max(row.wins) - min(row.wins))


def _fill(row: MeasuredSetting) -> float | None:
    length = row.stored_measure("length")
    return None if length is None else length / row.size**2


def _chain_share(row: MeasuredSetting) -> float | None:
    chain, length = row.stored_measure("chain"), row.stored_measure("length")
    return None if chain is None or not length else min(1.0, chain / length)


def _difficulty(row: MeasuredSetting) -> float | None:
    traps = row.stored_measure("traps_20")
    return None if traps is None else difficulty(row.setting, row.size, traps)


_MEASURES = (
    AtlasMeasure("first_wins", MeasureKind.GAMES, lambda row: row.wins[0], WINS_STEPS_PER_UNIT),
    AtlasMeasure("last_wins", MeasureKind.GAMES, lambda row: row.wins[-1], WINS_STEPS_PER_UNIT),
    AtlasMeasure("balance", MeasureKind.SHARE, _balance, WINS_STEPS_PER_UNIT),
    _stored("ties"),
    _stored("length"),
    _stored("length_spread"),
    AtlasMeasure("fill", MeasureKind.SHARE, _fill),
    _stored("margin"),
    _stored("margin_spread"),
    _stored("choice"),
    _stored("traps"),
    *(_stored(f"traps_{percent}") for percent in STAGES),
    AtlasMeasure("difficulty", MeasureKind.NUMBER, _difficulty),
    _stored("bonus"),
    _stored("chain"),
    _stored("chain_spread"),
    AtlasMeasure("chain_share", MeasureKind.SHARE, _chain_share),
    _stored("shaped"),
    _stored("first_shape"),
    _stored("first_shape_wins"),
    _stored("lead_changes"),
    _stored("lead_changes_spread"),
    _stored("drama"),
    _stored("skill"),
)
STAGE_MEASURES = frozenset(f"traps_{percent}" for percent in STAGES)
MEASURES: Mapping[str, AtlasMeasure] = {measure.name: measure for measure in _MEASURES}
"""All measures by name, in the order of output."""


def value_of(name: str, row: MeasuredSetting) -> float | None:
    """Returns a measure of a row, by its name."""
    return MEASURES[name].value(row)


def error_of(name: str, row: MeasuredSetting) -> float | None:
    """Returns the standard error of a measure, from the number of games played.

    None where the file does not store what is needed to estimate it.
    """
    value = value_of(name, row)
    if value is None:
        return None
    if name == "balance":
        # The best and the worst place are negatively correlated: if one wins, the other does not.
        best, worst = max(row.wins), min(row.wins)
        return sqrt(max(0.0, best + worst - (best - worst) ** 2) / row.games)
    if name == "first_shape_wins":
        shaped = row.stored_measure("shaped")
        return share_error(value, row.games * shaped) if shaped else None
    if MEASURES[name].kind is MeasureKind.GAMES:
        return share_error(value, row.games)
    if name == "fill":
        error = error_of("length", row)
        return None if error is None else error / row.size**2
    if name == "skill":
        return row.stored_measure("skill_error")
    if name == "difficulty":
        error = error_of("traps_20", row)
        return None if error is None else difficulty(row.setting, row.size, error)
    spread = row.stored_measure(f"{name}_spread")
    games = row.sampled_games if name in STAGE_MEASURES else row.games
    return None if spread is None else spread / sqrt(games)


def share_error(share: float, games: float) -> float:
    """Returns the standard error of a share of so many games.

    One more game of each kind is counted (Laplace's rule of succession), so that a share of 0 or 1
    does not get an error of 0.
    """
    likely = (share * games + 1) / (games + 2)
    return sqrt(likely * (1 - likely) / games)
