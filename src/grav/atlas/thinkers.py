"""Who wins among players who think: on a setting where they were measured, and on its board.

Games of players who search are slow, so most settings were not measured with them, but their board
was, on settings drawn at random (and a few that have a name). Random play does not stand in for
them: no place is better at luck.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import sqrt

from grav.atlas.atlas import Atlas
from grav.atlas.forecast import Forecast
from grav.atlas.measured_board import MeasuredBoard
from grav.atlas.player_kinds import SEARCH_100, SEARCH_1000, SEARCH_10000
from grav.rules import Rules

THINKERS = (SEARCH_1000, SEARCH_10000, SEARCH_100)
"""The kinds of players who think, the preferred first: with 10,000 simulations fewer games were
played, of fewer settings."""
MIN_DECIDED = 0.9
"""A setting is decided if one place wins at least this share of the games."""
EVEN_DEVIATIONS = 0.2
"""It is even if the best place has at most its fair share and this many standard deviations of a
single game: 60 % for two players, 43 % for three, 34 % for four and 24 % for six. With 64 games
that is 1.6 standard errors: one in nine settings on which two places are equal is not counted."""
_SIGNIFICANT = 2
"""A place is better off if it has so many standard errors more than its fair share."""
_FAR = 0.3
"""It is far ahead if it wins so much more than the worst place."""
MIN_OTHERS = 5
"""What holds on a board is said from so many settings measured with players who think; with fewer
it is not known. If something held on half of all settings, four drawn at random would agree on it
in one case of 16, five in one of 32: fewer do not say what mostly holds, even if they all agree."""
_MAX_CACHED = 256


class Standing(StrEnum):
    """How the places in the order of play compare on one setting."""

    EVEN = "even"
    UNCLEAR = "unclear"
    """One place won more often, which may be chance."""
    CLEAR = "clear"
    FAR = "far"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class MeasuredBalance:
    """What players who think did on a setting: the place that won most often, and its share."""

    player_kind: str
    games: int
    standing: Standing
    place: int
    """From 1, in the order of play."""
    share: float
    error: float
    """The standard error of the share."""


@dataclass(frozen=True, slots=True)
class BoardBalance:
    """On how many settings of a board one place nearly always wins, and on how many none does."""

    player_kind: str
    games: int
    measured: int
    decided: int
    even: int

    @property
    def is_enough(self) -> bool:
        """Whether so many settings were measured that they say something of the others."""
        return self.measured >= MIN_OTHERS

    @property
    def mostly(self) -> Standing:
        """What holds on at least half of the settings; unclear if neither does, or if too few were
        measured."""
        if not self.is_enough:
            return Standing.UNCLEAR
        if 2 * self.decided >= self.measured:
            return Standing.DECIDED
        return Standing.EVEN if 2 * self.even >= self.measured else Standing.UNCLEAR


@dataclass(frozen=True, slots=True)
class Thinkers:
    """What is known about players who think, for one setting."""

    board: BoardBalance
    here: MeasuredBalance | None
    """None if this very setting was not measured with them."""


def find_thinkers(known: Atlas, rules: Rules) -> Thinkers | None:
    """Returns what is known about players who think; None if the board was not measured so."""
    board = find_thinkers_board(known, rules)
    if board is None:
        return None
    forecasts = (known.forecast(rules, player_kind) for player_kind in THINKERS)
    here = next((found for found in forecasts if found is not None), None)
    return Thinkers(summarise_board(board), None if here is None else measure_balance(here))


def find_thinkers_board(known: Atlas, rules: Rules) -> MeasuredBoard | None:
    """Returns the measurements of this board with the preferred kind of players who think."""
    boards = (
        known.board(rules.size, rules.players, rules.edition, player_kind)
        for player_kind in THINKERS
    )
    return next((board for board in boards if board is not None), None)


@lru_cache(_MAX_CACHED)
def summarise_board(board: MeasuredBoard) -> BoardBalance:
    wins = [row.wins for row in board]
    decided, even = sum(map(is_decided, wins)), sum(map(is_even, wins))
    return BoardBalance(board.player_kind, board.games, len(board), decided, even)


def measure_balance(found: Forecast) -> MeasuredBalance:
    """Returns how the places compare by the games of one kind of player."""
    share = max(found.wins)
    best = found.wins.index(share)
    error = found.win_errors[best]
    standing = _classify(found.wins, error)
    return MeasuredBalance(found.board.player_kind, found.games, standing, best + 1, share, error)


def is_decided(wins: Sequence[float]) -> bool:
    return max(wins) >= MIN_DECIDED


def is_even(wins: Sequence[float]) -> bool:
    fair = 1 / len(wins)
    return max(wins) <= fair + EVEN_DEVIATIONS * sqrt(fair * (1 - fair))


def _classify(wins: Sequence[float], error: float) -> Standing:
    if is_decided(wins):
        return Standing.DECIDED
    if is_even(wins):
        return Standing.EVEN
    if max(wins) - 1 / len(wins) < _SIGNIFICANT * error:
        return Standing.UNCLEAR
    return Standing.FAR if max(wins) - min(wins) >= _FAR else Standing.CLEAR
