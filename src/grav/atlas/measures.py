"""The measures of a setting: those that the files store, and those derived from them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Protocol

from grav.atlas.difficulty import difficulty
from grav.rules import Setting


class Kind(StrEnum):
    """What a number counts, which decides how it is formatted and how its error is estimated."""

    GAMES = "games"
    """A share of all games."""
    SHARE = "share"
    """A share of something else."""
    NUMBER = "number"


class Row(Protocol):
    """A setting with its measurements."""

    @property
    def size(self) -> int: ...
    @property
    def setting(self) -> Setting: ...
    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> Sequence[float]:
        """The shares of games won by the first, the second… in the order of play."""

    def stored(self, name: str) -> float | None:
        """Returns a stored measure; None where there was nothing to measure."""


Value = Callable[[Row], float | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: its name, its kind, and how its value is computed from a row."""

    name: str
    kind: Kind
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


STORED: Mapping[str, tuple[Kind, int]] = {
    "ties": (Kind.GAMES, 1000),
    "length": (Kind.NUMBER, 50),
    "length_spread": (Kind.NUMBER, 50),
    "margin": (Kind.NUMBER, 50),
    "margin_spread": (Kind.NUMBER, 50),
    "choice": (Kind.NUMBER, 50),
    "traps": (Kind.SHARE, 2000),
    "bonus": (Kind.SHARE, 1000),
    "chain": (Kind.NUMBER, 50),
    "chain_spread": (Kind.NUMBER, 50),
    "shaped": (Kind.GAMES, 1000),
    "first_shape": (Kind.NUMBER, 100),
    "first_shape_wins": (Kind.SHARE, 1000),
    "lead_changes": (Kind.NUMBER, 100),
    "lead_changes_spread": (Kind.NUMBER, 100),
    "drama": (Kind.NUMBER, 1000),
}
"""The measures stored for every setting, with their kind and their steps per unit."""
WINS_PER = 1000
"""Steps per unit of the wins by place. The last place is not stored: it has the rest."""


def win_columns(players: int) -> list[str]:
    """Returns the column names of the wins by place."""
    return [f"wins_{place}" for place in range(1, players)]


def _held(name: str) -> Measure:
    kind, per = STORED[name]
    return Measure(name, kind, lambda row: row.stored(name), per)


def _balance(row: Row) -> float:
    return 1 - (max(row.wins) - min(row.wins))


def _fill(row: Row) -> float | None:
    length = row.stored("length")
    return None if length is None else length / row.size**2


def _chain_share(row: Row) -> float | None:
    chain, length = row.stored("chain"), row.stored("length")
    return None if chain is None or not length else min(1.0, chain / length)


def _difficulty(row: Row) -> float | None:
    traps = row.stored("traps")
    return None if traps is None else difficulty(row.setting, row.size, traps)


_MEASURES = (
    Measure("first_wins", Kind.GAMES, lambda row: row.wins[0], WINS_PER),
    Measure("last_wins", Kind.GAMES, lambda row: row.wins[-1], WINS_PER),
    Measure("balance", Kind.SHARE, _balance, WINS_PER),
    _held("ties"),
    _held("length"),
    _held("length_spread"),
    Measure("fill", Kind.SHARE, _fill),
    _held("margin"),
    _held("margin_spread"),
    _held("choice"),
    _held("traps"),
    Measure("difficulty", Kind.NUMBER, _difficulty),
    _held("bonus"),
    _held("chain"),
    _held("chain_spread"),
    Measure("chain_share", Kind.SHARE, _chain_share),
    _held("shaped"),
    _held("first_shape"),
    _held("first_shape_wins"),
    _held("lead_changes"),
    _held("lead_changes_spread"),
    _held("drama"),
)
MEASURES: Mapping[str, Measure] = {measure.name: measure for measure in _MEASURES}
"""All measures by name, in the order of output."""


def value_of(name: str, row: Row) -> float | None:
    """Returns a measure of a row, by its name."""
    return MEASURES[name].value(row)


def error_of(name: str, row: Row) -> float | None:
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
        shaped = row.stored("shaped")
        return share_error(value, row.games * shaped) if shaped else None
    if MEASURES[name].kind is Kind.GAMES:
        return share_error(value, row.games)
    if name == "fill":
        error = error_of("length", row)
        return None if error is None else error / row.size**2
    spread = row.stored(f"{name}_spread") if f"{name}_spread" in STORED else None
    return None if spread is None else spread / sqrt(row.games)


def share_error(share: float, games: float) -> float:
    """Returns the standard error of a share of so many games.

    One more game of each kind is counted (Laplace's rule of succession), so that a share of 0 or 1
    does not get an error of 0.
    """
    likely = (share * games + 1) / (games + 2)
    return sqrt(likely * (1 - likely) / games)
