"""Resigning: allowed at any time; the stones stay."""

from dataclasses import replace

from grav.game.events import Ended, Resigned, Stood
from grav.game.state import Penalty, State, Turn, Window
from grav.game.turns import Transition, all_have_passed, end, next_turn
from grav.game.windows import record_answer, stand


def resign(state: State, by: int) -> Transition:
    left = replace(state, resigned=(*state.resigned, by), passed=state.passed - {by})
    return _go_on(left, by).after(Resigned(by))


def _go_on(state: State, by: int) -> Transition:
    """Continues the game without the player who resigned."""
    if len(state.active) == 1:
        return _end(state)
    match state.phase:
        case Turn() if all_have_passed(state):
            return end(state, Ended.PASSES)
        case Turn(seat) if seat == by:
            return next_turn(state, by)
        case Window(turn) as window if turn.seat == by:
            # The stone stands, but without its bonus turns or any that were to come.
            return stand(state, replace(window, turn=Turn(by)), bonus=0)
        case Window(awaiting=awaiting) as window if by in awaiting:
            return record_answer(state, window, by)
        case Penalty(shouter) if shouter == by:
            return next_turn(state, by)
        case _:
            return Transition(state, ())


def _end(state: State) -> Transition:
    """Ends the game, as one player is left. A stone in an open window stands."""
    transition = end(state, Ended.RESIGNATION)
    if isinstance(state.phase, Window):
        return transition.after(Stood(state.phase.turn.seat, state.phase.at))
    return transition
