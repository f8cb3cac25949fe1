"""A ladder: each level plays the level below it, under several sets of rules."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from grav.arena.ratings import Rating, compute_ratings
from grav.arena.results import Results
from grav.arena.schedule import Schedule, check_names
from grav.arena.shares import ShareOfGames
from grav.rules import Rules
from grav.rules.json_fields import Json


@dataclass(frozen=True)
class Ladder:
    names: tuple[str, ...]
    """In the intended order, from the weakest to the strongest."""
    rules: tuple[Rules, ...]
    seed: str

    def __post_init__(self) -> None:
        check_names(self.names)

    def schedules(self, rules: Rules) -> list[Schedule]:
        """Returns a schedule for each pair of neighbouring levels, lowest pair first."""
        return [Schedule(rules, pair, self.seed) for pair in pairwise(self.names)]

    def open(self, folder: Path | None) -> list[Results]:
        """Opens the results of each pair under each set of rules: one file each, in `folder`.

        Without a folder the results stay in memory.
        """
        schedules = [schedule for rules in self.rules for schedule in self.schedules(rules)]
        if folder is None:
            return [Results(schedule) for schedule in schedules]
        folder.mkdir(parents=True, exist_ok=True)
        return [Results(schedule, folder / results_file_name(schedule)) for schedule in schedules]


def results_file_name(schedule: Schedule) -> str:
    words = f"{schedule.rules} {' '.join(schedule.players)}"
    return re.sub(r"[^\w=]+", "-", words) + ".ndjson"


@dataclass(frozen=True, slots=True)
class Rung:
    """A level, the games it won against the level below, and its rating among all levels."""

    name: str
    below: str | None
    wins: ShareOfGames
    rating: Rating

    def to_json(self) -> dict[str, Json]:
        return {
            "player": self.name,
            "below": self.below,
            "wins": self.wins.to_json() if self.below else None,
            "rating": self.rating.to_json(),
        }


def compute_rungs(ladder: Ladder, rules: Rules, tables: Sequence[Results], each: int) -> list[Rung]:
    """Returns the levels under one set of rules, lowest first."""
    here = [results for results in tables if results.schedule.rules == rules]
    winners = {
        (low, up): [game.best_first[0] for game in results.games(each)]
        for results in here
        for low, up in [results.schedule.players]
    }
    return rate_rungs(ladder.names, winners)


def rate_rungs(
    names: Sequence[str], winners: Mapping[tuple[str, str], Sequence[str]]
) -> list[Rung]:
    """Returns the levels by who won the games of each pair, the lower named first."""
    pairs = list(pairwise(names))
    orders = [
        (winner, low if winner == up else up) for low, up in pairs for winner in winners[low, up]
    ]
    rated = compute_ratings(names, orders)
    first = Rung(names[0], None, ShareOfGames(), rated[names[0]])
    wins = {(low, up): ShareOfGames(won.count(up), len(won)) for (low, up), won in winners.items()}
    return [first, *(Rung(up, low, wins[low, up], rated[up]) for low, up in pairs)]
