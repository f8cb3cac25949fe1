"""Perft: counts sequences of actions. Two referees that agree on it agree on much.

It counts every kind of action but resigning, by every seat. A placement declares each number of
bonus turns from none to all its shapes; where they are granted, it declares none.
"""

from collections.abc import Iterator

from grav.game import Accept, Action, Grav, Pass, Place, Refusal, Remove, State, apply
from grav.rules import Bonus, shape_counts
from grav.testing.reference import points_of_board


def perft(state: State, depth: int) -> int:
    """Returns the number of sequences of `depth` accepted actions from this state."""
    return sum(perft_split(state, depth).values()) if depth > 0 else 1


def perft_split(state: State, depth: int) -> dict[Action, int]:
    """Returns the counts by first action: where two referees differ, this finds the position."""
    return {
        action: perft(after, depth - 1) if depth > 1 else 1
        for action, after in accepted_transitions(state)
    }


def accepted_transitions(state: State) -> Iterator[tuple[Action, State]]:
    """Yields every action that is accepted now, with the state after it."""
    for action in _possible_actions(state):
        try:
            yield action, apply(state, action).state
        except Refusal:
            continue


def _possible_actions(state: State) -> Iterator[Action]:
    """Yields every action that might be accepted."""
    rules, board = state.rules, state.board
    points = points_of_board(board.size)
    empty = [point for point in points if board.owner(point) is None]
    shapes = shape_counts(board, empty, rules.edition)
    granted = rules.edition.bonus is Bonus.GRANTED
    for by in range(rules.players):
        yield from (Pass(by), Accept(by), Grav(by))
        yield from (Remove(by, at) for at in points)
        for at in empty:
            said = (None,) if granted else range(shapes[at] + 1)
            yield from (Place(by, at, declare) for declare in said)
