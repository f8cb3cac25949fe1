"""The native core against the Python rules: random games under random rules.

By default each of the shards plays the same games in every run. `GRAV_HYPOTHESIS_PROFILE=long`
plays other games each time; a failure reports what is needed to play its game again.
"""

import os
import secrets
from collections.abc import Iterable, Iterator
from itertools import count, islice
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grav.game import Action, Over, Refusal, RefusalCode, State, start, state_to_json
from grav.native import (
    NativeGame,
    board_array,
    legal_masks,
    point_index,
    shape_counts,
)
from grav.rules import Board, Point, Rules, breaches, legal_set, parse_rules, points_of
from grav.rules import shape_counts as readable_shape_counts
from grav.rules.shapes import count as count_shapes
from grav.testing import Ply, place, random_game
from grav.testing.games.drawing import parse_drawing
from grav.testing.games.random_rules import random_rules
from grav.testing.games.symmetries import SYMMETRIES, Symmetry
from grav.testing.reference import points_of_board
from grav.testing.strategies import Position, positions

pytestmark = pytest.mark.needs_core

LONG = os.environ.get("GRAV_HYPOTHESIS_PROFILE") == "long"
SHARES = 40 if LONG else 8
POSITIONS = 4000 if LONG else 800  # in each shard


class RandomGame(NamedTuple):
    """The data that reproduce a random game."""

    rules: Rules
    seed: int
    length: int

    def plies(self) -> list[Ply]:
        return random_game(*self)

    def __str__(self) -> str:
        return f'random_game(parse_rules("{self.rules}"), {self.seed}, {self.length})'


def random_games(seed: int) -> Iterator[RandomGame]:
    for number in count():
        chance = Random(f"{seed} {number}")
        rules = random_rules(chance)
        yield RandomGame(rules, chance.randrange(2**32), chance.choice((30, 90, 270)))


def code_of(game: NativeGame, action: Action) -> RefusalCode | None:
    """Returns the code with which the game refuses the action; None if it was played."""
    try:
        game.apply(action)
    except Refusal as refusal:
        return refusal.code
    return None


def empty_points(board: Board) -> list[Point]:
    return [point for point in points_of_board(board.size) if board.owner(point) is None]


def compare(game: NativeGame, state: State, chance: Random) -> None:
    """Compares the state with its legal points and, at a few empty points, breaches and shapes."""
    assert game.state_to_json() == state_to_json(state)
    empty = empty_points(state.board)
    rules, edition = state.rules, state.rules.edition
    for at in chance.sample(empty, min(3, len(empty))):
        found = breaches(rules, state.board, state.last, at)
        assert game.breaches(at) == [breach.to_json() for breach in found], at
        shapes = count_shapes(state.board, at, edition)
        assert game.shapes(at) == shapes, at


def follow(game: NativeGame, plies: Iterable[Ply], chance: Random) -> Iterator[State]:
    """Replays the actions in the core, compares after each with the Python rules, and yields the
    states compared.
    """
    for action, outcome in plies:
        if isinstance(outcome, State):
            assert code_of(game, action) is None, action
            compare(game, outcome, chance)
            yield outcome
        else:
            before = game.state_to_json()
            assert code_of(game, action) is outcome.code, action
            assert game.state_to_json() == before, action


def compared(played: RandomGame) -> int:
    """Compares a game; returns the number of its positions."""
    chance = Random(played.seed)
    plies = played.plies()
    game = NativeGame(played.rules)
    compare(game, start(played.rules), chance)
    middle = chance.randrange(len(plies))
    found = sum(1 for _ in follow(game, plies[:middle], chance))
    # A copy does not change while the game goes on, and then reaches the same state by itself.
    copy, before = game.copy(), game.state_to_json()
    found += sum(1 for _ in follow(game, plies[middle:], chance))
    assert copy.state_to_json() == before
    after = game.state_to_json()
    for action, _ in plies[middle:]:
        code_of(copy, action)
    assert copy.state_to_json() == game.state_to_json() == after
    return found + 1


@pytest.mark.parametrize("share", range(SHARES))
def test_random_games_are_equal_in_both(share: int) -> None:
    found = 0
    for played in random_games(secrets.randbits(64) if LONG else share):
        try:
            found += compared(played)
        except AssertionError as error:
            raise AssertionError(f"{played}: {error}") from error
        if found >= POSITIONS:
            break
    assert found >= POSITIONS


def test_the_random_games_cover_everything() -> None:
    """Every phase, every kind of ending and every refusal must occur in the games above."""
    phases, codes, sizes, players = set[str](), set[RefusalCode](), set[int](), set[int]()
    for played in islice(random_games(0), 400):
        sizes.add(played.rules.size)
        players.add(played.rules.players)
        for _, outcome in random_game(played.rules, played.seed, 90):
            if isinstance(outcome, Refusal):
                codes.add(outcome.code)
            else:
                phase = outcome.phase
                phases.add(phase.how.value if isinstance(phase, Over) else phase.name)
    assert codes == set(RefusalCode)
    ended = {"passes", "repetition", "resignation"}
    assert phases == {"opening", "turn", "window", "penalty"} | ended
    assert len(sizes) > 15
    assert players == {2, 3, 4, 5, 6}


def marked(points: Iterable[Point], size: int) -> NDArray[np.bool_]:
    mask = np.zeros((size, size), np.bool_)
    for column, row in points:
        mask[row, column] = True
    return mask


def turned(position: Position, symmetry: Symmetry) -> Position:
    rules, board, last = position
    there = None if last is None else symmetry.point(last, board.size)
    return Position(rules, symmetry.board(board), there)


@given(positions())
def test_legal_points_are_equal_on_arbitrary_boards(position: Position) -> None:
    """Compared with the Python rules for the board and its seven rotations and reflections."""
    rules, board, last = position
    size = rules.size
    legal = list(points_of(legal_set(rules, board, last), size))
    ways = [turned(position, symmetry) for symmetry in SYMMETRIES]
    boards = np.stack([board_array(way.board) for way in ways])
    lasts = np.array([point_index(way.last, size) for way in ways], np.int32)
    masks = legal_masks(rules, boards, lasts)
    for symmetry, mask in zip(SYMMETRIES, masks, strict=True):
        expected = marked((symmetry.point(point, size) for point in legal), size)
        assert (mask == expected).all()


@given(positions(13))
def test_shapes_are_equal_on_arbitrary_boards(position: Position) -> None:
    rules, board, _ = position
    size, edition = rules.size, rules.edition
    empty = empty_points(board)
    shapes = readable_shape_counts(board, empty, edition)
    boards = np.stack([board_array(symmetry.board(board)) for symmetry in SYMMETRIES])
    for symmetry, counts in zip(SYMMETRIES, shape_counts(rules, boards), strict=True):
        expected = np.zeros((size, size), np.int32)
        for point, number in shapes.items():
            column, row = symmetry.point(point, size)
            expected[row, column] = number
        assert (counts == expected).all()


@given(positions(), st.sampled_from(SYMMETRIES))
def test_shapes_are_equal_on_boards_of_every_size(position: Position, symmetry: Symmetry) -> None:
    """The Python rules are too slow for every point: checks a few points of one symmetry."""
    rules, board, _ = turned(position, symmetry)
    edition = rules.edition
    counts = shape_counts(rules, board_array(board)[None])[0]
    for point in empty_points(board)[::37]:
        expected = count_shapes(board, point, edition)
        assert counts[point.row, point.column] == expected, point


def test_without_a_last_stone_every_distance_is_allowed() -> None:
    rules = parse_rules("5x5 2p 3 3 9 2 2 revised")
    board = board_array(parse_drawing("X....\n.....\n.....\n.....\n....O").board)[None]
    assert legal_masks(rules, board, np.array([-1], np.int32)).sum() == 23


@pytest.mark.parametrize("at", [Point(2, 2), Point(5, 0), Point(0, -1)], ids=str)
def test_only_empty_points_of_the_board_can_be_asked_about(at: Point) -> None:
    game = NativeGame(parse_rules("5x5 2p 3 3 9 2 2 revised"))
    game.apply(place(0, "c3"))
    before = game.state_to_json()
    for ask in (game.shapes, game.breaches):
        with pytest.raises(ValueError, match="expected an empty point"):
            ask(at)
    assert game.state_to_json() == before
