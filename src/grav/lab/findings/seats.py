"""Whether places in the order of play are even: the best place's wins by the worst's.

The ratio is taken for each setting, and only then are settings compared. Which place is best
depends on the setting: in medians of each place over settings, unfairness averages away.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from statistics import median

from grav.atlas import RANDOM, MeasuredRow
from grav.lab.findings.rows import find_measured_rows

PLAYER_COUNTS = (2, 3, 4, 6)
_DRAWS = 2_000


def place_ratio(row: MeasuredRow) -> float:
    """Returns how many times as often the best place won as the worst.

    A place that never won counts as one that won once, so that a ratio is not infinite.
    """
    return max(row.wins) / max(min(row.wins), 1 / row.games)


def place_ratios(size: int, edition: str, players: int, who: str = RANDOM) -> list[float]:
    """Returns the ratio of each setting, in ascending order."""
    rows = find_measured_rows(size, edition, who, players)
    return sorted(map(place_ratio, rows.values()))


@cache
def place_ratio_by_chance(players: int, games: int) -> float:
    """Returns the median ratio of a fair game after so many games: above 1 by chance alone."""
    chance = Random(players)
    share = 1 / players
    deviation = (share * (1 - share) / games) ** 0.5
    return median(_draw_ratio(chance, players, share, deviation) for _ in range(_DRAWS))


def best_places(size: int, edition: str, players: int) -> Sequence[float]:
    """Returns the share of the settings in which the first, the second… place is the best."""
    rows = find_measured_rows(size, edition, players=players).values()
    best = [row.wins.index(max(row.wins)) for row in rows]
    return [best.count(place) / len(best) for place in range(players)]


def _draw_ratio(chance: Random, players: int, share: float, deviation: float) -> float:
    """Draws the wins of all places by the normal approximation of the multinomial distribution."""
    free = [chance.gauss(0, deviation / (1 - share) ** 0.5) for _ in range(players)]
    mean = sum(free) / players
    wins = [share + each - mean for each in free]
    return max(wins) / min(wins)
