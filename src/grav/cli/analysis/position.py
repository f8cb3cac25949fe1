"""Finds the position of a record to analyse: one in which somebody is on turn."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from grav.game import (
    Accept,
    Action,
    Opening,
    Place,
    Placed,
    Refusal,
    State,
    Transition,
    Turn,
    Window,
    apply,
    start,
)
from grav.game.turns import with_order
from grav.record import Record
from grav.rules import Enforcement, Point, Verdict
from grav.text import GravError


class PositionError(GravError):
    """A position that the record does not have, or in which nobody is on turn."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """The record's placement: its point, the bonus turns it was worth, and its verdict."""

    at: Point
    bonus: int
    verdict: Verdict
    after: State
    """The state after it, if nobody shouts."""


@dataclass(frozen=True, slots=True)
class Position:
    state: State
    turn: Turn
    note: str
    """Where it is in the record: `before` a move, or at its `end`; at the end also `accepted` (all
    have accepted in the open window) or `begins` (the first seat begins, where anyone may)."""
    move: int | None = None
    """The number of the placement that the record made here; None at the end of the record."""
    played: PlayedMove | None = None


def position_at(record: Record, move: int | None) -> Position:
    """Returns the position before a placement, or without a number the end of the record.

    Placements count from 1, voided ones too. An open window counts as accepted by all.
    """
    return _position_at_end(record) if move is None else _position_before(record, move)


def _position_before(record: Record, move: int) -> Position:
    placements = 0
    for before, action, step in _states_of_moves(record):
        placements += any(isinstance(event, Placed) for event in step.events)
        if placements < move or not isinstance(action, Place):
            continue
        state = _give_turn(_accept_for_all(before), action.by)
        assert isinstance(state.phase, Turn)
        return Position(state, state.phase, "before", move, _placement_at(state, action))
    raise PositionError("diagram.no_such_move", move=move, moves=placements)


def _position_at_end(record: Record) -> Position:
    state = start(record.rules)
    for _, _, step in _states_of_moves(record):
        state = step.state
    match state.phase:
        case Window():
            state, note = _accept_for_all(state), "accepted"
        case Opening():
            state, note = _give_turn(state, state.active[0]), "begins"
        case _:
            note = "end"
    if not isinstance(state.phase, Turn):
        raise PositionError(f"analyse.nobody_{state.phase.name}")
    return Position(state, state.phase, note)


def _states_of_moves(record: Record) -> Iterator[tuple[State, Action, Transition]]:
    """Yields each action with the state before it and its step; leaves out refused actions."""
    state = start(record.rules)
    for action in record.actions:
        try:
            step = apply(state, action)
        except Refusal:
            continue
        yield state, action, step
        state = step.state


def _accept_for_all(state: State) -> State:
    """Returns the state after all who have yet to answer in a window have accepted."""
    while isinstance(state.phase, Window):
        state = apply(state, Accept(min(state.phase.awaiting))).state
    return state


def _give_turn(state: State, seat: int) -> State:
    """In an opening, gives the seat the first turn; otherwise returns the state unchanged."""
    if not isinstance(state.phase, Opening):
        return state
    return replace(with_order(state, seat), phase=Turn(seat))


def _placement_at(state: State, action: Place) -> PlayedMove:
    """Returns a placement with its verdict, read from the window that `challenge` play opens."""
    rules = replace(state.rules, enforcement=Enforcement.CHALLENGE)
    placed = apply(replace(state, rules=rules), action).state
    window = placed.phase
    assert isinstance(window, Window)
    return PlayedMove(action.at, window.bonus, window.verdict, _accept_for_all(placed))
