"""Bulk runs: the same games however they are split, consistent columns, refused input."""

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Literal

import numpy as np
import pytest
from tests.subtests import every

from grav.native import (
    BulkError,
    PerceptionModel,
    Playouts,
    Policy,
    board_array,
    legal_masks,
    perceived_breaches,
    playouts,
    point_index,
    positions,
    shape_counts,
)
from grav.rules import Board, Point, Rules, legal_set, parse_rules, points_of
from grav.text import LANGUAGES

pytestmark = pytest.mark.needs_core

TIRED = PerceptionModel(
    run=0.2, per_interval=0.1, square=0.2, miscount=0.05, distance=0.1, shape=0.3
)
RULES = [
    parse_rules(line)
    for line in (
        "3x3 2p 3 2 3 0 4 classic strict",
        "7x7 2p 3 3 4 2 4 revised strict",
        "8x8 6p 3 3 5 1 5 classic bonus_limit=2 strict first=4",
        "7x7 3p 3 3 4 1 4 revised",
        "8x8 2p 3 2 3 1 6 classic bonus=declared shapes=whole",
        "9x9 2p 3 3 4 2 4 revised",
        "13x13 4p 3 3 4 2 5 revised min_shape=6 bonus_limit=3 strict",
        "13x13 3p 3 3 4 2 5 classic",
        "19x19 2p 4 4 8 1 5 revised bonus_pass=yes",
        "19x19 5p 3 3 5 1 4 classic min_shape=8 strict",
    )
]
every_rules = every("rules", RULES, ids=str)


def policies(rules: Rules) -> list[Policy]:
    """Players of all kinds, with imperfect perception where placements can be challenged."""
    kinds: list[Literal["random", "greedy"]] = ["random", "greedy"]
    model = PerceptionModel() if rules.is_strict else TIRED
    return [Policy(kinds[seat % 2], model) for seat in range(rules.players)]


def run(rules: Rules, games: int = 70, **options: Any) -> Playouts:
    return playouts(rules, policies(rules), games, seed=5, max_placements=200, **options)


def columns(played: Playouts) -> dict[str, np.ndarray[Any, Any]]:
    return {field.name: getattr(played, field.name) for field in fields(Playouts)}


def assert_same(one: Playouts, other: Playouts, *, but: str = "") -> None:
    for name, column in columns(one).items():
        if name != but:
            assert np.array_equal(column, getattr(other, name)), name


@every_rules
def test_games_do_not_depend_on_the_number_of_threads(rules: Rules) -> None:
    alone = run(rules)
    for threads in (2, 3, 64):
        assert_same(alone, run(rules, threads=threads))


@every_rules
def test_games_do_not_depend_on_how_a_run_is_split(rules: Rules) -> None:
    whole = columns(run(rules))
    parts = [run(rules, to - at, first_game=at) for at, to in ((0, 1), (1, 33), (33, 70))]
    for name, column in whole.items():
        assert np.array_equal(column, np.concatenate([columns(part)[name] for part in parts])), name


def test_other_seeds_and_numbers_give_other_games() -> None:
    rules = parse_rules("9x9 2p 3 3 4 2 4 revised strict")
    one, other = (playouts(rules, ["random"] * 2, 50, seed) for seed in (1, 2))
    assert not np.array_equal(one.placements, other.placements)
    assert len(set(one.placements)) > 5
    assert_same(one, playouts(rules, ["random"] * 2, 50, 1 + 2**64))


@every_rules
def test_counting_only_the_shapes_that_matter_gives_the_same_games(rules: Rules) -> None:
    for players in (policies(rules), [Policy()] * rules.players):
        everything, needed = (
            playouts(rules, players, 200, 9, shapes=shapes, max_placements=150)
            for shapes in ("all", "needed")
        )
        assert_same(everything, needed, but="shapes")
        assert (needed.shapes <= everything.shapes).all()


@every_rules
def test_columns_are_consistent(rules: Rules) -> None:
    played = run(rules, 150)
    stopped = played.ended == 0
    assert len(played) == 150
    assert set(played.ended) <= {0, 1, 2}
    assert (played.decisions.sum(axis=1) == played.placements + played.passes).all()
    assert (played.passes[played.ended == 1] >= rules.players).all()
    assert ((played.winner == -1) == stopped).all()
    assert (played.placements[stopped] == 200).all()
    assert ((played.first_shape == 0) == (played.first_shape_by == -1)).all()
    assert ((played.first_shape == 0) == (played.shapes == 0)).all()
    assert (played.first_shape <= played.placements).all()
    assert (played.bonus_turns < played.placements).all()
    assert (played.longest_chain <= played.bonus_turns + 1).all()
    assert (played.lead_changes < played.placements).all()
    assert (played.legal.sum(axis=1) >= played.placements - played.breaches).all()
    on_board = played.stones.sum(axis=1)
    assert (on_board <= played.placements - played.called).all()
    assert (on_board >= played.placements - 2 * played.called).all()


@every_rules
def test_every_breach_was_called_or_missed(rules: Rules) -> None:
    played = run(rules, 150)
    open_still = played.breaches - played.missed - played.called
    assert set(open_still) <= {0, 1}
    assert (open_still[played.ended != 0] == 0).all()
    assert (played.wrong_shouts + played.breaches <= played.placements).all()
    if rules.is_strict:
        assert not played.breaches.any()
        assert not played.wrong_shouts.any()
    else:
        assert played.missed.any()
        assert played.called.any()
        assert played.wrong_shouts.any()


@every_rules
def test_the_winner_has_the_most_stones_and_in_a_tie_is_later_in_order(rules: Rules) -> None:
    played = run(rules, 150)
    if rules.first is not None:
        assert set(played.first) == {rules.first}
    else:
        assert set(played.first) == set(range(rules.players))
    for winner, first, stones in zip(played.winner, played.first, played.stones, strict=True):
        if winner >= 0:
            order = [(first + place) % rules.players for place in range(rules.players)]
            assert winner == max(order, key=lambda seat: (stones[seat], order.index(seat)))


def test_no_games_are_no_rows() -> None:
    rules = parse_rules("7x7 3p 3 3 4 2 4 revised")
    played = playouts(rules, ["random"] * 3, 0, 1)
    assert len(played) == 0
    assert played.stones.shape == (0, 3)
    assert positions(rules, ["random"] * 3, 0, 1, 5).boards.shape == (0, 7, 7)
    nothing = np.empty((0, 7, 7), np.int8)
    assert legal_masks(rules, nothing, np.empty(0, np.int32)).shape == (0, 7, 7)


@every_rules
def test_the_legal_points_of_positions_are_those_of_the_rules(rules: Rules) -> None:
    size = rules.size
    for placements in (0, 1, size, 40):
        found = positions(rules, policies(rules), 12, 3, placements)
        for stones, last, legal in zip(found.boards, found.last, found.legal, strict=True):
            board = Board.empty(size, rules.players)
            for row, column in np.argwhere(stones >= 0):
                board = board.place(Point(int(column), int(row)), int(stones[row, column]))
            before = None if last < 0 else Point(int(last) % size, int(last) // size)
            expected = {
                (point.row, point.column)
                for point in points_of(legal_set(rules, board, before), size)
            }
            assert {(row, column) for row, column in np.argwhere(legal)} == expected
            assert np.array_equal(board_array(board), stones)
            assert point_index(before, size) == last


FIVE = parse_rules("5x5 2p 3 3 4 2 4 revised")
EMPTY = np.full((2, 5, 5), -1, np.int8)
NONE = np.full(2, -1, np.int32)


def with_one(value: int) -> np.ndarray[Any, Any]:
    boards = EMPTY.copy()
    boards[1, 2, 3] = value
    return boards


BAD: dict[str, tuple[str, Callable[[], object]]] = {
    "too few policies": ("policies", lambda: playouts(FIVE, ["random"], 1, 1)),
    "too many policies": ("policies", lambda: playouts(FIVE, ["random"] * 3, 1, 1)),
    "no such policy": ("policy", lambda: playouts(FIVE, ["random", "clever"], 1, 1)),
    "fewer than no games": ("numbers", lambda: playouts(FIVE, ["random"] * 2, -1, 1)),
    "no threads": ("numbers", lambda: playouts(FIVE, ["random"] * 2, 1, 1, 0)),
    "a game before the first": ("numbers", lambda: playouts(FIVE, ["random"] * 2, 1, 1, 1, -1)),
    "fewer than no stones": ("numbers", lambda: positions(FIVE, ["random"] * 2, 1, 1, -1)),
    "boards of another size": ("shape", lambda: legal_masks(FIVE, EMPTY[:, :4, :4], NONE)),
    "one board alone": ("shape", lambda: legal_masks(FIVE, EMPTY[0], NONE)),
    "too few lasts": ("shape", lambda: legal_masks(FIVE, EMPTY, NONE[:1])),
    "a seat that is not there": ("seats", lambda: shape_counts(FIVE, with_one(2))),
    "a seat below none": ("seats", lambda: shape_counts(FIVE, with_one(-2))),
    "a last off the board": ("lasts", lambda: legal_masks(FIVE, EMPTY, NONE + 26)),
    "a last below none": ("lasts", lambda: legal_masks(FIVE, EMPTY, NONE - 1)),
    "a last without a stone": ("lasts", lambda: legal_masks(FIVE, with_one(0), NONE + 13)),
    "no draws": ("looks", lambda: perceived_breaches(FIVE, EMPTY, NONE, 0, TIRED, 1, 0)),
    "no such seat": ("looks", lambda: perceived_breaches(FIVE, EMPTY, NONE, 2, TIRED, 1)),
}


@every("kind", BAD)
def test_invalid_arguments_are_refused_in_every_language(kind: str) -> None:
    key, ask = BAD[kind]
    with pytest.raises(BulkError) as error:
        ask()
    assert error.value.text.key == f"native.{key}"
    assert len({error.value.say(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_other_threads_run_while_the_core_plays() -> None:
    """With a switch interval of 60 s, the other thread can only run if the core releases the
    GIL.
    """
    ticks, stop = [0], threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0)

    interval = sys.getswitchinterval()
    other = threading.Thread(target=tick)
    sys.setswitchinterval(60)
    try:
        other.start()
        before = ticks[0]
        playouts(RULES[1], ["random"] * 2, 60_000, seed=1)
        after = ticks[0]
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        other.join()
    assert after > before
