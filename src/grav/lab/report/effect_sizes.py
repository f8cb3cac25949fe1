"""Effect sizes: how far a part of the rules changes a measure, in noticeable steps."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from grav.lab.report.averages import Average, compute_averages, select_fair_cells
from grav.lab.report.report_data import CELL_PARTS, NUMBERS, ReportData

MAIN_MEASURES = (
    "first_wins", "balance", "length", "fill", "chain", "bonus", "traps", "lead_changes", "drama",
)  # fmt: skip
"""The measures that describe what kind of game it is."""
CHALLENGE_MEASURES = ("breaches", "missed", "called", "wrong_shouts", "stolen")
NOTICEABLE_DIFFERENCES = {
    "first_wins": 0.05,
    "balance": 0.05,
    "length": 3.0,
    "fill": 0.05,
    "chain": 1.0,
    "bonus": 0.05,
    "choice": 1.0,
    "traps": 0.05,
    "lead_changes": 0.25,
    "drama": 0.2,
    "breaches": 0.5,
    "missed": 0.5,
    "called": 0.5,
    "wrong_shouts": 0.5,
    "stolen": 0.05,
}
"""The smallest relevant difference: five games or points in a hundred, a stone in a chain…"""
_NOTICEABLE_SHARE = 0.05
"""For large numbers, the smallest relevant difference as a share of the value."""
MAX_EFFECTS = 6


@dataclass(frozen=True, slots=True)
class Effect:
    """The values of a part at which a measure is smallest and largest."""

    part: str
    measure: str
    least: tuple[Any, Average]
    most: tuple[Any, Average]
    is_fair: bool = True

    @property
    def steps(self) -> float:
        most, least = self.most[1].value, self.least[1].value
        return (most - least) / noticeable_difference(self.measure, most)

    @property
    def matters(self) -> bool:
        """Whether it is noticeable, and the intervals, where known, do not overlap."""
        low, high = self.most[1].low, self.least[1].high
        return self.steps >= 1 and (low is None or high is None or high < low)


def noticeable_difference(measure: str, most: float) -> float:
    """Returns the smallest relevant difference between values up to `most`."""
    return max(NOTICEABLE_DIFFERENCES.get(measure, _NOTICEABLE_SHARE), _NOTICEABLE_SHARE * most)


def find_effect(
    part: str, measure: str, found: dict[Any, Average], *, is_fair: bool = True
) -> Effect:
    """Returns the effect from averages by value; of equal ones, the first counts."""
    least = min(found, key=lambda value: found[value].value)
    most = max(found, key=lambda value: found[value].value)
    return Effect(part, measure, (least, found[least]), (most, found[most]), is_fair)


def find_strongest(effects: Iterable[Effect]) -> Effect | None:
    """Returns the relevant effect with the most noticeable steps; None if there is none."""
    return max(
        (each for each in effects if each.matters), key=lambda each: each.steps, default=None
    )


def find_largest_effects(data: ReportData) -> list[Effect]:
    """Returns the strongest effect on each measure, largest first, at most `MAX_EFFECTS`.

    Fair comparisons are preferred to those that are not.
    """
    found: dict[str, Effect] = {}
    for measure in (*MAIN_MEASURES, *CHALLENGE_MEASURES):
        of_measure = [each for each in _effects(data, measure) if each.matters]
        best = find_strongest(each for each in of_measure if each.is_fair) or find_strongest(
            of_measure
        )
        if best is not None:
            found[measure] = best
    return sorted(found.values(), key=lambda each: -each.steps)[:MAX_EFFECTS]


def _effects(data: ReportData, measure: str) -> Iterator[Effect]:
    if not data.has(measure):
        return
    frame = data.frame.drop_nulls(measure)
    for part in (*NUMBERS, *CELL_PARTS):
        if frame[part].n_unique() > 1:
            selected = select_fair_cells(frame, part)
            found = compute_averages(selected.frame, (part,), measure)
            yield find_effect(part, measure, found, is_fair=selected.is_fair)
