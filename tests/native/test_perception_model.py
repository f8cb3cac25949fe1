"""The perception model: missed breaches and false alarms, in many samples with wide margins."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.subtests import every

from grav.native import (
    PERFECT_PERCEPTION,
    PerceptionModel,
    board_array,
    legal_masks,
    perceived_breaches,
    point_index,
)
from grav.rules import Board, Point, Rules, Setting, parse_rules
from grav.testing.games.drawing import Drawing, parse_drawing, parse_line_drawing
from grav.testing.reference import stones_of
from grav.testing.strategies import Position, positions

pytestmark = pytest.mark.needs_core

LOOKS = 4000


def rules_for(board: Board, numbers: str) -> Rules:
    return parse_rules(f"{board.size}x{board.size} 2p {numbers} revised")


def share_seen(
    drawing: Drawing,
    numbers: str,
    model: PerceptionModel,
    *,
    last: str | None = None,
    seat: int = 0,
) -> float:
    """Returns the share of samples in which the marked point is perceived as a breach."""
    board, at = drawing.board, drawing.asked_point
    before = point_index(None if last is None else Point.parse(last), board.size)
    lasts = np.array([before], np.int32)
    rules = rules_for(board, numbers)
    seen = perceived_breaches(rules, board_array(board)[None], lasts, seat, model, 11, LOOKS)
    return int(seen[0, at.row, at.column]) / LOOKS


def run_seen(text: str, line: str, model: PerceptionModel) -> float:
    """The same for a run alone: no square is full, and no distance is measured."""
    return share_seen(parse_line_drawing(text, line), "3 2 4 0 99", model)


@given(positions(), st.integers(0, 8))
def test_perfect_perception_is_the_truth_everywhere(position: Position, pressure: int) -> None:
    rules, board, last = position
    boards = board_array(board)[None]
    lasts = np.array([point_index(last, rules.size)], np.int32)
    seen = perceived_breaches(
        rules, boards, lasts, 0, PERFECT_PERCEPTION.with_pressure(pressure), seed=1
    )
    legal = legal_masks(rules, boards, lasts)
    assert ((seen == 0) == (legal | (boards >= 0))).all()


def test_samples_are_reproducible_from_the_seed() -> None:
    rules = parse_rules("9x9 2p 3 3 4 2 4 revised")
    boards = np.full((40, 9, 9), -1, np.int8)
    boards[:, 2:5, 2:5] = 0
    lasts = np.full(40, 2 * 9 + 2, np.int32)
    model = PerceptionModel(run=0.3, square=0.3, distance=0.3)
    one = perceived_breaches(rules, boards, lasts, 0, model, seed=1, draws=20)
    assert np.array_equal(one, perceived_breaches(rules, boards, lasts, 0, model, 1, 20, threads=3))
    assert not np.array_equal(
        one, perceived_breaches(rules, boards, lasts, 0, model, seed=2, draws=20)
    )
    assert not np.array_equal(one[0], one[1])  # equal boards have independent samples


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_run_is_missed_as_often_as_the_model_says(share: float) -> None:
    seen = run_seen("X X X *", "row", PerceptionModel(run=share))
    assert seen == pytest.approx(1 - share, abs=0.05)


def test_misses_grow_with_the_interval() -> None:
    model = PerceptionModel(run=0.1, per_interval=0.2)
    runs = ("X X X * . . . . . .", "X . X . X . * . . .", "X . . X . . X . . *")
    shares = [run_seen(run, "row", model) for run in runs]
    assert shares == pytest.approx([0.9, 0.7, 0.5], abs=0.05)


@pytest.mark.parametrize(
    ("line", "seen"), [("row", 0.8), ("column", 0.8), ("rising", 0.5), ("falling", 0.5)]
)
def test_misses_grow_on_diagonals(line: str, seen: float) -> None:
    model = PerceptionModel(run=0.2, diagonal=0.3)
    assert run_seen("X X X *", line, model) == pytest.approx(seen, abs=0.05)


def test_misses_grow_where_colours_mix() -> None:
    model = PerceptionModel(run=0.1, mixed=0.5)
    assert run_seen("X X X *", "row", model) == pytest.approx(0.9, abs=0.05)
    assert run_seen("X O X *", "row", model) == pytest.approx(0.4, abs=0.05)
    # The colour of the new stone counts, too.
    assert run_seen("O O O *", "row", model) == pytest.approx(0.4, abs=0.05)
    theirs = share_seen(parse_line_drawing("O O O *", "row"), "3 2 4 0 99", model, seat=1)
    assert theirs == pytest.approx(0.9, abs=0.05)


FULL_SQUARE = parse_drawing("""
    . . . . .
    . . . . .
    . . . . .
    X O . . .
    O * . . .
""")


def test_misses_grow_with_pressure() -> None:
    for drawing, numbers in (
        (parse_line_drawing("X X X *", "row"), "3 2 4 0 99"),
        (FULL_SQUARE, "3 2 3 0 99"),
    ):
        model = PerceptionModel(run=0.2, square=0.2)
        shares = [
            share_seen(drawing, numbers, model.with_pressure(pressure)) for pressure in (0, 1, 3)
        ]
        assert shares == pytest.approx([0.8, 0.6, 0.2], abs=0.05)


def test_nobody_misses_everything() -> None:
    blind = PerceptionModel(run=1, square=1, distance=1).with_pressure(8)
    assert run_seen("X X X *", "row", blind) == pytest.approx(1 / 32, abs=0.02)
    assert share_seen(FULL_SQUARE, "3 2 3 0 99", blind) == pytest.approx(1 / 32, abs=0.02)


def test_only_distances_next_to_a_bound_are_misjudged() -> None:
    """Allowed are 3 to 5 steps from a1: two steps outside the bounds are always seen as breaches,
    and one step inside them always as legal.
    """
    rules = parse_rules("9x9 2p 3 2 4 3 5 revised")
    boards = np.full((1, 9, 9), -1, np.int8)
    boards[0, 0, 0] = 1
    model = PerceptionModel(distance=0.4)
    seen = perceived_breaches(rules, boards, np.zeros(1, np.int32), 0, model, 3, LOOKS)[0] / LOOKS
    steps = np.add.outer(np.arange(9), np.arange(9))
    assert (seen[(steps == 1) | (steps >= 7)] == 1).all()
    assert (seen[steps == 4] == 0).all()
    for doubtful in (2, 6):  # half of the mistakes take a wrong distance for a right one
        assert seen[steps == doubtful] == pytest.approx(0.8, abs=0.05)
    for doubtful in (3, 5):  # the other half takes a right distance for a wrong one
        assert seen[steps == doubtful] == pytest.approx(0.2, abs=0.05)


def test_misjudged_distances_increase_with_the_steps() -> None:
    model = PerceptionModel(distance=0.1, per_step=0.1)
    for steps, mistaken in ((2, 0.3), (6, 0.7)):
        drawing = parse_line_drawing("X" + "." * (steps - 1) + "*", "row")
        seen = share_seen(
            drawing, f"9 2 4 0 {steps}", model, last=str(min(stones_of(drawing.board)))
        )
        assert seen == pytest.approx(mistaken / 2, abs=0.05)


def test_miscounting_hides_breaches_and_invents_some() -> None:
    model = PerceptionModel(miscount=0.4)
    assert run_seen("X X X *", "row", model) == pytest.approx(0.8, abs=0.05)
    assert run_seen("X X * .", "row", model) == pytest.approx(0.2, abs=0.05)
    assert run_seen("X X X X *", "row", model) == 1  # a count is off by one at most
    assert share_seen(FULL_SQUARE, "9 2 3 0 99", model) == pytest.approx(0.8, abs=0.05)


EVERYTHING = PerceptionModel(1, 1, 1, 1, 1, 1, 1, 1, 1, 8)


@given(positions(13), st.integers(0, 2**32))
def test_false_alarms_need_a_count_at_its_bound(position: Position, seed: int) -> None:
    """If every count is at least one below its bound, even the worst perception model sees no
    breach.
    """
    rules, board, last = position
    a, b, c, d, e = rules.setting
    assume(c < b**2)
    looser = replace(rules, setting=Setting(a + 1, b, c + 1, max(d - 1, 0), e + 1))
    boards = board_array(board)[None]
    lasts = np.array([point_index(last, rules.size)], np.int32)
    seen = perceived_breaches(looser, boards, lasts, 0, EVERYTHING, seed, draws=3)
    assert not seen[legal_masks(rules, boards, lasts)].any()


@every("share", [-0.1, 1.1, float("nan"), float("inf")])
@every("name", ["run", "mixed", "square", "distance", "shape"])
def test_rates_out_of_range_are_refused(name: str, share: float) -> None:
    with pytest.raises(ValueError, match=f"^{name} is "):
        PerceptionModel(**{name: share})


def test_pressure_is_limited() -> None:
    assert PERFECT_PERCEPTION.with_pressure(8).is_perfect
    assert not PerceptionModel(shape=0.1).with_pressure(1).is_perfect
    for pressure in (-1, 9):
        with pytest.raises(ValueError, match=r"^pressure is .* 0 to 8"):
            PERFECT_PERCEPTION.with_pressure(pressure)
