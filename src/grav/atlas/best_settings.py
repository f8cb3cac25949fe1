"""Ranks settings by a score for how good a game they make."""

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
    stones that are not in the longest chain of bonus turns; and the share of games not tied.
    """
    shares = (value_of(name, row) or 0.0 for name in ("balance", "fill", "chain_share", "ties"))
    balance, fill, chain_share, ties = shares
    return balance * fill * (1 - chain_share) * (1 - ties)


def best(boards: Iterable[MeasuredBoard], limit: int) -> list[ScoredSetting]:
    """Returns the settings of these boards with the highest scores, the best first."""
    scored = (ScoredSetting(quality_score(row), row) for board in boards for row in board)
    return nlargest(limit, scored, key=lambda each: each.score)
