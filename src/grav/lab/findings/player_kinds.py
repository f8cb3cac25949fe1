"""What carries over from random players to those that search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import correlation, median

from grav.atlas import GREEDY, RANDOM, SEARCH_1000, MeasuredRow
from grav.lab.findings.rows import find_measured_rows, measure_or_zero

COMPARED_KINDS = (RANDOM, GREEDY, SEARCH_1000)


@dataclass(frozen=True, slots=True)
class PlayerKindComparison:
    """A measure on the settings that search players have played as well."""

    settings: int
    medians: Mapping[str, float]
    """By kind of player; kinds that did not play all of these settings are left out."""
    alike: float | None
    """The Pearson correlation between random and search players over the settings. None where
    the measure is the same on all settings for either of them."""


def compare_player_kinds(size: int, edition: str, measure: str) -> PlayerKindComparison | None:
    """Compares random with search players; None where search players did not play."""
    by_who = rows_of_search_sample(size, edition)
    if not by_who:
        return None
    values = {who: [measure_or_zero(measure, row) for row in rows] for who, rows in by_who.items()}
    both = values[RANDOM], values[SEARCH_1000]
    differ = all(len(set(found)) > 1 for found in both)
    medians = {who: median(found) for who, found in values.items()}
    return PlayerKindComparison(len(both[0]), medians, correlation(*both) if differ else None)


def rows_of_search_sample(size: int, edition: str) -> Mapping[str, Sequence[MeasuredRow]]:
    """Returns the rows of the settings that search players have played, by kind of player.

    Only kinds that played all of these settings are included.
    """
    settings = find_measured_rows(size, edition, SEARCH_1000)
    if not settings:
        return {}
    found = {who: find_measured_rows(size, edition, who) for who in COMPARED_KINDS}
    return {
        who: [rows[setting] for setting in settings]
        for who, rows in found.items()
        if rows.keys() >= settings.keys()
    }
