"""Ranks settings by a score for how good a game they make.

What holds for players who think counts first: random play does not say which place is better, nor
whether there is anything to be good at.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nlargest

from grav.atlas.measured_board import MeasuredBoard, MeasuredRow
from grav.atlas.measures import MeasuredSetting, value_of


@dataclass(frozen=True, slots=True)
class ScoredSetting:
    """A measured setting and its score, from 0 to 1."""

    score: float
    row: MeasuredRow


def quality_score(row: MeasuredSetting) -> float:
    """Returns the score of a setting: the product of four shares, each 1 at best.

    They are the balance of the places; the share of the board that is filled; the share of the
    stones that are not in the longest chain of bonus turns; and the share of games not tied. For
    players who think there is a fifth: what there is to be good at.
    """
    shares = (value_of(name, row) or 0.0 for name in ("balance", "fill", "chain_share", "ties"))
    balance, fill, chain_share, ties = shares
    return balance * fill * (1 - chain_share) * (1 - ties) * skill_factor(row)


def skill_factor(row: MeasuredSetting) -> float:
    """Returns how far a doubled budget gets a player from a fair share of the games, 0, to all of
    them, 1; and 1 where no skill was measured."""
    skill = row.stored_measure("skill")
    if skill is None:
        return 1.0
    fair = 1 / len(row.wins)
    return max(0.0, (skill - fair) / (1 - fair))


def best(
    by_random: MeasuredBoard, by_thinkers: MeasuredBoard | None, limit: int
) -> list[ScoredSetting]:
    """Returns the sensible settings of a board with the highest scores, the best first.

    Those measured with players who think come before the others, whose scores rest on random play.
    """
    thinkers = [] if by_thinkers is None else list(by_thinkers.sensible_rows())
    known = {row.setting for row in thinkers}
    others = (row for row in by_random.sensible_rows() if row.setting not in known)
    found = _highest(thinkers, limit)
    return found + _highest(others, limit - len(found))


def _highest(rows: Iterable[MeasuredRow], limit: int) -> list[ScoredSetting]:
    scored = (ScoredSetting(quality_score(row), row) for row in rows)
    return nlargest(limit, scored, key=lambda each: each.score)
