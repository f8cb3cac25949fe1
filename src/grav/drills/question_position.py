"""Generates the position of a question: the pattern, the last stone, and filler stones."""

from dataclasses import dataclass
from random import Random

from grav.drills.question_pattern import Pattern, draw_pattern
from grav.drills.question_spec import Grade, Question, RuleName
from grav.rules import Board, Breach, Point, Rules, TooFullSquare, TooLongRun, breaches, legal_set

_SEATS = 2
_FILLER_PER_SIDE = {Grade.EASY: 0.5, Grade.MEDIUM: 1.0, Grade.HARD: 1.5}
"""Filler stones, for each point of the board's side."""
_MAX_ATTEMPTS = 3
"""Attempts for each filler stone: where little room is left, there are fewer stones."""
_MAX_NEARBY_DISTANCE = 4


@dataclass(frozen=True, slots=True)
class GeneratedPosition:
    """A position, and the stone that is placed there."""

    board: Board
    """Before the stone is placed."""
    new: Point
    by: int
    last: Point
    breaches: tuple[Breach, ...]


def generate_position(question: Question, rules: Rules, chance: Random) -> GeneratedPosition | None:
    """Returns a random position in which the question's rule, and no other, is at issue.

    Returns None if this draw fails: the stones find no room, a stone of the pattern broke a rule
    itself, or something else is broken too.
    """
    pattern = draw_pattern(question, rules.setting, chance)
    if pattern is None:
        return None
    by = chance.randrange(_SEATS)
    board = Board.empty(rules.size, _SEATS)
    for point, seat in zip(
        pattern.others, _draw_owners(question, pattern, by, chance), strict=True
    ):
        board = board.place(point, seat)
    if _pattern_breaks_itself(rules, board, pattern):
        return None
    with_new = board.place(pattern.new, by)
    last = _draw_last_stone(question, rules, with_new, pattern.new, chance)
    if last is None:
        return None
    with_new = _add_fillers(question, rules, with_new.place(last, 1 - by), pattern.new, chance)
    board = with_new.remove(pattern.new)
    found = breaches(rules, board, last, pattern.new)
    return (
        GeneratedPosition(board, pattern.new, by, last, found)
        if _breaks_what_is_asked(question, found)
        else None
    )


def _draw_owners(question: Question, pattern: Pattern, by: int, chance: Random) -> list[int]:
    """Draws the pattern's colours, which do not count but distract: one if easy, never if hard."""
    drawn = [chance.randrange(_SEATS) for _ in pattern.others]
    alike = [by] * len(drawn)
    match question.grade:
        case Grade.EASY:
            return alike
        case Grade.MEDIUM:
            return chance.choice((alike, drawn))
        case Grade.HARD:
            if drawn == alike and drawn:
                drawn[chance.randrange(len(drawn))] = 1 - by
            return drawn


def _pattern_breaks_itself(rules: Rules, board: Board, pattern: Pattern) -> bool:
    """Whether the pattern breaks a rule by itself, elsewhere than where the new stone does.

    Such a breach could not be called any more, but would look like one. Only a square that holds
    the new stone may be too full before: one that is overfilled by more than one stone.
    """
    b = rules.setting.b
    for point in pattern.others:
        for breach in breaches(rules, board, None, point):
            if not isinstance(breach, TooFullSquare) or not _square_contains(
                breach.corner, b, pattern.new
            ):
                return True
    return False


def _square_contains(corner: Point, b: int, point: Point) -> bool:
    return 0 <= point.column - corner.column < b and 0 <= point.row - corner.row < b


def _draw_last_stone(
    question: Question, rules: Rules, board: Board, new: Point, chance: Random
) -> Point | None:
    """Draws an empty point for the last stone, at the distance that the question needs."""
    wanted = _draw_distance(question, rules, chance)
    free = _free_points(rules, board)
    ring = [
        point
        for point in _all_points(rules.size)
        if point.taxi_distance(new) == wanted and free & board.bit(point)
    ]
    return chance.choice(ring) if ring else None


def _draw_distance(question: Question, rules: Rules, chance: Random) -> int:
    least, most = max(1, rules.setting.d), rules.setting.e
    if question.rule is RuleName.DISTANCE:
        beyond = question.margin if question.breaks else 0
        return least - beyond if question.near else most + beyond
    if question.alone:
        return chance.randint(2, max(3, rules.size // 2))
    if question.grade is Grade.HARD:
        return chance.choice((least, most))
    return chance.randint(least, most)


def _add_fillers(
    question: Question, rules: Rules, board: Board, new: Point, chance: Random
) -> Board:
    """Adds filler stones, about half of them near, for the seat with fewer stones; none changes
    the verdict."""
    wanted = round(_FILLER_PER_SIDE[question.grade] * rules.size)
    everywhere = _all_points(rules.size)
    nearby = [point for point in everywhere if point.taxi_distance(new) <= _MAX_NEARBY_DISTANCE]
    free = _free_points(rules, board)
    for _ in range(_MAX_ATTEMPTS * wanted):
        if not wanted:
            break
        point = chance.choice(chance.choice((everywhere, nearby)))
        if free & board.bit(point):
            own, theirs = board.counts()
            board = board.place(point, 0 if own < theirs else 1)
            free = _free_points(rules, board)
            wanted -= 1
    return board


def _free_points(rules: Rules, board: Board) -> int:
    """Returns the set of empty points where a stone would be in no run that is too long and no
    square that is too full. Computing it for all points at once costs less than for one."""
    return legal_set(rules, board, None)


def _breaks_what_is_asked(question: Question, found: tuple[Breach, ...]) -> bool:
    """Whether exactly what the question asks for is broken, or nothing if it asks for nothing."""
    if not question.breaks:
        return not found
    if question.rule is not RuleName.CONTINUITY:
        return {breach.rule for breach in found} == {question.rule}
    match found:
        case (TooLongRun(_, interval, _),):
            return interval == question.interval
        case _:
            return False


def _all_points(size: int) -> list[Point]:
    return [Point(column, row) for column in range(size) for row in range(size)]
