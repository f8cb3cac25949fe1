"""sgfmill, a library for Go records, reads our SGF and finds the same stones."""

from hypothesis import given
from sgfmill import sgf

from grav.game import start
from grav.record import Record, format_sgf
from grav.record.notation import state_after
from grav.rules import parse_rules, points_of
from grav.testing import accepted_actions, place
from grav.testing.strategies import Game, games, texts

Stones = set[tuple[int, int]]


def colours(game: Game) -> tuple[Stones, Stones]:
    """Returns the final stones in Go's terms: two colours, points as row and column."""
    state = start(game.rules)
    for action in accepted_actions(game.plies):
        state = state_after(state, action)
    found: tuple[Stones, Stones] = (set(), set())
    for seat, bits in enumerate(state.board.owned):
        points = points_of(bits, state.board.size)
        found[seat % 2].update((point.row, point.column) for point in points)
    return found


@given(games(max_size=19), texts(20))
def test_another_reader_finds_the_same_stones_and_names(game: Game, name: str) -> None:
    record = Record(game.rules, tuple(accepted_actions(game.plies)), name=name or None)
    read = sgf.Sgf_game.from_string(format_sgf(record))
    assert read.get_size() == game.rules.size
    black: Stones = set()
    white: Stones = set()
    for node in read.get_main_sequence():
        assert node.get_move() == (None, None)
        more_black, more_white, emptied = node.get_setup_stones()
        black = (black | more_black) - more_white - emptied
        white = (white | more_white) - more_black - emptied
    assert (black, white) == colours(game)


def test_numbers_are_on_their_stones() -> None:
    rules = parse_rules("9x9 2p 3 3 4 2 4 revised first=0")
    record = Record(rules, (place(0, "c3"), place(1, "e3")))
    read = sgf.Sgf_game.from_string(format_sgf(record))
    labels = [node.get("LB") for node in read.get_main_sequence() if node.has_property("LB")]
    assert labels == [[((2, 2), "1")], [((2, 4), "2")]]
