"""Draws what a position is to ask, before the position is generated.

Whether a rule is broken is a coin toss for each position, so that no series can be predicted.
Rules, lines with intervals, and sides are dealt from shuffled decks: each comes once before any
comes again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import TypeVar

from grav.rules import continuity, density, distance
from grav.rules.continuity import LINES, intervals

Direction = tuple[int, int]
"""Columns and rows per step."""
T = TypeVar("T")


class RuleName(StrEnum):
    """A placement rule, by the name that its breaches carry."""

    CONTINUITY = continuity.NAME
    DENSITY = density.NAME
    DISTANCE = distance.NAME


class Grade(StrEnum):
    """How hard a position is to judge."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


_MIN_RUN = 3  # the minimum of a, which allows the longest intervals
_STRAIGHT = LINES[:2]
_MARGINS = {Grade.EASY: (2,), Grade.MEDIUM: (1, 2), Grade.HARD: (1,)}


@dataclass(frozen=True, slots=True)
class Question:
    """The specification of one position."""

    rule: RuleName
    """The rule in question: it is broken, or only just kept."""
    alone: bool
    """Whether it is the only rule that binds."""
    grade: Grade
    size: int
    breaks: bool
    margin: int
    """How far beyond the bound a breach is."""
    direction: Direction
    interval: int
    near: bool
    """Whether the lower bound of the distance is in question, not the upper one."""


def draw_question(
    seed: str, number: int, rule: RuleName | None, size: int, grade: Grade, chance: Random
) -> Question:
    """Returns the question of this number in the series of a seed."""
    series = f"{seed} {rule or 'mixed'} {size} {grade}"
    rules = tuple(RuleName) if rule is None else (rule,)
    turn = number // len(rules)  # how often this rule has come before
    direction, interval = _deal_card(f"{series} runs", turn, _lines_and_intervals(size, grade))
    return Question(
        rule=_deal_card(f"{series} rules", number, rules),
        alone=rule is not None,
        grade=grade,
        size=size,
        breaks=chance.random() < 0.5,
        margin=chance.choice(_fitting_margins(size, grade, interval)),
        direction=direction,
        interval=interval,
        near=_deal_card(f"{series} sides", turn, (True, False)),
    )


def _fitting_margins(size: int, grade: Grade, interval: int) -> list[int]:
    """Returns the margins of a grade that fit at the interval; a margin of 1 always does."""
    room = (size - 1) // interval - _MIN_RUN + 1
    return [margin for margin in _MARGINS[grade] if margin <= room] or [1]


def _deal_card(name: str, number: int, cards: Sequence[T]) -> T:
    """Returns the card of this number from an endless sequence of shuffled decks."""
    deck, place = divmod(number, len(cards))
    return Random(f"{name} {deck}").sample(cards, len(cards))[place]


def _lines_and_intervals(size: int, grade: Grade) -> list[tuple[Direction, int]]:
    """Returns the lines and intervals of a grade that fit on the board."""
    room = intervals(size, _MIN_RUN)
    longest = room[-1]
    directions: tuple[Direction, ...] = LINES
    match grade:
        case Grade.EASY:
            directions, steps = _STRAIGHT, room[: min(2, max(1, longest // 2))]
        case Grade.MEDIUM:
            steps = room[:3]
        case Grade.HARD:
            steps = room[longest // 2 :]
    return [(direction, step) for direction in directions for step in steps]
