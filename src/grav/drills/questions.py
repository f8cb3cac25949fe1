"""What a position is to ask, before there is one.

Whether a rule is broken is a coin for each position, so that no series can be foretold. All else
is dealt like cards: every rule, line, interval and side comes once before any comes again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from grav.drills.names import Grade, RuleName
from grav.rules.continuity import LINES, intervals

Line = tuple[int, int]
"""Columns and rows to a step."""
T = TypeVar("T")

_SHORTEST_RUN = 3  # the least that a can be: no other has longer intervals
_STRAIGHT = LINES[:2]
_MARGINS = {Grade.EASY: (2,), Grade.MEDIUM: (1, 2), Grade.HARD: (1,)}


@dataclass(frozen=True, slots=True)
class Question:
    """One position in the making."""

    rule: RuleName
    """The rule that is in question: it is broken, or just not."""
    alone: bool
    """Is it the only rule that binds?"""
    grade: Grade
    size: int
    breaks: bool
    margin: int
    """How far beyond the bound a breach is."""
    line: Line
    interval: int
    near: bool
    """Of the two bounds of the distance: the least one?"""


def question(
    seed: str, number: int, rule: RuleName | None, size: int, grade: Grade, chance: Random
) -> Question:
    """The question of this number in the series of a seed."""
    series = f"{seed} {rule or 'mixed'} {size} {grade}"
    rules = tuple(RuleName) if rule is None else (rule,)
    turn = number // len(rules)  # how often this rule has come before
    line, interval = _dealt(f"{series} runs", turn, _runs(size, grade))
    return Question(
        rule=_dealt(f"{series} rules", number, rules),
        alone=rule is not None,
        grade=grade,
        size=size,
        breaks=chance.random() < 0.5,
        margin=chance.choice(_margins(size, grade, interval)),
        line=line,
        interval=interval,
        near=_dealt(f"{series} sides", turn, (True, False)),
    )


def _margins(size: int, grade: Grade, interval: int) -> list[int]:
    """The margins of a grade that find room at the interval; one stone too many always does."""
    room = (size - 1) // interval - _SHORTEST_RUN + 1
    return [margin for margin in _MARGINS[grade] if margin <= room] or [1]


def _dealt(name: str, number: int, cards: Sequence[T]) -> T:
    """The card of this number from an endless row of shuffled decks."""
    deck, place = divmod(number, len(cards))
    return Random(f"{name} {deck}").sample(cards, len(cards))[place]


def _runs(size: int, grade: Grade) -> list[tuple[Line, int]]:
    """The lines and intervals of a grade, as far as the board has room for them."""
    room = intervals(size, _SHORTEST_RUN)
    longest = room[-1]
    lines: tuple[Line, ...] = LINES
    match grade:
        case Grade.EASY:
            lines, steps = _STRAIGHT, room[: min(2, max(1, longest // 2))]
        case Grade.MEDIUM:
            steps = room[:3]
        case Grade.HARD:
            steps = room[longest // 2 :]
    return [(line, step) for line in lines for step in steps]
