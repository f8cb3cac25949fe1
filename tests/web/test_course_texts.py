"""The course has its texts in every language, with placeholders that the client can fill."""

import re

from tests.subtests import every

from grav.drills.course import FirstGame, Lesson, course
from grav.drills.lesson_goals import DeclaringGoal, PlacingGoal
from grav.game import state_to_json
from grav.rules import Point
from grav.text import LANGUAGES, Language, catalogue

PARTS = ("title", "idea", "task", "done")
LESSON_VALUES = {*"abcde", "at", "count", "mine", "theirs"}
GAME_VALUES = {"name", "size"}
ONWARD = "onward"
"""The key of the step after the last one in web/src/pages/learn/courseProgress.ts."""

STEPS: list[Lesson | FirstGame] = [*course().lessons, *course().games]
each_step = every("step", STEPS, ids=[step.id for step in STEPS])
each_language = every("language", LANGUAGES)


@each_language
@each_step
def test_a_step_has_all_its_texts(step: Lesson | FirstGame, language: Language) -> None:
    texts = catalogue(language)
    assert [part for part in PARTS if f"course.{step.id}_{part}" not in texts] == []


@each_language
@each_step
def test_texts_use_only_values_that_a_client_has(
    step: Lesson | FirstGame, language: Language
) -> None:
    known = LESSON_VALUES if isinstance(step, Lesson) else GAME_VALUES
    for part in PARTS:
        text = catalogue(language)[f"course.{step.id}_{part}"]
        assert set(re.findall(r"\{(\w+)", text)) <= known


@every("lesson", course().lessons, ids=[each.id for each in course().lessons])
def test_texts_name_an_exact_distance_only_if_there_is_one(lesson: Lesson) -> None:
    text = catalogue(Language.EN)[f"course.{lesson.id}_task"]
    if "exactly {d}" in text:
        assert lesson.rules.setting.d == lesson.rules.setting.e


def test_if_a_shape_is_to_be_placed_it_consists_of_all_stones() -> None:
    """The client draws all stones as the shape: no message has the points of a shape that is still
    to be completed.
    """
    lessons = [each for each in course().lessons if getattr(each.goal, "declare", None)]
    assert lessons
    for lesson in lessons:
        assert isinstance(lesson.goal, PlacingGoal)
        rows = state_to_json(lesson.state)["board"]
        stones = {
            Point(column, len(rows) - 1 - below)
            for below, row in enumerate(rows)
            for column, sign in enumerate(row)
            if sign != "."
        }
        for at in lesson.goal.right:
            both = stones | {at}
            low = (min(p.column for p in both), min(p.row for p in both))
            high = (max(p.column for p in both), max(p.row for p in both))
            turned = {Point(low[0] + high[0] - p.column, low[1] + high[1] - p.row) for p in both}
            assert turned == both


def test_the_number_to_declare_has_a_button() -> None:
    for lesson in course().lessons:
        if isinstance(lesson.goal, DeclaringGoal):
            assert 0 < len(lesson.goal.shapes) < 4


def test_no_step_has_the_key_of_the_end() -> None:
    assert ONWARD not in {step.id for step in STEPS}
