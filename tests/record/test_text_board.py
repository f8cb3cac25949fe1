"""Drawing a board as text, and parsing such drawings."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.record.text_board import ASCII_MARKS, MARKS, draw, parse_drawing
from grav.rules import Board, Point

SEATS = 6


@st.composite
def boards(strategy: st.DrawFn) -> Board:
    size = strategy(st.integers(3, 25))
    stones = strategy(
        st.dictionaries(
            st.builds(Point, st.integers(0, size - 1), st.integers(0, size - 1)),
            st.integers(0, SEATS - 1),
            max_size=30,
        )
    )
    board = Board.empty(size, SEATS)
    for point, seat in stones.items():
        board = board.place(point, seat)
    return board


def points_of(board: Board) -> st.SearchStrategy[Point]:
    return st.builds(Point, st.integers(0, board.size - 1), st.integers(0, board.size - 1))


SMALL = Board.from_rows(["01.", "2.3", ".45"], SEATS)


def test_a_drawing_has_rows_at_left_and_columns_below() -> None:
    assert draw(SMALL) == " 3  ◉  ▮  .\n 2  ▰  .  ✶\n 1  .  ◊  ◌\n    a  b  c\n"


def test_ascii_shows_players_counted_from_1() -> None:
    drawing = draw(SMALL, ascii=True)
    assert drawing == " 3  1  2  .\n 2  3  .  4\n 1  .  5  6\n    a  b  c\n"
    assert drawing.isascii()


def test_highlights_stand_in_brackets() -> None:
    drawing = draw(SMALL, highlights={Point.parse("a3"), Point.parse("b3")})
    assert drawing.splitlines()[0] == " 3 [◉][▮] ."


def test_marks_follow_their_points() -> None:
    drawing = draw(SMALL, marks={Point.parse("c3"): "2", Point.parse("a3"): "x"})
    assert drawing.splitlines()[0] == " 3  ◉x ▮  .2"


@every("mark", ["", "xx", " ", "[", "]", "\n", "漢"])
def test_an_invalid_mark_is_an_error(mark: str) -> None:
    with pytest.raises(ValueError, match="mark"):
        draw(SMALL, marks={Point.parse("a1"): mark})


def test_the_paint_function_gets_stones_with_their_seat_and_no_spaces() -> None:
    painted: list[tuple[str, int | None]] = []

    def paint(text: str, seat: int | None) -> str:
        painted.append((text, seat))
        return f"<{text}>"

    drawing = draw(SMALL, highlights=[Point.parse("a3")], paint=paint)
    assert drawing.splitlines()[0] == " <3> <[><◉><]> <▮>  <.>"
    assert ("◉", 0) in painted
    assert ("◌", 5) in painted
    assert (".", None) in painted
    assert all(text.strip() == text != "" for text, _ in painted)


@every("mark", MARKS + ASCII_MARKS)
def test_no_stone_is_wide_in_any_terminal(mark: str) -> None:
    assert unicodedata.east_asian_width(mark) in ("N", "Na")
    assert not unicodedata.combining(mark)


def test_the_largest_board_fits_a_terminal_of_80_columns() -> None:
    assert max(map(len, draw(Board.empty(25, 2)).splitlines())) <= 80


@given(st.data())
def test_a_drawing_is_parsed_to_the_rows_of_its_board(data: st.DataObject) -> None:
    board = data.draw(boards())
    drawing = draw(
        board,
        ascii=data.draw(st.booleans()),
        highlights=data.draw(st.sets(points_of(board), max_size=5)),
        marks=data.draw(st.dictionaries(points_of(board), st.sampled_from("0159x?.◉"), max_size=5)),
    )
    assert parse_drawing(drawing) == board.rows()


def test_a_drawing_by_hand_needs_only_numbers_and_spaces() -> None:
    drawing = """
        3 ◉ 2 .
        2 . . .
        1 . 1 .
    """
    assert parse_drawing(drawing) == ["01.", "...", ".0."]


def test_the_line_of_letters_is_optional() -> None:
    rows = "3 . . .\n2 . 1 .\n1 . . ."
    assert parse_drawing(rows) == parse_drawing(rows + "\n  a b c\n")


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("3 . . .\n2 . .\n1 . . .", "row 2 has 2 points, expected 3"),
        ("3 . . .\n3 . . .\n1 . . .", "expected row 2"),
        ("3 . . .\n  . . .\n1 . . .", "expected row 2"),
        ("3 . . .\n2 . 7 .\n1 . . .", "'7' is no stone, in row 2"),
    ],
)
def test_an_invalid_drawing_is_an_error(drawing: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_drawing(drawing)
