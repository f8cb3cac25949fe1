"""Solves the boards of tests/data/solved.json again, and boards under random rules."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from grav.lab.findings.search_results import SolvedBoard
from grav.native.search import solve
from grav.rules import Rules, parse_rules
from grav.testing.games.random_rules import random_rules

SOLVED_FILE = Path(__file__).parents[2] / "tests" / "data" / "solved.json"
RANDOM_SIZE, RANDOM_RULES, RANDOM_SEED = 4, 400, 1


def stored_boards() -> Iterator[Rules]:
    """Yields the rules of the stored boards."""
    for case in json.loads(SOLVED_FILE.read_text("utf-8"))["cases"]:
        yield parse_rules(case["rules"])


def random_boards(
    size: int = RANDOM_SIZE, count: int = RANDOM_RULES, seed: int = RANDOM_SEED
) -> Iterator[Rules]:
    """Yields random rules of two players on boards of one size."""
    chance = Random(seed)
    while count:
        rules = random_rules(chance, max_size=size)
        if (rules.size, rules.players) == (size, 2):
            count -= 1
            yield rules


def solve_board(rules: Rules) -> SolvedBoard:
    begin = time.process_time()
    found = solve(rules)
    seconds = round(time.process_time() - begin, 3)
    stones = {point for point, _ in found.best}
    return SolvedBoard(str(rules), found.margin, len(stones), found.positions, seconds)
