"""Clocks: whose time runs, how much is left, and when it runs out.

Clocks run only during a turn: in a window, at the opening and in a penalty all are stopped.
"""

from grav.game import Action, Opening, Pass, Penalty, Phase, Place, Resign, Turn, Window
from grav.server.messages.settings import DAY, SECOND, Days, Fischer, PerMove, TimeControl
from grav.server.table.model import Play


def initial_clocks(clock: TimeControl | None, seats: int) -> tuple[int, ...]:
    """Returns each seat's time at the start, in milliseconds; empty without a clock."""
    match clock:
        case None:
            return ()
        case Fischer(seconds=seconds) | PerMove(seconds=seconds):
            return (seconds * SECOND,) * seats
        case Days(days=days):
            return (days * DAY,) * seats


def clocks_after(clock: TimeControl | None, play: Play, action: Action, at: int) -> tuple[int, ...]:
    """Returns the clocks after an action. Only Fischer clocks change; others start anew each turn.

    A stored turn may seem to have ended before it began, where an older version used a system
    clock that was set back: such a turn counts as 0 ms, and nobody gains time.
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


def flag_fall_time(play: Play) -> int | None:
    """Returns when the time of the seat on turn runs out; None if no clock is running."""
    turn = play.state.phase
    if not play.left or not isinstance(turn, Turn):
        return None
    return play.since + play.left[turn.seat]


def goes_on(before: Phase, after: Phase, action: Action) -> bool:
    """Whether it is still the same turn, window, opening or penalty, so that its time runs on."""
    match before, after:
        case (Turn(), Turn()):
            return isinstance(action, Resign) and before == after
        case (Window(), Window()):
            return before.turn == after.turn and before.at == after.at
        case (Opening(), Opening()) | (Penalty(), Penalty()):
            return True
        case _:
            return False
