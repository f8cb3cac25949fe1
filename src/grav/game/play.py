"""A game as a pure function: `apply(state, action)` returns the next state and the events."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from grav.game import windows
from grav.game.actions import Accept, Action, Grav, Pass, Place, Remove, Resign
from grav.game.events import Ended, Passed
from grav.game.possible_actions import may_pass_bonus_turn
from grav.game.refusal import Refusal, RefusalCode
from grav.game.resigning import resign
from grav.game.state import Opening, Over, Penalty, State, Turn, Window
from grav.game.turns import Transition, all_have_passed, end, next_turn, start, with_order
from grav.rules.breach_text import breaches_text
from grav.rules.edition import Bonus
from grav.rules.legality import Verdict
from grav.rules.point import Point
from grav.rules.rules import Rules


def apply(state: State, action: Action) -> Transition:
    """Returns the next state and the events; raises Refusal if the action is not allowed."""
    _check_seat(state, action.by)
    match action:
        case Place():
            return _place(state, action)
        case Pass():
            return _pass(state, action)
        case Accept(by):
            return windows.accept(state, _window_to_answer(state, by), by)
        case Grav(by):
            return windows.shout(state, _window_to_answer(state, by), by)
        case Remove():
            return _remove(state, action)
        case Resign(by):
            return resign(state, by)


def replay(rules: Rules, actions: Iterable[Action]) -> Iterator[Transition]:
    """Plays the actions from the start; yields one transition for each action."""
    state = start(rules)
    for action in actions:
        transition = apply(state, action)
        state = transition.state
        yield transition


def _check_seat(state: State, by: int) -> None:
    if isinstance(state.phase, Over):
        raise Refusal(RefusalCode.GAME_OVER)
    if not 0 <= by < state.rules.players:
        raise Refusal(RefusalCode.NO_SUCH_SEAT, seat=by + 1, players=state.rules.players)
    if by in state.resigned:
        raise Refusal(RefusalCode.ALREADY_RESIGNED, seat=by + 1)


def _place(state: State, action: Place) -> Transition:
    state, turn, accepted = _turn_to_act(state, action)
    verdict = _verdict(state, action)
    return windows.place(state, turn, action, verdict).after(*accepted.events)


def _pass(state: State, action: Pass) -> Transition:
    if not state.begun:
        raise Refusal(RefusalCode.WRONG_PHASE)
    state, turn, accepted = _turn_to_act(state, action)
    if turn.on_bonus and not may_pass_bonus_turn(state):
        raise Refusal(RefusalCode.MUST_PLACE)
    state = replace(state, passed=state.passed | {action.by})
    over = all_have_passed(state)
    transition = end(state, Ended.PASSES) if over else next_turn(state, action.by)
    return transition.after(*accepted.events, Passed(action.by))


def _turn_to_act(state: State, action: Place | Pass) -> tuple[State, Turn, Transition]:
    """Returns the state in which the seat is on turn, its turn, and the transition that led there.

    The first to place has the first turn. In a window, the player who is next to act accepts by
    acting, once nobody else has yet to answer.
    """
    by = action.by
    accepted = Transition(state, ())
    match state.phase:
        case Opening():
            return with_order(state, by), Turn(by), accepted
        case Window(awaiting=awaiting) as window if awaiting == {by}:
            accepted = windows.accept(state, window, by)
            turn = accepted.state.phase
            if isinstance(turn, Turn) and turn.seat == by:
                return accepted.state, turn, accepted
        case Turn(seat) as turn:
            if seat != by:
                raise Refusal(RefusalCode.NOT_YOUR_TURN, seat=seat + 1)
            return state, turn, accepted
    raise Refusal(RefusalCode.WRONG_PHASE)


def _verdict(state: State, action: Place) -> Verdict:
    """Returns the verdict on a placement; raises Refusal if the stone cannot be placed."""
    rules, board, at = state.rules, state.board, action.at
    _check_on_board(state, at)
    if board.owner(at) is not None:
        raise Refusal(RefusalCode.OCCUPIED, at=at)
    verdict = state.referee.judge(rules, board, state.last, at)
    if rules.is_strict and verdict.breaches:
        shown = breaches_text(verdict.breaches)
        raise Refusal(RefusalCode.VIOLATION, verdict.breaches, at=at, breaches=shown)
    if action.declare is not None and rules.edition.bonus is Bonus.GRANTED:
        raise Refusal(RefusalCode.CANNOT_DECLARE)
    if rules.is_strict and (action.declare or 0) > verdict.shapes:
        raise Refusal(RefusalCode.TOO_MANY_DECLARED, declared=action.declare, shapes=verdict.shapes)
    return verdict


def _check_on_board(state: State, at: Point) -> None:
    if not state.board.has(at):
        raise Refusal(RefusalCode.OFF_BOARD, at=at, size=state.board.size)


def _window_to_answer(state: State, by: int) -> Window:
    window = state.phase
    if not isinstance(window, Window):
        raise Refusal(RefusalCode.WRONG_PHASE)
    if window.turn.seat == by:
        raise Refusal(RefusalCode.OWN_MOVE)
    if by not in window.awaiting:
        raise Refusal(RefusalCode.ALREADY_ACCEPTED)
    return window


def _remove(state: State, action: Remove) -> Transition:
    penalty = state.phase
    if not isinstance(penalty, Penalty):
        raise Refusal(RefusalCode.WRONG_PHASE)
    if penalty.shouter != action.by:
        raise Refusal(RefusalCode.NOT_YOUR_TURN, seat=penalty.shouter + 1)
    _check_on_board(state, action.at)
    if state.board.owner(action.at) != penalty.violator:
        raise Refusal(RefusalCode.NOT_THEIR_STONE, at=action.at, seat=penalty.violator + 1)
    return windows.remove(state, penalty, action.at)
