"""How likely eyes see a breach, exactly: the perception of the core with its dice worked out.

The model is cpp/include/grav/perception.h. There a look is drawn; here it is weighed, so that the
answer has no scatter and needs no core. Tests hold the two together.
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
    """One thing that is looked at, because it is at a bound or beyond it."""

    rule: RuleName
    breaks: bool
    """Is the rule truly broken there?"""
    believed: float
    """The chance that it is taken for a breach."""


def glances(
    rules: Rules, board: Board, last: Point | None, new: Point, seat: int, eyes: Eyes
) -> Iterator[Glance]:
    """What these eyes look at when a stone of the seat falls on an empty point."""
    a, b, c, d, e = rules.setting
    if last is not None:
        yield from _distance(last.distance(new), d, e, eyes)
    yield from _square(board, new, b, c, eyes)
    # A run is looked at from the length of a on: from one more than a - 1.
    for run in continuity.breaches(board, new, a - 1):
        if run.interval in continuity.intervals(board.size, a):
            overlooked = _pressed(_hidden(run, board, new, seat, eyes), eyes)
            yield _counted(RuleName.CONTINUITY, len(run.points), a, overlooked, eyes)


def chance_to_see(looks: Iterable[Glance]) -> float:
    """How likely at least one true breach among them is seen."""
    return 1 - prod(1 - look.believed for look in looks if look.breaks)


def chance_to_shout(looks: Iterable[Glance]) -> float:
    """How likely anything among them is taken for a breach, rightly or not."""
    return 1 - prod(1 - look.believed for look in looks)


def _distance(found: int, least: int, most: int, eyes: Eyes) -> Iterator[Glance]:
    """The steps are counted rightly, one too many or one too few."""
    wrong = _pressed(eyes.distance + eyes.per_step * found, eyes)
    counts = {found: 1 - wrong, found - 1: wrong / 2, found + 1: wrong / 2}
    believed = sum(share for count, share in counts.items() if not least <= count <= most)
    if not least < found < most:
        yield Glance(RuleName.DISTANCE, not least <= found <= most, believed)


def _square(board: Board, new: Point, b: int, c: int, eyes: Eyes) -> Iterator[Glance]:
    """Only the fullest square is looked at, if it holds c stones or more."""
    full = max((square.count for square in density.breaches(board, new, b, c - 1)), default=0)
    if full:
        yield _counted(RuleName.DENSITY, full, c, _pressed(eyes.square, eyes), eyes)


def _counted(rule: RuleName, found: int, limit: int, overlooked: float, eyes: Eyes) -> Glance:
    """Stones that are seen at all are counted rightly, one too many or one too few."""
    wrong = _pressed(eyes.miscount, eyes) / 2
    too_many = {0: wrong, 1: 1 - wrong}.get(found - limit, 1.0)
    return Glance(rule, found > limit, (1 - overlooked) * too_many)


def _hidden(run: TooLongRun, board: Board, new: Point, seat: int, eyes: Eyes) -> float:
    """How easily a run is overlooked."""
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
    """A share under pressure."""
    return min(share * (1 + eyes.pressure), _NOBODY_OVERLOOKS_MORE)
