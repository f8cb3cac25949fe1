"""The peer: OpenSpiel's C++, which plays Hex at random and by Monte Carlo tree search.

`pip install open_spiel`, or `make bench`. A search of one simulation evaluates the empty board: it
plays the asked number of random games (rollouts), in C++ alone.
"""

import random
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bench.measuring import Work

SEED = 1
COUNTED_GAMES = 5000
UCT_C = 2.0
MEGABYTES = 1000


def is_available() -> bool:
    return find_spec("pyspiel") is not None


def random_games(size: int) -> Work:
    """Returns work that plays random games, counted in games."""

    def play(games: int) -> float:
        _search(size, simulations=1, rollouts=games)
        return games

    return play


def random_moves(size: int) -> Work:
    """Returns work that plays random games, counted in moves by their mean length."""
    length = mean_length(size)

    def play(games: int) -> float:
        return random_games(size)(games) * length

    return play


def searches(size: int, simulations: int) -> Work:
    """Returns work that searches from the empty board, counted in simulations."""

    def search(times: int) -> float:
        for _ in range(times):
            _search(size, simulations, rollouts=1)
        return times * simulations

    return search


@cache
def mean_length(size: int) -> float:
    """Returns the mean number of moves in a random game: OpenSpiel's C++ does not report it, so
    games are played and counted here."""
    chance = random.Random(SEED)
    moves = 0
    for _ in range(COUNTED_GAMES):
        state = _hex(size).new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    return moves / COUNTED_GAMES


def _search(size: int, simulations: int, rollouts: int) -> None:
    spiel = import_module("pyspiel")
    evaluator = spiel.RandomRolloutEvaluator(rollouts, SEED)
    bot = spiel.MCTSBot(
        _hex(size), evaluator, UCT_C, simulations, MEGABYTES, solve=True, seed=SEED, verbose=False
    )
    bot.step(_hex(size).new_initial_state())


@cache
def _hex(size: int) -> Any:
    return import_module("pyspiel").load_game(f"hex(board_size={size})")
