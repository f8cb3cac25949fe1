"""Clocks: whose time runs, how much is left, and when it is out.

Time runs on a turn alone: in a window, at the opening and in a penalty it is nobody's.
"""

from grav.game import Action, Opening, Pass, Penalty, Phase, Place, Resign, Turn, Window
from grav.server.messages.settings import DAY, SECOND, Days, Fischer, PerMove, TimeControl
from grav.server.table.model import Play


def full_clocks(clock: TimeControl | None, seats: int) -> tuple[int, ...]:
    """What each clock shows before the game; nothing where there is none."""
    match clock:
        case None:
            return ()
        case Fischer(seconds=seconds) | PerMove(seconds=seconds):
            return (seconds * SECOND,) * seats
        case Days(days=days):
            return (days * DAY,) * seats


def left_after(clock: TimeControl | None, play: Play, action: Action, at: int) -> tuple[int, ...]:
    """The clocks once an action was made. Only a game's own time is used up by its turns.

    A stored turn may seem to have ended before it began, where an older version went by a clock
    that was set back: it took no time, and nobody gains any.
    """
    turn = play.state.phase
    if not isinstance(clock, Fischer) or not isinstance(action, (Place, Pass, Resign)):
        return play.left
    on_turn = isinstance(turn, Turn) and turn.seat == action.by
    spent = max(0, at - play.since) if on_turn else 0
    gained = 0 if isinstance(action, Resign) else clock.increment * SECOND
    return tuple(
        max(0, left - spent) + gained if seat == action.by else left
        for seat, left in enumerate(play.left)
    )


def flag_falls(play: Play) -> int | None:
    """When the time of the one on turn is out."""
    turn = play.state.phase
    if not play.left or not isinstance(turn, Turn):
        return None
    return play.since + play.left[turn.seat]


def goes_on(before: Phase, after: Phase, action: Action) -> bool:
    """Is it still the same turn, window or penalty, whose time has begun already?"""
    match before, after:
        case (Turn(), Turn()):
            return isinstance(action, Resign) and before == after
        case (Window(), Window()):
            return before.turn == after.turn and before.at == after.at
        case (Opening(), Opening()) | (Penalty(), Penalty()):
            return True
        case _:
            return False
