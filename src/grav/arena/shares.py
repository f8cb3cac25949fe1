"""Shares with 95 % intervals: of games, and of opponents over games."""

from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from typing import Protocol

from grav.rules.json_fields import Json

Z95 = 1.959964
"""The two-sided 95 % quantile of the normal distribution, in standard deviations."""

Interval = tuple[float, float]


def wilson_interval(hits: float, of: float) -> Interval:
    """Returns the 95 % Wilson score interval for a share."""
    if of == 0:
        return 0.0, 1.0
    share, z2 = hits / of, Z95**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half_width = sqrt(share * (1 - share) / of + z2 / (4 * of**2)) * Z95 / (1 + z2 / of)
    return max(0.0, min(share, middle - half_width)), min(1.0, max(share, middle + half_width))


class Share(Protocol):
    """A share between 0 and 1, with its interval."""

    @property
    def share(self) -> float: ...

    @property
    def interval(self) -> Interval: ...


@dataclass(frozen=True, slots=True)
class ShareOfGames:
    """In how many of these games something happened."""

    count: int = 0
    games: int = 0

    @property
    def share(self) -> float:
        return self.count / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        return wilson_interval(self.count, self.games)

    def to_json(self) -> dict[str, Json]:
        return {"games": self.games, "count": self.count, **_share_to_json(self)}


@dataclass(frozen=True, slots=True)
class ShareOfOpponents:
    """The share of opponents in each game, all games counting alike.

    Opponents of one game are not independent: who leads a game is ahead of all. So games are the
    unit of the interval.
    """

    by_game: tuple[float, ...] = ()
    opponents: int = 1
    """The number of opponents in a game."""

    @property
    def share(self) -> float:
        return fmean(self.by_game) if self.by_game else 0.0

    @property
    def interval(self) -> Interval:
        """The Wilson interval for the effective number of independent comparisons (Korn and
        Graubard): as many as would vary as much as the games do. They are no fewer than the games
        and no more than all comparisons, and as many as the games where these do not vary."""
        games = len(self.by_game)
        between = variance(self.by_game) if games > 1 else 0.0
        effective = self.share * (1 - self.share) / between * games if between else games
        effective = min(max(effective, games), games * self.opponents)
        return wilson_interval(self.share * effective, effective)

    def to_json(self) -> dict[str, Json]:
        return {"games": len(self.by_game), **_share_to_json(self)}


def _share_to_json(share: Share) -> dict[str, Json]:
    return {"share": share.share, "interval": list(share.interval)}
