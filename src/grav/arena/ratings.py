"""Plackett–Luce ratings with their uncertainty (openskill); they compare players who never met."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from random import Random
from statistics import fmean

from grav.arena.shares import Z95
from grav.rules.json_fields import Json


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float
    sigma: float
    ordinal: float
    """A conservative estimate of the skill: mu - 3 sigma."""

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval around mu."""
        return Z95 * self.sigma

    def to_json(self) -> dict[str, Json]:
        return {"mu": self.mu, "sigma": self.sigma, "ordinal": self.ordinal}


_SHUFFLES = 20


def compute_ratings(
    players: Iterable[str], best_first: Iterable[Sequence[str]]
) -> dict[str, Rating]:
    """Returns every player's rating after these games, each given as its players, best first.

    Programs do not learn between games, so the uncertainty does not grow with time (tau = 0).
    Early games would still weigh more, so the rating is the mean over 20 orders of the games,
    shuffled with fixed seeds.
    """
    names, games = list(players), list(best_first)
    runs = []
    for number in range(_SHUFFLES):
        Random(number).shuffle(games)
        runs.append(_rate_in_order(names, games))
    return {name: _mean_rating([run[name] for run in runs]) for name in names}


def _rate_in_order(
    players: Sequence[str], best_first: Iterable[Sequence[str]]
) -> dict[str, Rating]:
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    each = {player: model.rating(name=player) for player in players}
    for names in best_first:
        rated = model.rate([[each[name]] for name in names], ranks=list(range(len(names))))
        each |= {name: team[0] for name, team in zip(names, rated, strict=True)}
    return {
        name: Rating(rating.mu, rating.sigma, rating.ordinal()) for name, rating in each.items()
    }


def _mean_rating(found: Sequence[Rating]) -> Rating:
    return Rating(*(fmean(numbers) for numbers in zip(*map(astuple, found), strict=True)))
