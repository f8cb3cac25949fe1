"""The game ends when a turn begins for the third time in the same position."""

from grav.game import (
    Accept,
    Action,
    Ended,
    GameEnded,
    Grav,
    Over,
    Pass,
    Passed,
    RefusalCode,
    State,
    Turn,
    apply,
    view,
)
from grav.rules import parse_rules
from grav.testing import place, play_all, put, put_alone, refusal_code, remove

# Only the opposite corner is at an allowed distance, and nothing is from the middle of the board.
RULES = parse_rules("3x3 2p 3 2 4 4 4 revised first=0")


def corners() -> State:
    """Returns a state on seat 1's turn: seat 0 has two corners, seat 1 has no stone to lose."""
    state = put(put_alone(RULES, 0, "a1"), 0, "c3")
    assert state.phase == Turn(1)
    return state


def void(state: State) -> State:
    """Seat 1 places a stone that breaks the distance rule, and seat 0 shouts."""
    return play_all(state, place(1, "b2"), Grav(0))


def test_the_third_time_ends_the_game() -> None:
    state = void(corners())
    state = void(play_all(state, Pass(0)))
    assert state.phase == Turn(0)
    step = apply(state, Pass(0))  # seat 1 begins a turn here for the third time
    ended = GameEnded(Ended.REPETITION, (0, 1))
    assert step.events == (Passed(0), ended)
    assert step.state.phase == Over(Ended.REPETITION, (0, 1))
    assert step.state.last == corners().last


def test_the_second_time_does_not() -> None:
    assert play_all(void(corners()), Pass(0)).phase == Turn(1)


def test_passes_come_before_repetition() -> None:
    state = void(play_all(void(corners()), Pass(0)))
    assert state.passed == frozenset()
    over = play_all(void(corners()), Pass(0), Pass(1))
    assert over.phase == Over(Ended.PASSES, (0, 1))


def test_a_bonus_turn_does_not_count() -> None:
    rules = parse_rules("13x13 2p 3 2 4 1 24 revised first=0")
    before = put_alone(rules, 0, "a1", "a3", "c1")
    after = put(before, 0, "c3", declare=1)
    assert after.visits == before.visits
    assert put(before, 0, "c3").visits != before.visits


def window_that_would_end_the_game(players: int, other_stone: bool = False) -> State:
    """Returns a state in which seat 1 begins a turn for the third time in one position if seat 0's
    stone stands.

    The same stone is removed and placed again each time, or the last time another one.
    """
    rules = parse_rules(f"13x13 {players}p 3 2 4 2 4 revised first=0")
    passes = [Pass(seat) for seat in range(1, players)]
    accepts = [Accept(seat) for seat in range(1, players)]

    def again(at: str) -> list[Action]:
        return [*passes, place(0, "g10"), Grav(1), remove(1, at), *passes, place(0, at)]

    state = put_alone(rules, 0, "i7", "g7", "g9")
    state = play_all(state, place(0, "g10"), Grav(1), remove(1, "i7"))
    return play_all(state, *again("g9"), *accepts, *again("g7" if other_stone else "g9"))


def test_a_stone_that_stands_can_end_the_game() -> None:
    state = window_that_would_end_the_game(players=3)
    state = play_all(state, Accept(1), Accept(2))
    assert state.phase == Over(Ended.REPETITION, (0, 2, 1))


def test_a_different_number_of_skips_is_another_position() -> None:
    state = play_all(window_that_would_end_the_game(players=3), Grav(2))
    assert (state.phase, state.skips) == (Turn(1), (0, 0, 1))


def test_another_last_stone_is_another_position() -> None:
    one = window_that_would_end_the_game(players=2)
    other = window_that_would_end_the_game(players=2, other_stone=True)
    assert other.board == one.board
    assert other.last != one.last
    assert play_all(other, Accept(1)).phase == Turn(1)


def test_nobody_accepts_by_acting_in_a_turn_that_ends_the_game_as_it_begins() -> None:
    state = window_that_would_end_the_game(players=2)
    assert refusal_code(state, Pass(1)) is RefusalCode.WRONG_PHASE
    assert refusal_code(state, place(1, "c3")) is RefusalCode.WRONG_PHASE
    assert view(state, 1).may == ("accept", "grav", "resign")
    assert play_all(state, Accept(1)).phase == Over(Ended.REPETITION, (0, 1))
