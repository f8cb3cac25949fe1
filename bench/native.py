"""The native core against OpenSpiel's C++ on Hex boards of the same size, against the Python rules,
and against itself.

"Needed" shapes are those that can still bring a bonus turn: the same games, with the same results.
"""

import random
import sys
from collections.abc import Iterator
from itertools import count
from typing import Literal

from bench import openspiel
from bench.measuring import Row, Work, rates_by_cpu_time, rates_by_wall_time
from grav.game import Over, Pass, Place, apply, start
from grav.native import NativeMissing, playouts
from grav.native.loading import core
from grav.native.search import Root, Search
from grav.native.search_options import SearchOptions
from grav.rules import Rules, legal_set, parse_rules, points_of
from grav.rules.shapes import count as count_shapes

Shapes = Literal["needed", "all"]
SHAPES: tuple[Shapes, Shapes] = ("needed", "all")

SEED = 1
SIMULATIONS = 2000
LONG_SEARCH = 20_000
"""Simulations that two threads share: enough to outweigh the cost of starting a thread."""


def rules(size: int, numbers: str, shapes: str = "largest") -> Rules:
    return parse_rules(f"{size}x{size} 2p {numbers} revised shapes={shapes} first=0 strict")


SEVEN = rules(7, "3 3 4 2 4")
NINE, NINE_EVERY = rules(9, "3 3 4 2 4"), rules(9, "3 3 4 2 4", "every")
LARGE, LARGE_EVERY = rules(23, "4 5 8 3 10"), rules(23, "4 5 8 3 10", "every")


def rows() -> Iterator[Row]:
    try:
        core()
    except NativeMissing as missing:
        print(f"The rows of the native core are left out: {missing}", file=sys.stderr)
        return
    if openspiel.is_available():
        yield from _against_openspiel()
    else:
        text = "Rows are left out: there is no OpenSpiel here (pip install open_spiel)."
        print(text, file=sys.stderr)
    yield from _against_ourselves()


def _against_openspiel() -> Iterator[Row]:
    for shapes in SHAPES:
        aims = iter([(1.5, 3), (3, 5), (2.5, 4)] if shapes == "needed" else [()] * 3)
        for name, nine in (("largest", NINE), ("every", NINE_EVERY)):
            measured = rates_by_cpu_time(random_moves(nine, shapes), openspiel.random_moves(9))
            yield Row(
                f"moves/s at random, 9x9 {name}, shapes {shapes}: Hex 9x9", *measured, *next(aims)
            )
        measured = rates_by_cpu_time(games(SEVEN, shapes), openspiel.random_games(7))
        yield Row(
            f"games/s at random, 7x7 largest, shapes {shapes}: Hex 7x7", *measured, *next(aims)
        )
    measured = rates_by_cpu_time(searches(NINE, SIMULATIONS), openspiel.searches(9, SIMULATIONS))
    yield Row("simulations/s of a search, 9x9 largest: MCTS, Hex 9x9", *measured, 1.5, 3)


def _against_ourselves() -> Iterator[Row]:
    for shapes in SHAPES:
        measured = rates_by_cpu_time(games(LARGE, shapes), games(LARGE_EVERY, shapes))
        aim = (1 / 3, 1 / 2) if shapes == "needed" else ()
        yield Row(f"games/s at random, 23x23 largest, shapes {shapes}: every", *measured, *aim)
    measured = rates_by_wall_time(games(NINE, "needed", threads=2), games(NINE, "needed"))
    yield Row("games/s at random, 9x9 largest, two threads: one", *measured, 1.6, 1.9)
    measured = rates_by_wall_time(
        searches(NINE, LONG_SEARCH, threads=2), searches(NINE, LONG_SEARCH)
    )
    yield Row("simulations/s of a search, 9x9 largest, two threads: one", *measured, 1.6, 1.9)
    for shapes in SHAPES:
        measured = rates_by_cpu_time(games(NINE, shapes), python_games(NINE))
        aim = (300, 1000) if shapes == "all" else ()
        yield Row(f"games/s at random, 9x9 largest, shapes {shapes}: Python", *measured, *aim)


def games(rules: Rules, shapes: Shapes, threads: int = 1) -> Work:
    """Returns work that plays random games in the core, counted in games."""
    seeds = count(SEED)

    def play(games: int) -> float:
        return len(playouts(rules, ["random"] * 2, games, next(seeds), threads, shapes=shapes))

    return play


def random_moves(rules: Rules, shapes: Shapes) -> Work:
    """Returns work that plays random games in the core, counted in moves."""
    seeds = count(SEED)

    def play(games: int) -> float:
        played = playouts(rules, ["random"] * 2, games, next(seeds), shapes=shapes)
        return int(played.placements.sum())

    return play


def searches(
    rules: Rules, simulations: int, threads: int = 1, options: SearchOptions | None = None
) -> Work:
    """Returns work that searches from the empty board, each time anew, counted in simulations."""
    seeds, root = count(SEED), Root.from_state(start(rules))

    def search(times: int) -> float:
        done = 0
        for _ in range(times):
            search = Search(rules, root, next(seeds), options=options)
            search.run(simulations, threads=threads)
            done += search.simulations
        return done

    return search


def python_games(rules: Rules) -> Work:
    """Returns work that plays random games by `grav.game`, every shape declared, in games."""
    chance = random.Random(SEED)

    def play(games: int) -> float:
        for _ in range(games):
            play_in_python(rules, chance)
        return games

    return play


def play_in_python(rules: Rules, chance: random.Random) -> Over:
    """Plays one random game; returns how it ended."""
    state, edition = start(rules), rules.edition
    while (seat := state.to_move) is not None:
        board = state.board
        legal = list(points_of(legal_set(rules, board, state.last), board.size))
        if legal:
            at = chance.choice(legal)
            shapes = count_shapes(board, at, edition)
            state = apply(state, Place(seat, at, shapes)).state
        else:
            state = apply(state, Pass(seat)).state
    assert isinstance(state.phase, Over)
    return state.phase
