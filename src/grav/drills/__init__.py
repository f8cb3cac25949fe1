"""Positions to learn from: a stone to judge, what each number does, the course for beginners.

Everything is data, and every right answer is computed by the rules or the game.
"""

from grav.drills.course import Course, FirstGame, Lesson, course
from grav.drills.examples import Example, Examples, examples
from grav.drills.lesson_goals import (
    AnsweringGoal,
    DeclaringGoal,
    Goal,
    PassingGoal,
    PlacingGoal,
    RemovingGoal,
    Task,
)
from grav.drills.question_spec import Grade, RuleName
from grav.drills.spot import MIN_SPOT_SIZE, Spot, series, spot

__all__ = [
    "MIN_SPOT_SIZE",
    "AnsweringGoal",
    "Course",
    "DeclaringGoal",
    "Example",
    "Examples",
    "FirstGame",
    "Goal",
    "Grade",
    "Lesson",
    "PassingGoal",
    "PlacingGoal",
    "RemovingGoal",
    "RuleName",
    "Spot",
    "Task",
    "course",
    "examples",
    "series",
    "spot",
]
