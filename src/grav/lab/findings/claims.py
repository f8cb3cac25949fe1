"""Tests the rulebooks' claims about difficulty, on pairs of settings that are one step apart."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean

from grav.lab.findings.rows import find_measured_rows, measure_or_zero
from grav.rules import Setting

HARDNESS_MEASURES = (
    "traps", "traps_10", "traps_20", "traps_30", "traps_40", "choice", "fill", "difficulty",
)  # fmt: skip
"""Readings of "harder": more traps, over the game and on equally full boards, fewer legal points,
an emptier board, and our model."""

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
    falls: Mapping[str, float]
    """The share in which it falls."""


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
        {name: fmean(each < 0 for each in found) for name, found in differences.items()},
    )


def mean_by_number(number: str, size: int, measure: str) -> Iterator[tuple[int, float]]:
    """Returns the mean of a measure for each value of a number, or of the width e - d."""
    found: dict[int, list[float]] = {}
    for setting, row in find_measured_rows(size, "revised").items():
        at = setting.e - setting.d if number == "width" else getattr(setting, number)
        found.setdefault(at, []).append(measure_or_zero(measure, row))
    return ((at, fmean(found[at])) for at in sorted(found))
