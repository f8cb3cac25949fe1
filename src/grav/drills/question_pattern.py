"""The stones that a question is about: a run or a square that breaks the rule, or only just not.

Where no rule is broken, the surplus stones of a breach lie right beside their places. So both cases
have as many stones, about as near; only counting tells them apart.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from grav.drills.question_spec import Question, RuleName
from grav.rules import Point, Setting


@dataclass(frozen=True, slots=True)
class Pattern:
    """Where the new stone is placed, and the stones around it that matter."""

    new: Point
    others: tuple[Point, ...] = ()


def draw_pattern(question: Question, setting: Setting, chance: Random) -> Pattern | None:
    """Draws the stones for a question; returns None if this draw has no room for them."""
    match question.rule:
        case RuleName.CONTINUITY:
            return _draw_run(question, setting, question.breaks, chance)
        case RuleName.DENSITY:
            return _draw_square(question, setting, question.breaks, chance)
        case RuleName.DISTANCE if question.alone:
            return Pattern(_draw_point(question.size, chance))
        case RuleName.DISTANCE:
            # Where other rules bind too, a decoy nearly breaks one of them: without it, the
            # absence of a run or square would reveal that the question is the distance.
            draw_decoy = chance.choice((_draw_run, _draw_square))
            return draw_decoy(question, setting, False, chance)


def _draw_run(question: Question, setting: Setting, breaks: bool, chance: Random) -> Pattern | None:
    """Draws a run of a + margin stones; or of exactly a, with the surplus beside the line."""
    size, a, margin = question.size, setting.a, question.margin
    across, up = (step * question.interval for step in question.direction)
    reach = a + margin - 1
    if reach * question.interval >= size:
        return None
    column = chance.randrange(size - reach * across)
    row = chance.randrange(max(0, -reach * up), size - max(0, reach * up))
    line = [Point(column + k * across, row + k * up) for k in range(reach + 1)]
    # At most a stones on either side, so that no run was too long before.
    place = chance.randint(reach - a, a)
    new = line[place]
    if breaks:
        return Pattern(new, tuple(point for point in line if point != new))
    first = chance.randint(max(0, place - a + 1), min(margin, place))  # start of the run of a
    gaps = [line[k] for k in (first - 1, first + a) if 0 <= k <= reach]
    return _move_beside(new, line, gaps, size, chance)


def _draw_square(
    question: Question, setting: Setting, breaks: bool, chance: Random
) -> Pattern | None:
    """Draws a square of c + margin stones; or of exactly c, with the surplus around it."""
    size, b, c = question.size, setting.b, setting.c
    column, row = chance.randrange(size - b + 1), chance.randrange(size - b + 1)
    inside = [Point(column + x, row + y) for x in range(b) for y in range(b)]
    new, *others = chance.sample(inside, c + question.margin)
    if breaks:
        return Pattern(new, tuple(others))
    around = {near for point in inside for near in _neighbours(point, size)} - set(inside)
    by_nearness = sorted(around, key=lambda point: (point.taxi_distance(new), point))
    moved = chance.sample(by_nearness[: len(around) // 2], question.margin)
    return Pattern(new, (*others[question.margin :], *moved))


def _move_beside(
    new: Point, line: Iterable[Point], gaps: list[Point], size: int, chance: Random
) -> Pattern | None:
    """Returns the line with the stones at the gaps moved beside it; None if there is no room."""
    stones = set(line) - set(gaps)
    for gap in gaps:
        free = [point for point in _neighbours(gap, size) if point not in stones | set(gaps)]
        if not free:
            return None
        stones.add(chance.choice(free))
    return Pattern(new, tuple(sorted(stones - {new})))


def _neighbours(point: Point, size: int) -> list[Point]:
    return [
        Point(x, y)
        for x in range(max(0, point.column - 1), min(size, point.column + 2))
        for y in range(max(0, point.row - 1), min(size, point.row + 2))
        if (x, y) != point
    ]


def _draw_point(size: int, chance: Random) -> Point:
    return Point(chance.randrange(size), chance.randrange(size))
