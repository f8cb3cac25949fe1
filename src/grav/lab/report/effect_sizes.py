"""Effect sizes: how far a part of the rules changes a measure, in noticeable steps."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from grav.lab.report.averages import Average, averages, fair
from grav.lab.report.report_data import AROUND, NUMBERS, Data

MAIN = (
    "first_wins", "balance", "length", "fill", "chain", "bonus", "traps", "lead_changes", "drama",
)  # fmt: skip
"""The measures that describe what kind of game it is."""
CHALLENGE = ("breaches", "missed", "called", "wrong_shouts", "stolen")
NOTICED = {
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
_SLIGHT = 0.05
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
        return (most - least) / noticed(self.measure, most)

    @property
    def matters(self) -> bool:
        """Whether it is noticeable, and the intervals, where known, do not overlap."""
        low, high = self.most[1].low, self.least[1].high
        return self.steps >= 1 and (low is None or high is None or high < low)


def noticed(measure: str, most: float) -> float:
    """Returns the smallest relevant difference between values up to `most`."""
    return max(NOTICED.get(measure, _SLIGHT), _SLIGHT * most)


def effect(part: str, measure: str, found: dict[Any, Average], *, is_fair: bool = True) -> Effect:
    """Returns the effect from averages by value; of equal ones, the first counts."""
    least = min(found, key=lambda value: found[value].value)
    most = max(found, key=lambda value: found[value].value)
    return Effect(part, measure, (least, found[least]), (most, found[most]), is_fair)


def strongest(effects: Iterable[Effect]) -> Effect | None:
    """Returns the relevant effect with the most noticeable steps; None if there is none."""
    return max(
        (each for each in effects if each.matters), key=lambda each: each.steps, default=None
    )


def largest_effects(data: Data) -> list[Effect]:
    """Returns the strongest effect on each measure, largest first, at most `MAX_EFFECTS`.

    Fair comparisons are preferred to those that are not.
    """
    found: dict[str, Effect] = {}
    for measure in (*MAIN, *CHALLENGE):
        of_measure = [each for each in _effects(data, measure) if each.matters]
        best = strongest(each for each in of_measure if each.is_fair) or strongest(of_measure)
        if best is not None:
            found[measure] = best
    return sorted(found.values(), key=lambda each: -each.steps)[:MAX_EFFECTS]


def _effects(data: Data, measure: str) -> Iterator[Effect]:
    if not data.has(measure):
        return
    frame = data.frame.drop_nulls(measure)
    for part in (*NUMBERS, *AROUND):
        if frame[part].n_unique() > 1:
            selected = fair(frame, part)
            found = averages(selected.frame, (part,), measure)
            yield effect(part, measure, found, is_fair=selected.is_fair)
