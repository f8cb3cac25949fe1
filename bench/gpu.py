"""Games on a GPU against one thread of the native core, in the same run: placements per second.

Both sides play the same games, and their sums are compared before anything is timed.
"""

import sys
import time
from collections.abc import Callable, Iterator
from typing import Literal

from bench.measuring import Row
from grav.lab import gpu
from grav.native import is_available, tally
from grav.rules import Rules, parse_rules

Play = Callable[[int], int]
"""Plays that many games; returns the number of stones placed."""
Choice = Literal["random", "greedy"]
Shapes = Literal["all", "needed"]

SEED = 1
SECONDS = 1.0
"""How long the games of a side must take at least for its rate to be taken."""
AIMS = {("7x7 every", "all"): (3e9, 8e9), ("7x7 largest", "all"): (1e9, 3e9)}
"""Target and stretch target, in placements per second."""
BOARDS = {
    "7x7 every": "7x7 2p 3 3 4 2 4 classic strict",
    "7x7 largest": "7x7 2p 3 3 4 2 4 revised strict",
    "13x13 largest": "13x13 2p 4 3 5 2 6 revised strict",
    "23x23 largest": "23x23 2p 4 4 8 2 8 revised strict",
}


def rows() -> Iterator[Row]:
    if not (gpu.is_available() and is_available()):
        text = "The rows of the GPU are left out: they need one, with CuPy, and the native core."
        print(text, file=sys.stderr)
        return
    for board, line in BOARDS.items():
        for shapes in ("all", "needed"):
            yield _row(board, parse_rules(line), "random", shapes)
    yield _row("7x7 largest", parse_rules(BOARDS["7x7 largest"]), "greedy", "needed")


def _row(board: str, rules: Rules, choice: Choice, shapes: Shapes) -> Row:
    who: list[Choice] = [choice] * rules.players
    few = 2000 if rules.size <= 8 else 50
    [found] = gpu.tallies([rules], who, few, SEED, shapes=shapes)
    assert found == tally(rules, who, few, SEED, shapes=shapes), "not the same games"

    def on_gpu(games: int) -> int:
        return gpu.tallies([rules], who, games, SEED, shapes=shapes)[0].placements

    def on_core(games: int) -> int:
        return tally(rules, who, games, SEED, shapes=shapes).placements

    ours, peer = rate(on_gpu, 1 << 12), rate(on_core, 16)
    aims = AIMS.get((board, shapes), ()) if choice == "random" else ()
    text = f"placements/s, {choice}, {board}, shapes {shapes}: one thread of the core"
    # The targets here are rates; those of a row are ratios.
    return Row(text, ours, peer, *(aim / peer for aim in aims))


def rate(play: Play, games: int) -> float:
    """Returns placements per second; plays more and more games until they take long enough."""
    while True:
        began = time.perf_counter()
        placements = play(games)
        took = time.perf_counter() - began
        if took > SECONDS:
            return placements / took
        games *= 2 if took > SECONDS / 8 else 8
