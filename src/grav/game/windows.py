"""Placements and what follows them: the window, the shout, the penalty, the bonus turns."""

from dataclasses import replace

from grav.game.actions import Place
from grav.game.events import (
    Accepted,
    BonusTurnBegun,
    Placed,
    Removed,
    Shouted,
    Stood,
    Voided,
)
from grav.game.state import Penalty, State, Turn, Window
from grav.game.turns import Transition, begin_turn, next_turn
from grav.rules.edition import Bonus
from grav.rules.legality import Verdict
from grav.rules.point import Point
from grav.rules.rules import Rules


def place(state: State, turn: Turn, action: Place, verdict: Verdict) -> Transition:
    """Puts the stone on the board; opens its window, or lets it stand at once in strict play."""
    rules = state.rules
    declared = (action.declare or 0) if rules.edition.bonus is Bonus.DECLARED else None
    window = Window(
        turn=turn,
        at=action.at,
        declared=declared,
        verdict=verdict,
        bonus=bonus_worth(state, turn, declared, verdict),
        awaiting=frozenset(state.active) - {turn.seat},
    )
    placed = replace(
        state,
        board=state.board.place(action.at, turn.seat),
        trail=(*state.trail, action.at),
        phase=window,
        passed=frozenset(),
        begun=True,
    )
    event = Placed(turn.seat, action.at, declared, verdict)
    transition = stand(placed, window, window.bonus) if rules.is_strict else Transition(placed, ())
    return transition.after(event)


def bonus_worth(state: State, turn: Turn, declared: int | None, verdict: Verdict) -> int:
    """Returns the bonus turns that a placement is worth: none if too many were declared."""
    claimed = verdict.shapes if declared is None else declared
    worth = claimed if 0 <= claimed <= verdict.shapes else 0
    return limit_bonus(state.rules, turn, worth)


def limit_bonus(rules: Rules, turn: Turn, bonus: int) -> int:
    """Returns how many of these bonus turns the turn can still earn."""
    limit = rules.edition.bonus_limit
    return bonus if limit is None else min(bonus, limit - turn.earned)


def stand(state: State, window: Window, bonus: int) -> Transition:
    """Lets the stone stand; begins a bonus turn if there is one and the board is not full."""
    turn = window.turn
    stood = Stood(turn.seat, window.at)
    to_come = turn.bonus_turns + bonus
    if to_come == 0 or state.board.is_full:
        return next_turn(state, turn.seat).after(stood)
    bonus_turn = Turn(turn.seat, True, to_come - 1, turn.earned + bonus)
    begun = BonusTurnBegun(turn.seat, bonus_turn.bonus_turns)
    return Transition(replace(state, phase=bonus_turn), (stood, begun))


def accept(state: State, window: Window, by: int) -> Transition:
    return record_answer(state, window, by).after(Accepted(by))


def record_answer(state: State, window: Window, by: int) -> Transition:
    """Stops waiting for a seat; after the last answer, the stone stands."""
    awaiting = window.awaiting - {by}
    if awaiting:
        return Transition(replace(state, phase=replace(window, awaiting=awaiting)), ())
    return stand(state, window, window.bonus)


def shout(state: State, window: Window, by: int) -> Transition:
    breaches = window.verdict.breaches
    shouted = Shouted(by, window.turn.seat, window.at, breaches)
    transition = _right_shout(state, window, by) if breaches else _wrong_shout(state, window, by)
    return transition.after(shouted)


def _right_shout(state: State, window: Window, by: int) -> Transition:
    """Voids the stone; the violator loses another (if there is one), then the shouter plays."""
    violator = window.turn.seat
    voided = Voided(violator, window.at)
    state = replace(state, board=state.board.remove(window.at), trail=state.trail[:-1])
    if state.board.owned[violator]:
        return Transition(replace(state, phase=Penalty(by, violator)), (voided,))
    return begin_turn(state, by).after(voided)


def _wrong_shout(state: State, window: Window, by: int) -> Transition:
    skips = tuple(owed + (seat == by) for seat, owed in enumerate(state.skips))
    return stand(replace(state, skips=skips), window, window.bonus)


def remove(state: State, penalty: Penalty, at: Point) -> Transition:
    state = replace(
        state,
        board=state.board.remove(at),
        trail=tuple(point for point in state.trail if point != at),
    )
    removed = Removed(penalty.shouter, penalty.violator, at)
    return begin_turn(state, penalty.shouter).after(removed)
