"""How much of its time a bot takes: a part of what the table gives it, so that it never loses by
thinking, and people do not wait for ever."""

from grav.game import Turn
from grav.server.messages.settings import SECOND, Fischer
from grav.server.table.deadlines import deadline
from grav.server.table.model import Table

MAX_THINKING_SECONDS = 10.0
"""Of one thought, with all that is weighed for it. On 13 x 13 no level needs half of it."""
_MOVES_TO_COME = 20
"""What is left on a clock has to do for so many moves."""
_OF_INCREMENT = 0.8
_OF_WHAT_IS_LEFT = 0.5
"""No thought takes more, whatever the increment is."""
_OF_WHAT_IS_LEFT_TO_WAIT = 0.25
_OF_WHAT_IS_LEFT_TO_ANOTHER = 0.65
"""Longer than a bot takes that waits for a thread, and then thinks for half of the rest."""


def thinking_seconds(table: Table, now: int) -> float:
    """How long the one who is asked now may think, or pause, before the answer."""
    left = _left(table, now)
    play = table.play
    on_turn = play is not None and isinstance(play.state.phase, Turn)
    share = left * _OF_WHAT_IS_LEFT
    if on_turn and isinstance(clock := table.settings.clock, Fischer):
        share = min(share, left / _MOVES_TO_COME + clock.increment * _OF_INCREMENT)
    return min(share, MAX_THINKING_SECONDS)


def waiting_seconds(table: Table, now: int) -> float:
    """How long it may wait for a thread to think in, before it has to answer without."""
    return _left(table, now) * _OF_WHAT_IS_LEFT_TO_WAIT


def patience_seconds(table: Table, now: int) -> float:
    """How long it may leave the answer to another process: one that is alive has answered then."""
    return _left(table, now) * _OF_WHAT_IS_LEFT_TO_ANOTHER


def _left(table: Table, now: int) -> float:
    """Seconds until the table goes on without an answer."""
    limit = deadline(table)
    return 0.0 if limit is None else max(0, limit.at - now) / SECOND
