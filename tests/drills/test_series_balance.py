"""Over a long series all kinds occur equally often, and grades mean what they say.

Every series has a fixed seed, so that the measured values are the same in every run. Random series
exceed the bounds only once in thousands.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from statistics import fmean

import pytest
from tests.subtests import every

from grav.drills import Grade, RuleName, Spot, series
from grav.rules import Breach, TooFullSquare, TooLongRun, WrongDistance, points_of
from grav.testing.games.drawing import LINES

MANY = 360
RULES = (None, *RuleName)
every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule or "mixed")
every_grade = pytest.mark.parametrize("grade", Grade)


@cache
def many(rule: RuleName | None, size: int, grade: Grade, count: int = MANY) -> Sequence[Spot]:
    return series("balance", count, rule=rule, size=size, grade=grade)


def broken(spots: Sequence[Spot]) -> list[Spot]:
    return [spot for spot in spots if spot.breaches]


def fine(spots: Sequence[Spot]) -> list[Spot]:
    return [spot for spot in spots if not spot.breaches]


def mean_seen(spots: Sequence[Spot]) -> float:
    return fmean(spot.seen for spot in broken(spots) if spot.seen is not None)


def runs(spots: Sequence[Spot]) -> list[TooLongRun]:
    return [run for spot in spots for run in spot.breaches if isinstance(run, TooLongRun)]


def line_of(run: TooLongRun) -> str:
    first, second = run.points[:2]
    step = (
        (second.column - first.column) // run.interval,
        (second.row - first.row) // run.interval,
    )
    return next(name for name, line in LINES.items() if line == step)


def assert_even(counts: Counter[str] | Counter[int], kinds: int) -> None:
    """Checks that there are this many kinds, and that no count is far from an equal share."""
    assert len(counts) == kinds
    share = counts.total() / kinds
    for count in counts.values():
        assert count == pytest.approx(share, abs=3.5 * share**0.5)


@every_rule
@every_grade
def test_half_are_breaches(rule: RuleName | None, grade: Grade) -> None:
    spots = many(rule, 9, grade)
    assert len(broken(spots)) == pytest.approx(MANY / 2, abs=3.5 * MANY**0.5 / 2)


@every_grade
def test_every_rule_is_broken_equally_often(grade: Grade) -> None:
    breaches = broken(many(None, 9, grade))
    assert_even(Counter(name for spot in breaches for name in spot.violations), kinds=3)


@every(
    ("grade", "size", "lines", "intervals"),
    [
        (Grade.EASY, 9, {"row", "column"}, {1}),
        (Grade.EASY, 19, {"row", "column"}, {1, 2}),
        (Grade.MEDIUM, 9, set(LINES), {1, 2}),
        (Grade.MEDIUM, 19, set(LINES), {1, 2, 3}),
        (Grade.HARD, 5, set(LINES), {1}),
        (Grade.HARD, 9, set(LINES), {2}),
        (Grade.HARD, 13, set(LINES), {3, 4}),
        (Grade.HARD, 19, set(LINES), {4, 5, 6}),
    ],
)
def test_lines_and_intervals_of_a_grade_come_equally_often(
    grade: Grade, size: int, lines: set[str], intervals: set[int]
) -> None:
    found = runs(many(RuleName.CONTINUITY, size, grade, 240))
    by_line, by_interval = Counter(map(line_of, found)), Counter(run.interval for run in found)
    assert (set(by_line), set(by_interval)) == (lines, intervals)
    assert_even(by_line, len(lines))
    assert_even(by_interval, len(intervals))


@every_grade
def test_distances_are_too_short_as_often_as_too_long(grade: Grade) -> None:
    found = [b for spot in many(RuleName.DISTANCE, 9, grade) for b in spot.breaches]
    sides = Counter(
        "near" if breach.distance < breach.minimum else "far"
        for breach in found
        if isinstance(breach, WrongDistance)
    )
    assert_even(sides, kinds=2)


@every_rule
@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_the_harder_the_grade_the_fewer_breaches_are_seen(rule: RuleName | None, size: int) -> None:
    easy, medium, hard = (mean_seen(many(rule, size, grade, 90)) for grade in Grade)
    assert hard < medium < easy


def excess(breach: Breach) -> int:
    """Returns by how much a breach exceeds its bound."""
    match breach:
        case WrongDistance(_, distance, least, most):
            return max(least - distance, distance - most)
        case TooLongRun(points, _, limit):
            return len(points) - limit
        case TooFullSquare(_, count, limit):
            return count - limit


@pytest.mark.parametrize(
    ("grade", "margins"), [(Grade.EASY, {2}), (Grade.MEDIUM, {1, 2}), (Grade.HARD, {1})]
)
def test_only_easy_and_medium_breaches_are_beyond_the_bound_by_more_than_one(
    grade: Grade, margins: set[int]
) -> None:
    breaches = [spot for rule in RULES for spot in broken(many(rule, 9, grade))]
    assert {max(map(excess, spot.breaches)) for spot in breaches} == margins


LOOKS: dict[str, Callable[[Spot], float]] = {
    "stones": lambda spot: sum(spot.board.counts()),
    "stones of the one who places": lambda spot: spot.board.counts()[spot.by],
    "stones nearby": lambda spot: sum(
        point.taxi_distance(spot.at) <= 3 for point in points_of(spot.board.stones, spot.board.size)
    ),
    "way to the edge": lambda spot: min(
        *spot.at, *(spot.rules.size - 1 - place for place in spot.at)
    ),
    **{
        name: (lambda spot, name=name: getattr(spot.rules.setting, name))  # type: ignore[misc]
        for name in "abcde"
    },
}


@every_rule
@every_grade
@every("look", LOOKS)
def test_features_of_a_board_do_not_reveal_the_answer(
    rule: RuleName | None, grade: Grade, look: str
) -> None:
    """A two-alternative test (AUC): guessing the breach from this feature of a breach and a fine
    position is right in 35 to 65 % of the pairs.
    """
    value = LOOKS[look]
    breaches = [value(spot) for spot in broken(many(rule, 9, grade))]
    others = [value(spot) for spot in fine(many(rule, 9, grade))]
    more = sum((one > other) + (one == other) / 2 for one in breaches for other in others)
    assert more / (len(breaches) * len(others)) == pytest.approx(0.5, abs=0.15)
