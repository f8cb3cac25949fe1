"""Exact probabilities that a player notices a breach: the core's perception without sampling.

The model is cpp/include/grav/perception.h. There each check is sampled; here its probability is
computed, so that the result has no variance and needs no core. Tests compare the two.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod

from grav.drills.names import RuleName
from grav.native import Eyes
from grav.rules import Board, Point, Rules, TooLongRun, continuity, density

_NOBODY_OVERLOOKS_MORE = 31 / 32


@dataclass(frozen=True, slots=True)
class Glance:
    """One thing that the player checks, because it is at a bound or beyond it."""

    rule: RuleName
    breaks: bool
    """Whether the rule is really broken there."""
    believed: float
    """The probability that it is taken for a breach."""


def glances(
    rules: Rules, board: Board, last: Point | None, new: Point, seat: int, eyes: Eyes
) -> Iterator[Glance]:
    """Yields what a player checks when a stone of the seat is placed on an empty point."""
    a, b, c, d, e = rules.setting
    if last is not None:
        yield from _distance(last.distance(new), d, e, eyes)
    yield from _square(board, new, b, c, eyes)
    # Runs of a stones or more are checked: those that are too long under a - 1.
    for run in continuity.breaches(board, new, a - 1):
        if run.interval in continuity.intervals(board.size, a):
            overlooked = _pressed(_hidden(run, board, new, seat, eyes), eyes)
            yield _counted(RuleName.CONTINUITY, len(run.points), a, overlooked, eyes)


def chance_to_see(looks: Iterable[Glance]) -> float:
    """Returns the probability that at least one true breach among them is noticed."""
    return 1 - prod(1 - look.believed for look in looks if look.breaks)


def chance_to_shout(looks: Iterable[Glance]) -> float:
    """Returns the probability that anything among them is taken for a breach, rightly or not."""
    return 1 - prod(1 - look.believed for look in looks)


def _distance(found: int, least: int, most: int, eyes: Eyes) -> Iterator[Glance]:
    """Yields the check of the distance: counted rightly, one too many or one too few."""
    wrong = _pressed(eyes.distance + eyes.per_step * found, eyes)
    counts = {found: 1 - wrong, found - 1: wrong / 2, found + 1: wrong / 2}
    believed = sum(share for count, share in counts.items() if not least <= count <= most)
    if not least < found < most:
        yield Glance(RuleName.DISTANCE, not least <= found <= most, believed)


def _square(board: Board, new: Point, b: int, c: int, eyes: Eyes) -> Iterator[Glance]:
    """Yields the check of the fullest square, if it holds c stones or more."""
    full = max((square.count for square in density.breaches(board, new, b, c - 1)), default=0)
    if full:
        yield _counted(RuleName.DENSITY, full, c, _pressed(eyes.square, eyes), eyes)


def _counted(rule: RuleName, found: int, limit: int, overlooked: float, eyes: Eyes) -> Glance:
    """Returns the check of a count: unless overlooked, it is right, or off by one."""
    wrong = _pressed(eyes.miscount, eyes) / 2
    too_many = {0: wrong, 1: 1 - wrong}.get(found - limit, 1.0)
    return Glance(rule, found > limit, (1 - overlooked) * too_many)


def _hidden(run: TooLongRun, board: Board, new: Point, seat: int, eyes: Eyes) -> float:
    """Returns the probability that a run is overlooked, without time pressure."""
    first, second = run.points[:2]
    diagonal = first.column != second.column and first.row != second.row
    mixed = any(board.owner(point) != seat for point in run.points if point != new)
    return (
        eyes.run
        + eyes.per_interval * (run.interval - 1)
        + (eyes.diagonal if diagonal else 0)
        + (eyes.mixed if mixed else 0)
    )


def _pressed(share: float, eyes: Eyes) -> float:
    """Returns an error probability under time pressure."""
    return min(share * (1 + eyes.pressure), _NOBODY_OVERLOOKS_MORE)
