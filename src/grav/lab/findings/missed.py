"""Whether difficulty foretells what is missed, by our own model of perception.

Random players with the perception of level 8 play without a referee. What is missed is compared
among the first stones, of which every game has as many, and over whole games, which last longer
under loose settings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from statistics import correlation, fmean

from grav.atlas.measures import value_of
from grav.bots.levels import LEVELS
from grav.lab.atlas_recipe import SEED
from grav.lab.editions import ADVISED_EDITION
from grav.lab.findings.rows import find_measured_rows
from grav.native import Policy, playouts
from grav.native.bulk import MAX_PLACEMENTS
from grav.rules import Enforcement, Rules, Setting, parse_edition

SIZE = 7
LEVEL = 8
GAMES = 200
FIRST_STONES = 20
"""Two fifths of the board."""


@dataclass(frozen=True, slots=True)
class MissedByDifficulty:
    """Breaches that stood, as a share of all stones, against the difficulty of the setting."""

    correlation: float
    """Pearson's, over the settings."""
    easiest: float
    """The mean share on the quarter of the settings with the least difficulty."""
    hardest: float


def missed_by_difficulty(stones: int = MAX_PLACEMENTS) -> MissedByDifficulty:
    """Compares them among the first `stones` stones of each game."""
    rows = find_measured_rows(SIZE, "revised")
    missed = _missed_shares(stones)
    difficulties = {setting: value_of("difficulty", row) or 0.0 for setting, row in rows.items()}
    ordered = [missed[setting] for setting in sorted(rows, key=difficulties.__getitem__)]
    quarter = len(ordered) // 4
    return MissedByDifficulty(
        correlation([difficulties[setting] for setting in rows], list(missed.values())),
        fmean(ordered[:quarter]),
        fmean(ordered[-quarter:]),
    )


@cache
def _missed_shares(stones: int) -> Mapping[Setting, float]:
    policies = [Policy("random", LEVELS[LEVEL].perception)] * 2
    edition = parse_edition(ADVISED_EDITION)
    found = {}
    for setting in find_measured_rows(SIZE, "revised"):
        rules = Rules(SIZE, 2, setting, edition, Enforcement.CHALLENGE)
        games = playouts(rules, policies, GAMES, SEED, max_placements=stones)
        found[setting] = float(games.missed.sum() / games.placements.sum())
    return found
