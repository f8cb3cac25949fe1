"""Players who search, all alike or one with twice the budget: what a setting is when people think.

The skill trace of a setting is the win share of a doubled budget against the single one, along a
ladder of budgets (Ludii's measure of strategic depth): how much there is to be good at. Perception
is perfect. Game k of a seed is the same game however a run is split.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from grav.atlas.measures import SKILL_LADDER, SKILL_TRACE, STEPS_PER_UNIT
from grav.native import Policy
from grav.native.bulk import game_sums, playouts
from grav.native.ratio_errors import GameSums
from grav.rules import Rules
from grav.rules.json_fields import Json, as_array, as_whole, require_key


@dataclass(frozen=True, slots=True)
class Doubling:
    """Games of one seat with twice the budget of the others, at one step of the ladder.

    The games come in sets of one game for each place in the order of play: the doubled seat plays
    each place equally often, and from the same random numbers. So a place that always wins, whoever
    has it, counts for nobody.
    """

    simulations: int
    """The single budget."""
    sets: int
    won: tuple[int, ...]
    """Games that the doubled seat won, by its place in the order of play."""
    won_squared: int
    """The games that it won in a set, squared, summed over the sets."""

    @property
    def players(self) -> int:
        return len(self.won)

    @property
    def share(self) -> float:
        """The share of the games that the doubled seat won: 1 / players if nothing is gained."""
        return sum(self.won) / (self.sets * self.players)

    @property
    def error(self) -> float:
        """The standard error of the share, from how much the sets differ.

        One more set of each extreme is counted (Laplace's rule of succession), as for shares of
        games in the atlas, so that sets that are all alike do not get an error of 0.
        """
        sets = self.sets + 2
        mean = (sum(self.won) + self.players) / sets
        variance = (self.won_squared + self.players**2) / sets - mean**2
        return sqrt(variance / self.sets) / self.players

    def __add__(self, other: "Doubling") -> "Doubling":
        assert (self.simulations, self.players) == (other.simulations, other.players)
        won = tuple(map(sum, zip(self.won, other.won, strict=True)))
        squares = self.won_squared + other.won_squared
        return Doubling(self.simulations, self.sets + other.sets, won, squares)

    def to_json(self) -> dict[str, Json]:
        numbers = {"simulations": self.simulations, "sets": self.sets}
        return {**numbers, "won": list(self.won), "won_squared": self.won_squared}


def doubling_from_json(source: Mapping[str, Json], where: str) -> Doubling:
    """:raises FormError: when it is not what `to_json` returns"""
    numbers = {
        key: as_whole(require_key(source, key, where), f"{where}.{key}")
        for key in ("simulations", "sets", "won_squared")
    }
    won = as_array(require_key(source, "won", where), f"{where}.won")
    return Doubling(**numbers, won=tuple(as_whole(each, f"{where}.won") for each in won))


SkillTrace = Sequence[Doubling]
"""All steps of the ladder, from the lowest budget."""


def play_alike(rules: Rules, simulations: int, games: int, seed: int, first: int = 0) -> GameSums:
    """Plays games between players of the same budget."""
    policies = [Policy(simulations=simulations)] * rules.players
    return game_sums(rules, policies, games, seed, first_game=first)


def play_doubling(rules: Rules, simulations: int, sets: int, seed: int, first: int = 0) -> Doubling:
    """Plays these sets of games of one seat with twice the budget against seats with the single
    one.

    Each step of a ladder has a seed of its own: a search of few simulations is the beginning of
    one of more, so that games of the same numbers would be alike.
    """
    import numpy as np

    players = rules.players
    rules = replace(rules, first=0)  # so seats are places
    won = np.zeros((players, sets), np.int64)
    for place in range(players):
        budgets = [simulations * (1 + (seat == place)) for seat in range(players)]
        policies = [Policy(simulations=budget) for budget in budgets]
        played = playouts(rules, policies, sets, seed + simulations, first_game=first)
        won[place] = played.winner == place
    by_place = tuple(won.sum(axis=1).tolist())
    return Doubling(simulations, sets, by_place, int((won.sum(axis=0) ** 2).sum()))


def play_skill_trace(rules: Rules, sets: int, seed: int) -> SkillTrace:
    return [play_doubling(rules, simulations, sets, seed) for simulations in SKILL_LADDER]


def skill(trace: SkillTrace) -> float:
    """Returns the mean win share of a doubled budget over the ladder."""
    return sum(each.share for each in trace) / len(trace)


def skill_error(trace: SkillTrace) -> float:
    """Returns the standard error of `skill`: the steps of the ladder are independent."""
    return sqrt(sum(each.error**2 for each in trace)) / len(trace)


def skill_steps(trace: SkillTrace) -> dict[str, int | None]:
    """Returns the columns of a skill trace in whole steps: the mean, its standard error, and the
    win share at each step of the ladder."""
    values = [skill(trace), skill_error(trace), *(each.share for each in trace)]
    named = zip(("skill", *SKILL_TRACE), values, strict=True)
    return {name: round(STEPS_PER_UNIT[name] * value) for name, value in named}
