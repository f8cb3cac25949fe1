"""Each lesson: its task is about what the lesson teaches."""

from collections.abc import Iterator

import pytest

from grav.drills import (
    AnsweringGoal,
    DeclaringGoal,
    Lesson,
    PassingGoal,
    PlacingGoal,
    RemovingGoal,
    course,
)
from grav.game import (
    Accept,
    BonusTurnBegun,
    Ended,
    GameEnded,
    Grav,
    Over,
    Pass,
    Penalty,
    Place,
    RefusalCode,
    Remove,
    Removed,
    Shouted,
    Skipped,
    State,
    Stood,
    Turn,
    Voided,
    Window,
    apply,
)
from grav.rules import Breach, Point, TooLongRun, legal_set
from grav.testing import play_all, reference, refusal_code

LESSONS = {lesson.id: lesson for lesson in course().lessons}
PLAYER, OTHER = 0, 1


def goal_of(lesson: Lesson) -> PlacingGoal:
    assert isinstance(lesson.goal, PlacingGoal)
    return lesson.goal


def window(state: State) -> Window:
    assert isinstance(state.phase, Window)
    return state.phase


def wrong_in_reach(lesson: Lesson) -> Iterator[Breach]:
    """Yields the breaches at points at an allowed distance."""
    for found in goal_of(lesson).wrong.values():
        if not any(breach.rule == "distance" for breach in found):
            yield from found


def is_diagonal(run: Breach) -> bool:
    assert isinstance(run, TooLongRun)
    first, second = run.points[:2]
    return first.column != second.column and first.row != second.row


def test_the_first_stone_is_free() -> None:
    goal = goal_of(LESSONS["first_stone"])
    assert (len(goal.right), goal.wrong) == (49, {})


def test_only_distance_limits_the_second_stone() -> None:
    goal = goal_of(LESSONS["distance"])
    assert {breach.rule for found in goal.wrong.values() for breach in found} == {"distance"}
    assert len(goal.wrong) > 10 < len(goal.right)


@pytest.mark.parametrize(
    ("name", "diagonal", "interval"),
    [
        ("continuity_line", False, 1),
        ("continuity_diagonal", True, 1),
        ("continuity_interval", False, 2),
    ],
)
def test_each_lesson_on_continuity_is_about_one_kind_of_run(
    name: str, diagonal: bool, interval: int
) -> None:
    found = list(wrong_in_reach(LESSONS[name]))
    assert len(found) >= 2
    for run in found:
        assert isinstance(run, TooLongRun)
        assert (is_diagonal(run), run.interval) == (diagonal, interval)


def test_the_lesson_on_density_is_about_squares() -> None:
    assert {breach.rule for breach in wrong_in_reach(LESSONS["density"])} == {"density"}


def test_all_three_rules_meet() -> None:
    wrong = goal_of(LESSONS["three_rules"]).wrong.values()
    alone = [{breach.rule for breach in found} for found in wrong]
    assert all({rule} in alone for rule in ("continuity", "density", "distance"))


def test_completing_the_shape_gives_a_bonus_turn() -> None:
    lesson = LESSONS["shape"]
    assert goal_of(lesson).declare == {Point.parse("b5"): 1}
    (action,) = lesson.right_actions
    step = apply(play_all(lesson.state, action), Accept(OTHER))
    assert step.events[-1] == BonusTurnBegun(PLAYER, 0)


def test_legal_points_that_complete_no_shape_are_wrong() -> None:
    goal = goal_of(LESSONS["shape"])
    legal = [at for at, breaches in goal.wrong.items() if not breaches]
    assert legal
    for at in legal:
        assert window(play_all(LESSONS["shape"].state, Place(PLAYER, at))).verdict.shapes == 0


@pytest.mark.parametrize(("said", "bonus"), [(0, 0), (1, 1), (2, 2), (3, 0)])
def test_declaring_exactly_the_completed_shapes_earns_the_most(said: int, bonus: int) -> None:
    lesson = LESSONS["declare"]
    assert isinstance(lesson.goal, DeclaringGoal)
    assert lesson.right_actions == (Place(PLAYER, lesson.goal.at, 2),)
    state = play_all(lesson.state, Place(PLAYER, lesson.goal.at, said))
    assert window(state).bonus == bonus
    assert not window(state).verdict.breaches


def test_a_bonus_turn_has_to_be_used() -> None:
    state = LESSONS["bonus_turn"].state
    assert state.phase == Turn(PLAYER, on_bonus=True, bonus_turns=1, earned=2)
    assert refusal_code(state, Pass(PLAYER)) is RefusalCode.MUST_PLACE


def test_a_legal_stone_must_be_accepted() -> None:
    lesson = LESSONS["window"]
    assert lesson.right_actions == (Accept(PLAYER),)
    assert isinstance(apply(lesson.state, Accept(PLAYER)).events[-1], Stood)
    assert Skipped(PLAYER, 0) in apply(lesson.state, Grav(PLAYER)).events


def test_the_right_shout_voids_the_stone() -> None:
    lesson = LESSONS["shout"]
    assert lesson.right_actions == (Grav(PLAYER),)
    step = apply(lesson.state, Grav(PLAYER))
    assert isinstance(step.events[-1], Voided)
    assert step.state.phase == Penalty(PLAYER, OTHER)
    assert step.state.board == LESSONS["remove"].state.board


def test_any_stone_of_the_violator_can_be_removed_and_no_other() -> None:
    lesson = LESSONS["remove"]
    assert isinstance(lesson.goal, RemovingGoal)
    for at in lesson.goal.right:
        step = apply(lesson.state, Remove(PLAYER, at))
        assert step.events == (Removed(PLAYER, OTHER, at),)
        assert step.state.phase == Turn(PLAYER)
    for at in set(reference.points_of_board(7)) - set(lesson.goal.right):
        assert refusal_code(lesson.state, Remove(PLAYER, at)) is RefusalCode.NOT_THEIR_STONE


def test_after_the_shout_it_is_the_turn_of_the_shouter() -> None:
    assert LESSONS["turn_after_shout"].state.phase == Turn(PLAYER)


def test_a_wrong_shout_costs_a_turn() -> None:
    lesson = LESSONS["wrong_shout"]
    assert isinstance(lesson.goal, AnsweringGoal)
    assert lesson.goal.on_purpose
    assert lesson.right_actions == (Grav(PLAYER),)
    step = apply(lesson.state, Grav(PLAYER))
    assert [type(event) for event in step.events] == [Shouted, Stood, Skipped]
    assert step.state.phase == Turn(OTHER)
    assert step.state.board == lesson.state.board


def test_after_the_turn_that_was_skipped_play_goes_on() -> None:
    lesson = LESSONS["skipped_turn"]
    assert lesson.right_actions == (Accept(PLAYER),)
    state = apply(lesson.state, Accept(PLAYER)).state
    assert (state.phase, state.skips) == (Turn(PLAYER), (0, 0))


def test_a_player_without_a_legal_point_passes_and_the_game_goes_on() -> None:
    lesson = LESSONS["pass"]
    assert isinstance(lesson.goal, PassingGoal)
    assert not legal_set(lesson.rules, lesson.state.board, lesson.state.last)
    assert apply(lesson.state, Pass(PLAYER)).state.phase == Turn(OTHER)


def test_when_both_have_passed_the_player_with_more_stones_wins() -> None:
    lesson = LESSONS["end"]
    step = apply(lesson.state, Pass(PLAYER))
    assert step.events[-1] == GameEnded(Ended.PASSES, (PLAYER, OTHER))
    assert isinstance(step.state.phase, Over)
    assert step.state.board.counts() == (3, 2)
