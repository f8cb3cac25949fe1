"""Limits on the server time and the output of a review."""

from time import thread_time

from grav.server.problems.problem import Problem

MAX_ACTIONS = 5_000
"""Actions per game: on the largest board six players need fewer, unless nearly every stone is
shouted at."""
MAX_WORK = 20.0
"""CPU seconds that one thread works on one game."""
MAX_SHAPES = 24
"""Shapes listed per placement."""
MAX_POINTS = 100_000
"""Points of shapes listed in one answer; beyond it, shapes are given by their centres only."""


class Allowance:
    """Checks the limits before every action that is played; raises Problem if one is exceeded.

    It is made in the thread that works, and counts that thread's CPU time: on a busy machine the
    work takes longer, but is not more.
    """

    def __init__(self) -> None:
        self._began = thread_time()

    def __call__(self, actions: int) -> None:
        if actions > MAX_ACTIONS:
            raise Problem(413, "game_too_long", most=MAX_ACTIONS)
        if thread_time() - self._began > MAX_WORK:
            raise Problem(413, "game_too_heavy", most=round(MAX_WORK))
