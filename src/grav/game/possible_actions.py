"""What a seat can try now, from public information only: it must not reveal the verdict."""

from grav.game.state import Opening, Over, Penalty, State, Turn, Window
from grav.game.turns import is_next_to_act
from grav.game.windows import limit_bonus


def possible_actions(state: State, seat: int | None) -> tuple[str, ...]:
    """Returns the names of the kinds of action that the seat can try; none for a spectator."""
    if seat is None:
        return ()
    known = state.possible_actions.get(seat)
    if known is None:  # cached: all code that shows a state or acts on it asks for it
        known = state.possible_actions[seat] = _possible_actions(state, seat)
    return known


def _possible_actions(state: State, seat: int) -> tuple[str, ...]:
    if seat in state.resigned or isinstance(state.phase, Over):
        return ()
    return (*_now(state, seat), "resign")


def _now(state: State, seat: int) -> tuple[str, ...]:
    match state.phase:
        case Opening():
            return ("place",)
        case Turn(to_move) as turn if to_move == seat:
            return _on_turn(state, turn)
        case Window(awaiting=awaiting) as window if seat in awaiting:
            acting = _on_turn(state, Turn(seat)) if _accepts_by_acting(state, window, seat) else ()
            return ("accept", "grav", *acting)
        case Penalty(shouter) if shouter == seat:
            return ("remove",)
        case _:
            return ()


def _on_turn(state: State, turn: Turn) -> tuple[str, ...]:
    place = () if state.board.is_full else ("place",)
    return (*place, "pass") if _may_pass(state, turn) else place


def _may_pass(state: State, turn: Turn) -> bool:
    if not turn.on_bonus:
        return state.begun
    return may_pass_bonus_turn(state)


def may_pass_bonus_turn(state: State) -> bool:
    """Whether a bonus turn may be passed.

    The edition decides; in strict play, one without a legal point may always be passed.
    """
    rules = state.rules
    if rules.edition.bonus_pass:
        return True
    return rules.is_strict and not state.referee.legal(rules, state.board, state.last)


def _accepts_by_acting(state: State, window: Window, seat: int) -> bool:
    """Whether everybody can tell that this seat acts next and is the last that has to answer.

    If bonus turns may follow, they cannot: whether they do is unknown until the window closes.
    """
    if window.awaiting != {seat} or (_bonus_may_follow(state, window) and not state.board.is_full):
        return False
    return is_next_to_act(state, window.turn.seat, seat)


def _bonus_may_follow(state: State, window: Window) -> bool:
    if window.turn.bonus_turns:
        return True
    claimed = 1 if window.declared is None else window.declared
    return claimed > 0 and limit_bonus(state.rules, window.turn, claimed) > 0
