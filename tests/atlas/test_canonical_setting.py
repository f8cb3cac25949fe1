"""Equivalent settings on a board have one canonical form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.atlas import canonical_setting
from grav.native import tally
from grav.rules import MAX_SIZE, MIN_SIZE, Board, Enforcement, Point, Rules, Setting, legal_set

GAMES = 8


@st.composite
def settings(draw: st.DrawFn, most: int = MAX_SIZE) -> tuple[int, Setting]:
    """Draws a board size and a playable setting on it; often a number is at a bound, where it has
    no effect.
    """
    size = draw(st.integers(MIN_SIZE, most))
    a = draw(st.integers(3, size + 3))
    b = draw(st.integers(2, size))
    c = draw(st.one_of(st.integers(2, b * b), st.just(b * b)))
    d = draw(st.integers(0, 2 * (size - 1)))
    e = draw(st.integers(max(1, d), 2 * size + 3))
    return size, Setting(a, b, c, d, e)


@given(settings())
def test_the_canonical_setting_can_be_played_and_is_its_own_canonical_form(
    case: tuple[int, Setting],
) -> None:
    size, setting = case
    found = canonical_setting(setting, size)
    found.check(size)
    assert canonical_setting(found, size) == found


@pytest.mark.needs_core
@given(settings(most=9), st.integers(0, 2**32))
def test_it_gives_the_same_games(case: tuple[int, Setting], seed: int) -> None:
    size, setting = case
    games = [
        tally(
            Rules(size, 2, each, enforcement=Enforcement.STRICT), ["random"] * 2, GAMES, seed
        ).numbers()
        for each in (setting, canonical_setting(setting, size))
    ]
    assert games[0] == games[1]


@given(settings(most=9), st.data())
def test_it_allows_the_same_points_on_any_board(
    case: tuple[int, Setting], data: st.DataObject
) -> None:
    size, setting = case
    places = st.builds(Point, st.integers(0, size - 1), st.integers(0, size - 1))
    stones = data.draw(st.lists(places, min_size=1, max_size=size * size, unique=True))
    board = Board.empty(size, 2)
    for number, stone in enumerate(stones):
        board = board.place(stone, number % 2)
    points = [
        legal_set(Rules(size, 2, each), board, stones[-1])
        for each in (setting, canonical_setting(setting, size))
    ]
    assert points[0] == points[1]


@every(
    ("setting", "expected"),
    [
        ("3 3 4 2 4", "3 3 4 2 4"),
        ("9 3 4 2 4", "7 3 4 2 4"),
        ("3 5 25 2 4", "3 2 4 2 4"),
        ("3 3 4 0 4", "3 3 4 1 4"),
        ("3 3 4 2 99", "3 3 4 2 12"),
        ("8 7 49 0 99", "7 2 4 1 12"),
    ],
)
def test_numbers_without_effect_have_one_canonical_form(setting: str, expected: str) -> None:
    assert canonical_setting(Setting.parse(setting), 7) == Setting.parse(expected)
