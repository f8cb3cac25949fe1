"""Exact probabilities that a player notices a breach: the core's perception without sampling.

The model is cpp/include/grav/perception.h. There each check is sampled; here its probability is
computed, so that the result has no variance and needs no core. Tests compare the two.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod

from grav.drills.question_spec import RuleName
from grav.native import PerceptionModel
from grav.rules import Board, Point, Rules, TooLongRun, continuity, density

_MAX_PROBABILITY = 31 / 32


@dataclass(frozen=True, slots=True)
class PerceptionCheck:
    """One thing that the player checks, because it is at a bound or beyond it."""

    rule: RuleName
    breaks: bool
    """Whether the rule is really broken there."""
    believed: float
    """The probability that it is taken for a breach."""


def perception_checks(
    rules: Rules, board: Board, last: Point | None, new: Point, seat: int, model: PerceptionModel
) -> Iterator[PerceptionCheck]:
    """Yields what a player checks when a stone of the seat is placed on an empty point."""
    a, b, c, d, e = rules.setting
    if last is not None:
        yield from _distance_check(last.taxi_distance(new), d, e, model)
    yield from _square_check(board, new, b, c, model)
    # Runs of a stones or more are checked: those that are too long under a - 1.
    for run in continuity.breaches(board, new, a - 1):
        if run.interval in continuity.intervals(board.size, a):
            overlooked = _pressured_probability(
                _overlook_probability(run, board, new, seat, model), model
            )
            yield _count_check(RuleName.CONTINUITY, len(run.points), a, overlooked, model)


def notice_probability(checks: Iterable[PerceptionCheck]) -> float:
    """Returns the probability that at least one true breach among them is noticed."""
    return 1 - prod(1 - check.believed for check in checks if check.breaks)


def shout_probability(checks: Iterable[PerceptionCheck]) -> float:
    """Returns the probability that anything among them is taken for a breach, rightly or not."""
    return 1 - prod(1 - check.believed for check in checks)


def _distance_check(
    found: int, least: int, most: int, model: PerceptionModel
) -> Iterator[PerceptionCheck]:
    """Yields the check of the distance: counted rightly, one too many or one too few."""
    wrong = _pressured_probability(model.distance + model.per_step * found, model)
    counts = {found: 1 - wrong, found - 1: wrong / 2, found + 1: wrong / 2}
    believed = sum(share for count, share in counts.items() if not least <= count <= most)
    if not least < found < most:
        yield PerceptionCheck(RuleName.DISTANCE, not least <= found <= most, believed)


def _square_check(
    board: Board, new: Point, b: int, c: int, model: PerceptionModel
) -> Iterator[PerceptionCheck]:
    """Yields the check of the fullest square, if it holds c stones or more."""
    full = max((square.count for square in density.breaches(board, new, b, c - 1)), default=0)
    if full:
        yield _count_check(
            RuleName.DENSITY, full, c, _pressured_probability(model.square, model), model
        )


def _count_check(
    rule: RuleName, found: int, limit: int, overlooked: float, model: PerceptionModel
) -> PerceptionCheck:
    """Returns the check of a count: unless overlooked, it is right, or off by one."""
    wrong = _pressured_probability(model.miscount, model) / 2
    too_many = {0: wrong, 1: 1 - wrong}.get(found - limit, 1.0)
    return PerceptionCheck(rule, found > limit, (1 - overlooked) * too_many)


def _overlook_probability(
    run: TooLongRun, board: Board, new: Point, seat: int, model: PerceptionModel
) -> float:
    """Returns the probability that a run is overlooked, without time pressure."""
    first, second = run.points[:2]
    diagonal = first.column != second.column and first.row != second.row
    mixed = any(board.owner(point) != seat for point in run.points if point != new)
    return (
        model.run
        + model.per_interval * (run.interval - 1)
        + (model.diagonal if diagonal else 0)
        + (model.mixed if mixed else 0)
    )


def _pressured_probability(share: float, model: PerceptionModel) -> float:
    """Returns an error probability under time pressure."""
    return min(share * (1 + model.pressure), _MAX_PROBABILITY)
