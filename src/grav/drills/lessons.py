"""The positions of the course, in order: one idea a step, each to be done by the player.

A position is given by the game that leads to it, in the text form (docs/notation.md). The player
has seat 0, which the text form calls 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from grav.drills.lesson_goals import (
    Goal,
    make_answering_goal,
    make_declaring_goal,
    make_passing_goal,
    make_placing_goal,
    make_removing_goal,
)
from grav.game import State
from grav.rules import Point

PLAYER = 0
_SEVEN_BY_SEVEN = "7x7 2p 3 3 4 2 4 revised"
_SHOUTED = "b4 ok e4 ok c4 ok c6 ok d4"
_WRONGLY_SHOUTED = "d4 ok f4 ok b4"
_TWO_SHAPES = "a4 ok e4 ok f3 ok c2 ok"


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """The definition of a lesson; its position is not played out yet."""

    id: str
    rules: str
    """The rules in one line; numbers that this lesson is not about do not bind."""
    game: str
    goal: Callable[[State], Goal]


PLANS = (
    LessonPlan("first_stone", _SEVEN_BY_SEVEN, "", make_placing_goal),
    LessonPlan("distance", "7x7 2p 7 2 4 2 4 revised first=1", "d4 ok", make_placing_goal),
    LessonPlan(
        "continuity_line",
        "7x7 2p 3 2 4 1 2 revised first=1",
        "e4 ok e6 ok f7 ok d7 ok e7 ok",
        make_placing_goal,
    ),
    LessonPlan(
        "continuity_diagonal",
        "7x7 2p 3 2 4 2 2 revised first=0",
        "g3 ok f4 ok e3 ok c3 ok d4 ok e5 ok",
        make_placing_goal,
    ),
    LessonPlan(
        "continuity_interval",
        "7x7 2p 3 2 4 2 2 revised first=1",
        "e1 ok e3 ok d4 ok b4 ok a5 ok c5 ok e5 ok",
        make_placing_goal,
    ),
    LessonPlan(
        "density", "7x7 2p 7 3 4 1 2 revised first=0", "c1 ok c3 ok a3 ok b2 ok", make_placing_goal
    ),
    LessonPlan(
        "three_rules",
        f"{_SEVEN_BY_SEVEN} first=1",
        "d6 ok c5 ok b3 ok d4 ok b4 ok f4 ok e3 ok g3 ok e1 ok g1 ok c1 ok",
        make_placing_goal,
    ),
    LessonPlan(
        "shape",
        f"{_SEVEN_BY_SEVEN} first=1",
        "b2 ok e2 ok e5 ok",
        partial(make_placing_goal, shape=True),
    ),
    LessonPlan(
        "declare",
        f"{_SEVEN_BY_SEVEN} first=0",
        _TWO_SHAPES,
        partial(make_declaring_goal, at=Point.parse("b3")),
    ),
    LessonPlan(
        "bonus_turn", f"{_SEVEN_BY_SEVEN} first=0", f"{_TWO_SHAPES} b3+2 ok", make_placing_goal
    ),
    LessonPlan(
        "window", f"{_SEVEN_BY_SEVEN} first=1", "b3 ok b1 ok d1 ok d5 ok c2", make_answering_goal
    ),
    LessonPlan("shout", f"{_SEVEN_BY_SEVEN} first=1", _SHOUTED, make_answering_goal),
    LessonPlan("remove", f"{_SEVEN_BY_SEVEN} first=1", f"{_SHOUTED} grav!", make_removing_goal),
    LessonPlan(
        "turn_after_shout", f"{_SEVEN_BY_SEVEN} first=1", f"{_SHOUTED} grav! -c4", make_placing_goal
    ),
    LessonPlan(
        "wrong_shout",
        f"{_SEVEN_BY_SEVEN} first=1",
        _WRONGLY_SHOUTED,
        partial(make_answering_goal, on_purpose=True),
    ),
    LessonPlan(
        "skipped_turn",
        f"{_SEVEN_BY_SEVEN} first=1",
        f"{_WRONGLY_SHOUTED} grav! d2",
        make_answering_goal,
    ),
    LessonPlan(
        "pass", "3x3 2p 3 3 4 1 4 revised first=0", "a1 ok b2 ok c1 ok b3 ok", make_passing_goal
    ),
    LessonPlan(
        "end",
        "5x5 2p 3 5 5 1 8 revised first=0",
        "c3 ok d5 ok a4 ok b1 ok e1 ok pass",
        make_passing_goal,
    ),
)
