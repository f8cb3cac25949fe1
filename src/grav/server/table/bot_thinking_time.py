"""Time management for bots: each takes a fraction of the time left, so that it never loses on time
and people do not wait for ever."""

from grav.game import Turn
from grav.server.messages.settings import SECOND, Fischer
from grav.server.table.deadlines import deadline
from grav.server.table.model import Table

MAX_THINKING_SECONDS = 10.0
"""The limit for all searches of one move. docs/opponents.md has what they took without it."""
_MOVES_TO_COME = 20
"""The time left on a clock is planned to last for this many moves."""
_OF_INCREMENT = 0.8
_OF_WHAT_IS_LEFT = 0.5
"""The largest fraction of the time left that one search takes, whatever the increment is."""
_OF_WHAT_IS_LEFT_TO_WAIT = 0.25
_OF_WHAT_IS_LEFT_TO_ANOTHER = 0.65
"""More than a bot needs that waits for a thread (0.25) and then thinks for half of the rest."""


def thinking_seconds(table: Table, now: int) -> float:
    """Returns how long a bot that has to act now may think, or pause, before it answers."""
    left = _left(table, now)
    play = table.play
    on_turn = play is not None and isinstance(play.state.phase, Turn)
    share = left * _OF_WHAT_IS_LEFT
    if on_turn and isinstance(clock := table.settings.clock, Fischer):
        share = min(share, left / _MOVES_TO_COME + clock.increment * _OF_INCREMENT)
    return min(share, MAX_THINKING_SECONDS)


def waiting_seconds(table: Table, now: int) -> float:
    """Returns how long a bot may wait for a free thread before it answers without a search."""
    return _left(table, now) * _OF_WHAT_IS_LEFT_TO_WAIT


def lease_wait_seconds(table: Table, now: int) -> float:
    """Returns how long to leave the answer to another process, which holds the lease: a process
    that is alive has answered by then."""
    return _left(table, now) * _OF_WHAT_IS_LEFT_TO_ANOTHER


def _left(table: Table, now: int) -> float:
    """Returns the seconds until the table's deadline; 0 if it has none."""
    limit = deadline(table)
    return 0.0 if limit is None else max(0, limit.at - now) / SECOND
