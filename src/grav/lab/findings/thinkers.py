"""Players who think: whether a game is decided before it begins, and how much there is to be good
at. Settings with a name are left out: only those that were drawn stand for all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from grav.atlas import SEARCH_1000, MeasuredRow
from grav.atlas.measures import SKILL_LADDER
from grav.atlas.thinkers import is_decided, is_even
from grav.lab.findings.rows import find_measured_rows, measure_or_zero, quantile
from grav.lab.setting_selection import draw_settings
from grav.lab.thinking_samples import SEED, thinking_parts


@dataclass(frozen=True, slots=True)
class ThinkersOutcome:
    """Wins of the best place over the drawn settings."""

    settings: int
    games: int
    best_place: float
    """The median share of the games that the best place wins."""
    decided: int
    """Settings that are decided."""
    even: int


def thinkers_outcome(
    size: int, edition: str, who: str = SEARCH_1000, players: int = 2
) -> ThinkersOutcome:
    rows = drawn_rows(size, edition, who, players)
    best = [max(row.wins) for row in rows]
    return ThinkersOutcome(
        len(rows),
        rows[0].games,
        median(best),
        sum(is_decided(row.wins) for row in rows),
        sum(is_even(row.wins) for row in rows),
    )


def skill_quantiles(size: int, edition: str, players: int = 2) -> tuple[float, float, float]:
    """Returns the tenth percentile, the median and the ninetieth of `skill` over the settings."""
    skills = [measure_or_zero("skill", row) for row in drawn_rows(size, edition, players=players)]
    low, middle, high = (quantile(skills, share) for share in (0.1, 0.5, 0.9))
    return low, middle, high


def mean_skill_trace(size: int, edition: str, players: int = 2) -> Mapping[int, float]:
    """Returns the mean win share of a doubled budget over the settings, by the single budget."""
    rows = drawn_rows(size, edition, players=players)
    return {
        simulations: fmean(row.stored_measure(f"skill_{simulations}") or 0.0 for row in rows)
        for simulations in SKILL_LADDER
    }


def drawn_rows(
    size: int, edition: str, who: str = SEARCH_1000, players: int = 2
) -> Sequence[MeasuredRow]:
    """Returns the rows of the settings that were drawn at random."""
    part = next(
        part
        for part in thinking_parts()
        if (part.size, part.players, part.edition, part.who) == (size, players, edition, who)
    )
    rows = find_measured_rows(size, edition, who, players)
    return [rows[setting] for setting in draw_settings(size, part.drawn, SEED)]
