"""The files agree with the games: random rows are played again and compared."""

import os
import secrets
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from tests.subtests import every

from grav.atlas import SEARCH_10000, SEARCH_SIMULATIONS, MeasuredBoard, atlas
from grav.lab.atlas_playing import cpu_player
from grav.lab.atlas_recipe import RecipePart, recipe_for, stored_steps
from grav.rules import Enforcement, Rules

pytestmark = pytest.mark.needs_core

DRAWN = 50
PARTS = 5
"""The rows are split into this many tests, so that several workers share them; a row takes 0.2 s.
"""
LARGEST_BY_SEARCH = 13
"""On larger boards, and with ten thousand simulations per move, a setting takes minutes."""
IS_LONG = os.environ.get("GRAV_HYPOTHESIS_PROFILE") == "long"

Row = tuple[MeasuredBoard, int]


def quick_boards() -> Sequence[MeasuredBoard]:
    """Returns the boards of players who do not search: all but some hundred rows."""
    return [board for board in atlas().boards if board.player_kind not in SEARCH_SIMULATIONS]


def draw_rows(seed: str, count: int) -> list[Row]:
    """Draws rows of these boards, uniformly."""
    boards = quick_boards()
    numbers = Random(seed).sample(range(sum(map(len, boards))), count)
    return [_row(boards, number) for number in numbers]


def _row(boards: Sequence[MeasuredBoard], number: int) -> Row:
    for board in boards:
        if number < len(board):
            return board, number
        number -= len(board)
    raise AssertionError("more rows than there are")


def format_row(row: Row) -> str:
    return f"{rules_of(row)} {row[0].player_kind}"


def rules_of(row: Row) -> Rules:
    board, number = row
    setting = board.settings[number]
    return Rules(board.size, board.players, setting, board.edition, Enforcement.STRICT)


def part_of(row: Row) -> RecipePart:
    """Returns the part of the recipe that the row belongs to, with its setting alone."""
    board, number = row
    wanted = board.players, str(board.edition), board.player_kind
    (part,) = (
        part
        for part in recipe_for(board.size)
        if (part.players, part.edition, part.player_kind) == wanted
    )
    assert (part.games, part.sampled_games) == (board.games, board.sampled_games)
    return replace(part, settings=[board.settings[number]])


def read_steps(row: Row) -> dict[str, int | None]:
    """Returns all stored numbers of a row, in steps."""
    board, number = row
    numbers = {name: board.column(name)[number] for name in board.columns}
    return {name: step - 1 if step else None for name, step in numbers.items()}


def replay_steps(row: Row) -> dict[str, int | None]:
    """Plays the row's games again by the recipe, and returns the same numbers."""
    part = part_of(row)
    ((played,),) = cpu_player(1)(part)
    return stored_steps(part, played)


@pytest.mark.parametrize("part", range(PARTS))
@every("number", range(DRAWN // PARTS))
def test_a_row_agrees_with_its_games(part: int, number: int) -> None:
    row = draw_rows("the atlas", DRAWN)[part + PARTS * number]
    assert read_steps(row) == replay_steps(row), format_row(row)


if IS_LONG:

    def test_rows_of_a_random_seed_agree_with_their_games() -> None:
        seed = secrets.token_hex(4)
        for row in draw_rows(seed, DRAWN):
            assert read_steps(row) == replay_steps(row), f"seed {seed}: {format_row(row)}"

    # One setting per board is played: each takes up to a minute.
    BY_SEARCH = [
        board
        for board in atlas().boards
        if board.player_kind in SEARCH_SIMULATIONS
        and board.player_kind != SEARCH_10000
        and board.size <= LARGEST_BY_SEARCH
    ]

    @pytest.mark.parametrize(
        "board", BY_SEARCH, ids=lambda it: f"{it.size} {it.players}p {it.edition} {it.player_kind}"
    )
    def test_a_row_played_by_search_agrees_with_its_games(board: MeasuredBoard) -> None:
        row = board, Random(str(board.edition)).randrange(len(board))
        assert read_steps(row) == replay_steps(row), format_row(row)


def test_rows_of_every_board_can_be_drawn() -> None:
    boards = quick_boards()
    first = 0
    for board in boards:
        assert _row(boards, first) == (board, 0)
        first += len(board)
        assert _row(boards, first - 1) == (board, len(board) - 1)
