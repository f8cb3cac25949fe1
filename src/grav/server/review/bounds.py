"""How much of the server's time somebody may have who looks at games."""

from time import thread_time

from grav.server.problems.problem import Problem

MOST_ACTIONS = 5_000
"""Of a game: on the largest board six players need fewer, unless nearly all is shouted at."""
MOST_WORK = 20.0
"""Seconds that one thread works on one game."""
MOST_SHAPES = 24
"""Shapes that are told of one placement."""
MOST_POINTS = 100_000
"""Points of shapes that are told in one answer; whoever wants more finds them by their centres."""

LEAST_MILLISECONDS = 100
MOST_MILLISECONDS = 10_000
MOST_SIMULATIONS = 1_000_000
MOST_BEST = 20
"""Moves that an opinion tells of."""


class Allowance:
    """To be asked before every action that is played: a Problem where it is too much.

    Made in the thread that works, whose time it counts: on a busy machine work takes longer, but
    is not more.
    """

    def __init__(self) -> None:
        self._began = thread_time()

    def __call__(self, actions: int) -> None:
        if actions > MOST_ACTIONS:
            raise Problem(413, "game_too_long", most=MOST_ACTIONS)
        if thread_time() - self._began > MOST_WORK:
            raise Problem(413, "game_too_heavy", most=round(MOST_WORK))
