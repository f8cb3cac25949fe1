"""Spot the Grav: answers are true, and the question does not give them away."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from grav.drills import MIN_SPOT_SIZE, Grade, RuleName, Spot, series, spot
from grav.drills.perception_probabilities import perception_checks
from grav.drills.spot import MIDDLE_PERCEPTION
from grav.rules import (
    MAX_SIZE,
    Point,
    RulesError,
    Setting,
    TooFullSquare,
    breaches,
    points_of,
    rules_from_json,
)
from grav.rules.json_fields import FormError
from grav.testing import reference


@st.composite
def spots(draw: DrawFn, most_size: int = 19) -> Spot:
    return spot(
        draw(st.text("abc", max_size=3)),
        draw(st.integers(0, 10**6)),
        rule=draw(st.none() | st.sampled_from(RuleName)),
        size=draw(st.integers(MIN_SPOT_SIZE, most_size)),
        grade=draw(st.sampled_from(Grade)),
    )


def square_holds(breach: TooFullSquare, b: int, point: Point) -> bool:
    across, up = point.column - breach.corner.column, point.row - breach.corner.row
    return 0 <= across < b and 0 <= up < b


@given(spots(MAX_SIZE))
def test_the_answer_is_the_verdict_of_the_rules(position: Spot) -> None:
    found = breaches(position.rules, position.board, position.last, position.at)
    assert position.breaches == found
    assert position.violations == sorted({breach.rule for breach in found})


@given(spots(9))
def test_the_answer_agrees_with_the_reference_implementation(position: Spot) -> None:
    stones = reference.stones_of(position.board)
    found = reference.breaches(position.rules, stones, position.last, position.at)
    assert set(position.breaches) == set(found)


@given(spots())
def test_a_breach_breaks_one_rule(position: Spot) -> None:
    assert len(position.violations) <= 1
    if position.rule is not None:
        assert position.violations in ([], [position.rule])


@given(spots())
def test_where_one_rule_is_selected_no_other_binds(position: Spot) -> None:
    size, setting = position.rules.size, position.rules.setting
    loose = {
        RuleName.CONTINUITY: setting._replace(a=size),
        RuleName.DENSITY: setting._replace(b=2, c=4),
        RuleName.DISTANCE: setting._replace(d=0, e=2 * (size - 1)),
    }
    if position.rule is not None:
        assert loose[position.rule] == Setting(size, 2, 4, 0, 2 * (size - 1))


@given(spots())
def test_the_last_stone_is_on_an_empty_point_after_a_stone_of_the_opponent(position: Spot) -> None:
    board = position.board
    assert board.has(position.at)
    assert board.owner(position.at) is None
    assert board.owner(position.last) == 1 - position.by


@given(spots())
def test_a_fine_position_is_close_to_a_breach(position: Spot) -> None:
    checks = perception_checks(
        position.rules, position.board, position.last, position.at, position.by, MIDDLE_PERCEPTION
    )
    assert any(check.rule == (position.rule or check.rule) for check in checks)


@given(spots(13))
def test_no_earlier_stone_seems_to_break_a_rule(position: Spot) -> None:
    """Except those in a square that the new stone overfills by more than one."""
    rules, board = position.rules, position.board
    for point in points_of(board.stones, board.size):
        for breach in breaches(rules, board, None, point):
            assert isinstance(breach, TooFullSquare)
            assert square_holds(breach, rules.setting.b, position.at)
            assert position.grade is not Grade.HARD
            assert position.breaches


@given(spots())
def test_only_breaches_have_a_probability_to_be_seen(position: Spot) -> None:
    if position.breaches:
        assert position.seen is not None
        assert 0 < position.seen <= 1
    else:
        assert position.seen is None


@given(spots())
def test_json_has_all_parts_of_a_position(position: Spot) -> None:
    form = json.loads(json.dumps(position.to_json()))
    assert rules_from_json(form["rules"]) == position.rules
    assert Setting.parse(form["setting"]) == position.rules.setting
    assert form["board"] == position.board.rows()
    assert form["stone"] == {"by": position.by, "at": str(position.at)}
    assert form["last"] == str(position.last)
    assert form["breaches"] == [breach.to_json() for breach in position.breaches]
    assert form["violations"] == position.violations
    assert form["fine"] is (not position.breaches)
    assert (form["rule"], form["grade"]) == (position.rule, position.grade)
    assert form["seen"] == position.seen


@given(spots())
def test_the_question_is_the_position_without_the_answer(position: Spot) -> None:
    whole = position.to_json()
    told = {"fine", "violations", "breaches", "seen"}
    assert position.question_to_json() == {k: v for k, v in whole.items() if k not in told}
    truth = replace(position, breaches=(), seen=None)
    assert truth.question_to_json() == position.question_to_json()


@pytest.mark.parametrize("size", [MIN_SPOT_SIZE, 9, 13, MAX_SIZE])
def test_hard_distances_are_far_and_close_together(size: int) -> None:
    for position in series("hard", 40, rule=RuleName.DISTANCE, size=size, grade=Grade.HARD):
        d, e = position.rules.setting.d, position.rules.setting.e
        assert d > size // 3
        assert e - d in (1, 2)


def test_the_same_arguments_give_the_same_position() -> None:
    found = series("s", 20, rule=None, size=9, grade=Grade.HARD)
    for number, position in enumerate(found):
        assert position == spot("s", number, rule=None, size=9, grade=Grade.HARD)


def test_different_arguments_give_different_positions() -> None:
    found = [
        series(seed, 5, rule=rule, size=size, grade=grade)
        for seed, rule, size, grade in (
            ("s", None, 9, Grade.EASY),
            ("t", None, 9, Grade.EASY),
            ("s", RuleName.DENSITY, 9, Grade.EASY),
            ("s", None, 10, Grade.EASY),
            ("s", None, 9, Grade.HARD),
        )
    ]
    assert all(one != other for index, one in enumerate(found) for other in found[:index])


@pytest.mark.parametrize("size", [MIN_SPOT_SIZE - 1, MAX_SIZE + 1])
def test_a_board_that_is_too_small_or_too_large_is_refused(size: int) -> None:
    with pytest.raises(RulesError, match=f"{size}"):
        spot("s", 0, rule=None, size=size, grade=Grade.EASY)


def test_a_seed_that_is_no_text_is_refused() -> None:
    with pytest.raises(FormError):
        spot("\ud800", 0, rule=None, size=9, grade=Grade.EASY)


def test_an_answer_does_not_predict_the_next() -> None:
    answers = [bool(one.breaches) for one in series("s", 400, rule=None, size=7, grade=Grade.EASY)]
    same = sum(one == other for one, other in pairwise(answers))
    assert 0.4 < same / 399 < 0.6
