"""Views alone are enough to know the stone that the next distance is measured from."""

from hypothesis import given

from grav.bots import MoveHistory
from grav.game import Accept, Action, Grav, Pass, State, Window, start, view
from grav.rules import Point, Rules, Setting
from grav.testing import place, play_all, remove
from grav.testing.strategies import Game, games

TWO = Rules(9, 2, Setting(3, 3, 4, 2, 4), first=0)


def make_history(state: State, *actions: Action) -> tuple[MoveHistory, State]:
    """Returns a move history that observed the start and the state after every action."""
    memory = MoveHistory()
    memory.see(view(state, None))
    for action in actions:
        state = play_all(state, action)
        memory.see(view(state, None))
    return memory, state


def test_an_empty_board_has_no_last_stone() -> None:
    memory, _ = make_history(start(TWO))
    assert memory.last is None


def test_the_last_stone_is_the_one_placed_last_wherever_it_lies() -> None:
    memory, _ = make_history(start(TWO), place(0, "e5"), Accept(1), place(1, "c5"))
    assert memory.last == Point.parse("c5")


def test_passes_change_nothing() -> None:
    memory, _ = make_history(start(TWO), place(0, "e5"), Pass(1))
    assert memory.last == Point.parse("e5")


def test_a_voided_stone_is_forgotten() -> None:
    memory, _ = make_history(start(TWO), place(0, "e5"), Accept(1), place(1, "e6"))
    assert memory.last == Point.parse("e6")
    memory, state = make_history(start(TWO), place(0, "e5"), Accept(1), place(1, "e6"), Grav(0))
    assert memory.last == state.last == Point.parse("e5")


def test_a_removed_stone_is_forgotten_and_the_one_before_it_is_the_last() -> None:
    opening = (place(0, "e5"), Accept(1), place(1, "e7"), Accept(0), place(0, "c7"), Accept(1))
    memory, state = make_history(start(TWO), *opening, place(1, "c6"), Grav(0), remove(0, "e7"))
    assert memory.last == state.last == Point.parse("c7")
    memory, state = make_history(
        start(TWO),
        *(place(0, "e5"), Accept(1), place(1, "e7"), Accept(0), place(0, "e8"), Grav(1)),
        *(remove(1, "e5"), place(1, "g7"), Accept(0), place(0, "g8"), Grav(1)),
        *(place(1, "g8"), Grav(0), remove(0, "g7")),
    )
    assert memory.last == state.last == Point.parse("e7")


def test_a_point_that_is_used_again_counts_from_its_new_stone() -> None:
    memory, state = make_history(
        start(TWO),
        *(place(0, "e5"), Accept(1), place(1, "e7"), Accept(0), place(0, "e8"), Grav(1)),
        *(remove(1, "e5"), place(1, "g7"), Accept(0), place(0, "e5"), Accept(1)),
    )
    assert memory.last == state.last == Point.parse("e5")


def test_the_stone_before_the_newest_is_known_in_its_window() -> None:
    memory, state = make_history(start(TWO), place(0, "e5"), Accept(1), place(1, "e6"))
    board, last = memory.before(state.board, Point.parse("e6"))
    assert board == state.board.remove(Point.parse("e6"))
    assert last == Point.parse("e5")


def test_there_is_nothing_before_the_first_stone() -> None:
    memory, state = make_history(start(TWO), place(0, "e5"))
    board, last = memory.before(state.board, Point.parse("e5"))
    assert board.stones == 0
    assert last is None


def test_observing_the_same_view_again_changes_nothing() -> None:
    memory, state = make_history(start(TWO), place(0, "e5"), Accept(1), place(1, "c5"))
    for seat in (None, 0, 1):
        memory.see(view(state, seat))
    assert memory.last == Point.parse("c5")


@given(games())
def test_the_last_stone_is_remembered_through_voids_and_removals(game: Game) -> None:
    memory = MoveHistory()
    state = start(game.rules)
    memory.see(view(state, 0))
    for _, outcome in game.plies:
        if isinstance(outcome, State):
            state = outcome
        memory.see(view(state, 0))
        assert memory.last == state.last
        if isinstance(state.phase, Window):
            board, last = memory.before(state.board, state.phase.at)
            assert board == state.board.remove(state.phase.at)
            assert last == (state.trail[-2] if len(state.trail) > 1 else None)
