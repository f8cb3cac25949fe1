"""Tests the rulebooks' five claims against the atlas, and measures bonus turns and seats.

Computes the numbers of docs/findings.md; `grav lab findings` prints them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import correlation, fmean, median

from grav.atlas import (
    GREEDY,
    RANDOM,
    SEARCH_1000,
    MeasuredBoard,
    MeasuredRow,
    atlas,
    canonical_setting,
    value_of,
)
from grav.game import sensible_settings
from grav.lab.editions import ADVISED_EDITION
from grav.rules import Edition, Setting, parse_edition

CLAIM_SIZES = (7, 9, 13)
HARDNESS_MEASURES = ("traps", "choice", "fill", "difficulty")
"""Readings of "harder": more traps, fewer legal points, an emptier board, and our model."""
VARIANTS = (
    "revised",
    "classic",
    "revised min_shape=6",
    "revised min_shape=8",
    "revised shapes=whole",
    "revised bonus_limit=1",
    "revised bonus_limit=0",
    ADVISED_EDITION,
    "revised min_shape=8 bonus_limit=1",
)
COMPARED_MEASURES = (
    "first_wins",
    "length",
    "choice",
    "traps",
    "chain_share",
    "bonus",
    "lead_changes",
    "ties",
)
"""Measures for which random players are compared with search players."""
COMPARED_KINDS = (RANDOM, GREEDY, SEARCH_1000)
OUTCOME_MEASURES = (
    "chain_share",
    "bonus",
    "first_shape_wins",
    "lead_changes",
    "margin",
    "ties",
    "balance",
)

SettingChange = Callable[[Setting], Setting]


@dataclass(frozen=True, slots=True)
class RulebookClaim:
    """A claim of the rulebooks: this step of a setting makes the game harder."""

    name: str
    said: str
    step: SettingChange


def _same_share(setting: Setting) -> Setting:
    """Returns the setting with a larger square that allows about the same share of stones."""
    b = setting.b + 1
    c = round(setting.c * b * b / setting.b**2)
    return setting._replace(b=b, c=max(2, min(c, b * b - 1)))


CLAIMS = (
    RulebookClaim("a", "lower a", lambda it: it._replace(a=it.a - 1)),
    RulebookClaim("b", "higher b, same c", lambda it: it._replace(b=it.b + 1)),
    RulebookClaim("b share", "higher b, same share c / b²", _same_share),
    RulebookClaim("c", "lower c", lambda it: it._replace(c=it.c - 1)),
    RulebookClaim("width", "narrower e − d", lambda it: it._replace(e=it.e - 1)),
    RulebookClaim("distance", "lower d and e", lambda it: it._replace(d=it.d - 1, e=it.e - 1)),
)


@dataclass(frozen=True, slots=True)
class ClaimTest:
    """A claim tested on all pairs of settings that are one such step apart."""

    claim: RulebookClaim
    size: int
    pairs: int
    change: Mapping[str, float]
    """The mean change by the step, for each measure."""
    rises: Mapping[str, float]
    """The share of pairs in which the measure rises."""


def check_claim(claim: RulebookClaim, size: int) -> ClaimTest:
    rows = find_measured_rows(size, "revised")
    pairs = [
        (rows[setting], rows[harder]) for setting in rows if (harder := claim.step(setting)) in rows
    ]
    differences = {
        name: [
            measure_or_zero(name, after) - measure_or_zero(name, before) for before, after in pairs
        ]
        for name in HARDNESS_MEASURES
    }
    return ClaimTest(
        claim,
        size,
        len(pairs),
        {name: fmean(found) for name, found in differences.items()},
        {name: fmean(each > 0 for each in found) for name, found in differences.items()},
    )


def mean_by_number(number: str, size: int, measure: str) -> Iterator[tuple[int, float]]:
    """Returns the mean of a measure for each value of a number, or of the width e - d."""
    found: dict[int, list[float]] = {}
    for setting, row in find_measured_rows(size, "revised").items():
        at = setting.e - setting.d if number == "width" else getattr(setting, number)
        found.setdefault(at, []).append(measure_or_zero(measure, row))
    return ((at, fmean(found[at])) for at in sorted(found))


def median_outcomes(size: int, variant: str, who: str = RANDOM) -> dict[str, float] | None:
    """Returns the medians over all sensible settings; None where this was not measured."""
    rows = find_measured_rows(size, variant, who)
    if not rows:
        return None
    named = {
        name: median(measure_or_zero(name, row) for row in rows.values())
        for name in OUTCOME_MEASURES
    }
    return named | {"first_wins": median(row.wins[0] for row in rows.values())}


@dataclass(frozen=True, slots=True)
class PlayerKindComparison:
    """A measure on the settings that search players have played as well."""

    settings: int
    medians: Mapping[str, float]
    """By kind of player; kinds that did not play all of these settings are left out."""
    alike: float | None
    """The Pearson correlation between random and search players over the settings. None where
    the measure is the same on all settings for either of them."""


def compare_player_kinds(size: int, variant: str, measure: str) -> PlayerKindComparison | None:
    """Compares random with search players; None where search players did not play."""
    by_who = rows_of_search_sample(size, variant)
    if not by_who:
        return None
    values = {who: [measure_or_zero(measure, row) for row in rows] for who, rows in by_who.items()}
    both = values[RANDOM], values[SEARCH_1000]
    differ = all(len(set(found)) > 1 for found in both)
    medians = {who: median(found) for who, found in values.items()}
    return PlayerKindComparison(len(both[0]), medians, correlation(*both) if differ else None)


def rows_of_search_sample(size: int, variant: str) -> Mapping[str, Sequence[MeasuredRow]]:
    """Returns the rows of the settings that search players have played, by kind of player.

    Only kinds that played all of these settings are included.
    """
    settings = find_measured_rows(size, variant, SEARCH_1000)
    if not settings:
        return {}
    found = {who: find_measured_rows(size, variant, who) for who in COMPARED_KINDS}
    return {
        who: [rows[setting] for setting in settings]
        for who, rows in found.items()
        if rows.keys() >= settings.keys()
    }


def wins_by_place(size: int, players: int, variant: str = "revised") -> list[float]:
    """Returns the median share of games won by each place in the order of play."""
    rows = find_measured_rows(size, variant, players=players)
    return [median(row.wins[place] for row in rows.values()) for place in range(players)]


@cache
def find_measured_rows(
    size: int, variant: str, who: str = RANDOM, players: int = 2
) -> Mapping[Setting, MeasuredRow]:
    """Returns the sensible settings of a board that were measured, with their rows."""
    board = _board(size, players, parse_edition(variant), who)
    if board is None:
        return {}
    found = {setting: board.find(setting) for setting in _canonical_sensible_settings(size)}
    return {setting: row for setting, row in found.items() if row is not None}


def measure_or_zero(name: str, row: MeasuredRow) -> float:
    """Returns a measure; 0 where there was nothing to measure, as with games without shapes."""
    return value_of(name, row) or 0.0


@cache
def _canonical_sensible_settings(size: int) -> Sequence[Setting]:
    return [
        setting
        for setting in sensible_settings(size)
        if setting == canonical_setting(setting, size)
    ]


def _board(size: int, players: int, edition: Edition, who: str) -> MeasuredBoard | None:
    return atlas().board(size, players, edition, who)
