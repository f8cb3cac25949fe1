"""Draws the setting of a question: numbers such as people play, scaled by the grade."""

from random import Random

from grav.drills.question_spec import Grade, Question, RuleName
from grav.rules import Setting

_RUNS = (3, 4, 5)
_SQUARES = {
    Grade.EASY: ((2, 2), (3, 3), (3, 4), (3, 5)),
    Grade.MEDIUM: ((3, 3), (3, 4), (3, 5), (4, 5), (4, 6)),
    Grade.HARD: ((3, 4), (3, 5), (4, 6), (4, 7), (5, 8), (5, 10)),
}
"""b and c: the square, and the stones that it may hold."""


def draw_setting(question: Question, chance: Random) -> Setting:
    """Returns a random setting under which the question can be asked."""
    drawn = Setting(
        _draw_a(question, chance),
        *_draw_b_and_c(question, chance),
        *_draw_d_and_e(question, chance),
    )
    return _loosen_other_rules(question.rule, drawn, question.size) if question.alone else drawn


def _loosen_other_rules(rule: RuleName, drawn: Setting, size: int) -> Setting:
    """Returns the setting with all other rules loosened so that nothing can break them."""
    free = Setting(a=size, b=2, c=4, d=0, e=2 * (size - 1))
    match rule:
        case RuleName.CONTINUITY:
            return free._replace(a=drawn.a)
        case RuleName.DENSITY:
            return free._replace(b=drawn.b, c=drawn.c)
        case RuleName.DISTANCE:
            return free._replace(d=drawn.d, e=drawn.e)


def _draw_a(question: Question, chance: Random) -> int:
    """Returns an a whose run, with the surplus stones, fits on the board at the interval."""
    beyond = question.margin - 1
    fitting = [a for a in _RUNS if (a + beyond) * question.interval < question.size]
    return chance.choice(fitting)


def _draw_b_and_c(question: Question, chance: Random) -> tuple[int, int]:
    """Returns b and c: a square smaller than the board, with room for the surplus stones.

    Where other rules bind too, it may hold at least a row of stones and one more.
    """
    fitting = [
        (b, c)
        for b, c in _SQUARES[question.grade]
        if b < question.size and c + question.margin <= b * b and (question.alone or c > b)
    ]
    return chance.choice(fitting)


def _draw_d_and_e(question: Question, chance: Random) -> tuple[int, int]:
    """Returns d and e: short if easy; if hard, about a third of the board's side and more, which
    take longer to count, and close together."""
    is_hard = question.grade is Grade.HARD
    long = question.size // 3 if is_hard else 0
    spread = {Grade.EASY: 1, Grade.MEDIUM: 2, Grade.HARD: max(1, question.size // 4)}
    more = spread[question.grade]
    too_near_by = question.margin if question.near else 0
    least = 1 + too_near_by + long + chance.randint(0, more)
    return least, least + 1 + chance.randint(0, 1 if is_hard else more)
