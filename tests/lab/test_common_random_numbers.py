"""How far games of neighbouring settings agree, which are played with the same random numbers: the
table of docs/method.md.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from grav.game import sensible_settings
from grav.lab.editions import ADVISED_EDITION
from grav.native import playouts
from grav.rules import Setting, parse_rules

pytestmark = pytest.mark.needs_core

PAGE = (Path(__file__).parents[2] / "docs" / "method.md").read_text("utf-8")
SIZE, GAMES, PAIRS = 9, 1024, 6
STEPS: Mapping[str, Callable[[Setting], Setting]] = {
    "a": lambda it: it._replace(a=it.a - 1),
    "b": lambda it: it._replace(b=it.b + 1),
    "c": lambda it: it._replace(c=it.c - 1),
    "d": lambda it: it._replace(d=it.d - 1),
    "e": lambda it: it._replace(e=it.e - 1),
}


def pairs_of(number: str) -> list[tuple[Setting, Setting]]:
    """Returns pairs of settings one step apart, spread evenly over all there are."""
    settings = sensible_settings(SIZE)
    pairs = [
        (one, other) for one in settings if (other := STEPS[number](one)) in frozenset(settings)
    ]
    return pairs[:: len(pairs) // PAIRS][:PAIRS]


@cache
def play(setting: Setting, edition: str) -> tuple[list[float], ...]:
    """Returns of each game whether the first place wins, the length, and the lead changes."""
    rules = parse_rules(f"{SIZE}x{SIZE} 2p {setting} {edition} strict")
    games = playouts(rules, ["random"] * 2, GAMES, 1, shapes="needed")
    columns = (games.winner == games.first, games.placements, games.lead_changes)
    return tuple([float(each) for each in column] for column in columns)


def mean_correlations(number: str, edition: str) -> list[float]:
    both = [(play(one, edition), play(other, edition)) for one, other in pairs_of(number)]
    return [
        fmean(float(np.corrcoef(one[at], other[at])[0, 1]) for one, other in both)
        for at in range(3)
    ]


@pytest.mark.parametrize("number", STEPS)
def test_the_page_shows_how_far_neighbouring_settings_share_their_luck(number: str) -> None:
    found = [*mean_correlations(number, "revised"), *mean_correlations(number, ADVISED_EDITION)]
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {number} |"))
    told = [float(cell.replace("−", "-")) for cell in row.strip("|").split("|")[1:]]
    assert told == pytest.approx(found, abs=0.0051)
