"""The words of the text form, and which player is meant if a word does not say so.

    f7      a stone on f7 by the player on turn      f7+2    the same, declaring two bonus turns
    pass    a pass                                   ok      all who have yet to answer accept
    grav!   the shout                                -f7     the stone on f7 is removed
    resign  always with its player: 2:resign

A number before a word (`2:grav!`) names the player, from 1. It can be left out if the state of the
game determines the player.
"""

import re
from dataclasses import dataclass

from grav.game import (
    Accept,
    Action,
    Grav,
    Opening,
    Over,
    Pass,
    Penalty,
    Place,
    Refusal,
    Remove,
    Resign,
    State,
    Turn,
    Window,
    apply,
)
from grav.rules import Point
from grav.rules.setting import TOO_LONG

_WORD = re.compile(
    r"(?:(?P<seat>-?\d{1,4001}):)?"
    r"(?:(?P<word>pass|ok|grav!?|resign)"
    r"|(?P<removed>-)?(?P<point>[a-z](?:0|[1-9]\d{0,3}))(?:\+(?P<declare>\d{1,4000}))?)",
    re.ASCII,
)

_PLAIN: dict[str, type[Pass | Accept | Resign | Grav]] = {
    "pass": Pass,
    "ok": Accept,
    "resign": Resign,
}


@dataclass(frozen=True, slots=True)
class Word:
    """One word: an action whose player may be left out."""

    seat: int | None
    kind: type[Action]
    at: Point | None = None
    declare: int | None = None


def parse_word(text: str) -> Word | None:
    """Parses a word; returns None if the text is none."""
    match = _WORD.fullmatch(text)
    if match is None:
        return None
    seat = None if match["seat"] is None else int(match["seat"]) - 1
    if seat is not None and abs(seat) >= TOO_LONG:
        return None
    if match["word"]:
        return Word(seat, _PLAIN.get(match["word"], Grav))
    at = Point.parse(match["point"])
    if not match["removed"]:
        return Word(seat, Place, at, None if match["declare"] is None else int(match["declare"]))
    return None if match["declare"] else Word(seat, Remove, at)


def meant_actions(word: Word, state: State) -> list[Action]:
    """Returns the actions that a word stands for; none if the player is ambiguous."""
    seats = meant_seats(word.kind, state) if word.seat is None else [word.seat]
    return [_action(word, seat) for seat in seats]


def _action(word: Word, by: int) -> Action:
    if word.kind is Place and word.at is not None:
        return Place(by, word.at, word.declare)
    if word.kind is Remove and word.at is not None:
        return Remove(by, word.at)
    return next(kind for kind in (*_PLAIN.values(), Grav) if kind is word.kind)(by)


def meant_seats(kind: type[Action], state: State) -> list[int]:
    """Returns the seats meant by a word of this kind without a player; none if ambiguous."""
    match state.phase:
        case Turn(seat) if kind in (Place, Pass):
            return [seat]
        case Penalty(shouter) if kind is Remove:
            return [shouter]
        case Window(turn, awaiting=awaiting) if kind in (Place, Pass, Accept, Grav):
            assert state.order is not None
            place = state.order.index(turn.seat)
            in_order = state.order[place:] + state.order[:place]
            seats = [seat for seat in in_order if seat in awaiting]
            return seats if kind is Accept or len(seats) == 1 else []
        case Opening() | Turn() | Window() | Penalty() | Over():
            return []


def format_word(action: Action, *, with_seat: bool) -> str:
    """Formats an action as a word, with or without its player."""
    match action:
        case Place(_, at, declare):
            word = str(at) if declare is None else f"{at}+{declare}"
        case Remove(_, at):
            word = f"-{at}"
        case Pass():
            word = "pass"
        case Accept():
            word = "ok"
        case Grav():
            word = "grav!"
        case Resign():
            word = "resign"
    return f"{action.by + 1}:{word}" if with_seat else word


def state_after(state: State, action: Action) -> State:
    """Returns the next state, or the same one if the action is refused (records may hold such)."""
    try:
        return apply(state, action).state
    except Refusal:
        return state
