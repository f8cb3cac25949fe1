"""The course: every position results from a game, and the stated right answers are right."""

import json
import re
from pathlib import Path

import msgspec
from tests.subtests import every

from grav.drills import Lesson, PlacingGoal, course
from grav.game import (
    Accept,
    Grav,
    Place,
    Placed,
    Shouted,
    Stood,
    apply,
    replay,
    start,
    state_to_json,
    view,
)
from grav.rules import rules_from_json
from grav.server.messages.commands import NewTable
from grav.testing import play_all, reference, refusal_code

LESSONS = {lesson.id: lesson for lesson in course().lessons}
KINDS = {
    "first_stone": "place",
    "distance": "place",
    "continuity_line": "place",
    "continuity_diagonal": "place",
    "continuity_interval": "place",
    "density": "place",
    "three_rules": "place",
    "shape": "place",
    "declare": "declare",
    "bonus_turn": "place",
    "window": "answer",
    "shout": "answer",
    "remove": "remove",
    "turn_after_shout": "place",
    "wrong_shout": "answer",
    "skipped_turn": "answer",
    "pass": "pass",
    "end": "pass",
}
PLAYER, OTHER = 0, 1
BROKEN = {"shout", "remove", "turn_after_shout"}

every_lesson = every("lesson", LESSONS.values(), ids=LESSONS)
placings = [lesson for lesson in LESSONS.values() if isinstance(lesson.goal, PlacingGoal)]
every_placing = every("lesson", placings, ids=lambda lesson: lesson.id)


def goal_of(lesson: Lesson) -> PlacingGoal:
    assert isinstance(lesson.goal, PlacingGoal)
    return lesson.goal


def test_lessons_have_the_documented_order_and_names() -> None:
    assert {lesson.id: lesson.goal.task.value for lesson in course().lessons} == KINDS
    assert list(LESSONS) == list(KINDS)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", name) for name in KINDS)


def test_the_page_on_drills_lists_the_lessons_in_order() -> None:
    page = (Path(__file__).parents[2] / "docs/drills.md").read_text("utf-8")
    assert dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", page, re.MULTILINE)) == KINDS
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(KINDS)


@every_lesson
def test_a_position_is_the_result_of_its_actions(lesson: Lesson) -> None:
    states = [start(lesson.rules), *(step.state for step in replay(lesson.rules, lesson.actions))]
    assert state_to_json(states[-1]) == state_to_json(lesson.state)


@every_lesson
def test_the_action_that_is_asked_for_may_be_tried(lesson: Lesson) -> None:
    wanted = {"place": "place", "declare": "place", "answer": "grav"}
    kind = lesson.goal.task.value
    assert wanted.get(kind, kind) in view(lesson.state, lesson.seat).may


@every_lesson
def test_earlier_stones_broke_no_rule_but_the_one_to_shout_at(lesson: Lesson) -> None:
    steps = list(replay(lesson.rules, lesson.actions))
    verdicts = [e.verdict for step in steps for e in step.events if isinstance(e, Placed)]
    bad = [verdict for verdict in verdicts if verdict and verdict.breaches]
    assert len(bad) == (lesson.id in BROKEN)


@every_lesson
def test_every_right_action_is_accepted(lesson: Lesson) -> None:
    assert lesson.right_actions
    for action in lesson.right_actions:
        assert refusal_code(lesson.state, action) is None


@every_placing
def test_every_point_is_right_wrong_or_taken(lesson: Lesson) -> None:
    goal, stones = goal_of(lesson), reference.stones_of(lesson.state.board)
    points = reference.points_of_board(lesson.rules.size)
    assert sorted([*goal.right, *goal.wrong, *stones]) == points


@every_placing
def test_a_stone_on_a_right_point_is_legal_and_a_shout_at_it_is_wrong(lesson: Lesson) -> None:
    for action in lesson.right_actions:
        placed = play_all(lesson.state, action)
        assert isinstance(apply(placed, Accept(OTHER)).events[1], Stood)
        shout = apply(placed, Grav(OTHER)).events[0]
        assert isinstance(shout, Shouted)
        assert not shout.right


@every_placing
def test_the_explanation_of_a_wrong_point_is_the_breach_that_a_shout_shows(lesson: Lesson) -> None:
    for at, breaches in goal_of(lesson).wrong.items():
        shout = apply(play_all(lesson.state, Place(PLAYER, at)), Grav(OTHER)).events[0]
        assert isinstance(shout, Shouted)
        assert shout.breaches == breaches
        assert breaches or lesson.id == "shape"


@every_lesson
def test_json_has_the_position_the_task_and_the_outcome(lesson: Lesson) -> None:
    form = json.loads(json.dumps(lesson.to_json()))
    assert form["id"] == lesson.id
    assert rules_from_json(form["rules"]) == lesson.rules
    assert form["setting"] == str(lesson.rules.setting)
    assert form["view"]["board"] == lesson.state.board.rows()
    assert form["task"]["kind"] == KINDS[lesson.id]
    assert len(form["actions"]) == len(lesson.actions)
    assert (form["after"] is None) is (len(lesson.right_actions) != 1)
    if lesson.state.last is not None:
        assert form["view"]["last"] == str(lesson.state.last)


def test_the_outcome_of_a_stone_includes_what_follows_its_window() -> None:
    after = LESSONS["declare"].to_json()["after"]
    assert [event["event"] for event in after["events"]] == [
        "placed", "accepted", "stood", "bonus_turn_begun",
    ]  # fmt: skip
    assert after["view"]["on_bonus_turn"]
    assert after["view"]["board"] == LESSONS["bonus_turn"].state.board.rows()


def test_the_first_games_are_tables_that_a_server_accepts() -> None:
    helped, alone = course().to_json()["games"]
    for form, shown in ((helped, ("legal", "shapes", "last")), (alone, ())):
        table = msgspec.convert(form["table"], NewTable)
        assert table.settings.size == 7
        assert table.settings.setting == form["table"]["settings"]["setting"] == "3 3 4 2 4"
        assert table.settings.shown_help == shown
        assert table.settings.enforcement == "challenge"
        assert table.seats is not None
        assert [seat.level for seat in table.seats] == [None, form["level"]]
        assert (form["level"], tuple(form["help"])) == (1, shown)


def test_the_course_is_built_once() -> None:
    assert course() is course()
    json.dumps(course().to_json())
