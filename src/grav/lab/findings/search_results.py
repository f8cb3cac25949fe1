"""What was measured of the search and the solver, as `python -m bench search --out` stores it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from grav.provenance import Provenance, provenance_from_json

AS_IS = "the search as it is"
"""The name of the search that all variants play against."""


def first_stones(pair: int) -> int:
    """Returns how many stones a pair of games begins with: the seats place them in turn."""
    return 1 + pair % 2


@dataclass(frozen=True, slots=True)
class Match:
    """Pairs of games of a variant against the search as it is. Both games of a pair continue the
    same first stones; the variant plays seat 0 in one and seat 1 in the other."""

    variant: str
    rules: str
    winners: str
    """The seat that won each game, pair by pair."""

    @property
    def games(self) -> int:
        return len(self.winners)

    @property
    def shares(self) -> Sequence[float]:
        """The share of the games of each pair that the variant won."""
        first, second = self.winners[::2], self.winners[1::2]
        return [((a == "0") + (b == "1")) / 2 for a, b in zip(first, second, strict=True)]

    @property
    def share(self) -> float:
        return fmean(self.shares)

    @property
    def error(self) -> float:
        """The standard error of the share. Pairs are its unit: the games of one are alike."""
        return stdev(self.shares) / sqrt(len(self.shares)) if len(self.shares) > 1 else 0.0

    def won_by_next(self, stones: int) -> Sequence[bool]:
        """Returns for each game that began with so many stones whether the seat won that was on
        turn after them."""
        return [
            int(winner) == stones % 2
            for game, winner in enumerate(self.winners)
            if first_stones(game // 2) == stones
        ]


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A move of the search on an empty board."""

    move: str
    visits: int
    worth: float
    """The share of games that it expects to win."""


@dataclass(frozen=True, slots=True)
class FirstMoves:
    """The best moves of one search of an empty board, best first."""

    rules: str
    simulations: int
    seed: int
    best: Sequence[FirstMove]


@dataclass(frozen=True, slots=True)
class Speed:
    """Simulations a second of CPU time from the empty board, on one thread."""

    rules: str
    careful: float
    """With play-outs as they are."""
    completing: float
    """With play-outs that complete shapes, but are not careful."""


@dataclass(frozen=True, slots=True)
class SolvedBoard:
    """An empty board, solved."""

    rules: str
    margin: int
    best: int
    """How many first stones reach the margin."""
    positions: int
    """Positions that the solver visited."""
    seconds: float
    """Of CPU time."""


@dataclass(frozen=True, slots=True)
class SearchResults:
    provenance: Provenance
    machine: str
    """The processor that the speeds and seconds are of."""
    matches: Sequence[Match]
    first_moves: FirstMoves
    speeds: Sequence[Speed]
    solved: Sequence[SolvedBoard]
    """The boards of tests/data/solved.json."""
    solved_at_random: Sequence[SolvedBoard]
    """Boards under random rules."""

    def match(self, variant: str, rules: str) -> Match:
        return next(it for it in self.matches if (it.variant, it.rules) == (variant, rules))

    def to_json(self) -> dict[str, Any]:
        winners: dict[str, dict[str, str]] = {}
        for match in self.matches:
            winners.setdefault(match.variant, {})[match.rules] = match.winners
        return {
            "provenance": self.provenance.to_json(),
            "machine": self.machine,
            "winners": winners,
            "first_moves": asdict(self.first_moves),
            "speeds": [asdict(speed) for speed in self.speeds],
            "solved": [asdict(board) for board in self.solved],
            "solved_at_random": [asdict(board) for board in self.solved_at_random],
        }


def results_from_json(source: Mapping[str, Any]) -> SearchResults:
    moves = source["first_moves"]
    return SearchResults(
        provenance=provenance_from_json(source["provenance"], "provenance"),
        machine=source["machine"],
        matches=[
            Match(variant, rules, winners)
            for variant, by_rules in source["winners"].items()
            for rules, winners in by_rules.items()
        ],
        first_moves=FirstMoves(**moves | {"best": [FirstMove(**each) for each in moves["best"]]}),
        speeds=[Speed(**each) for each in source["speeds"]],
        solved=[SolvedBoard(**each) for each in source["solved"]],
        solved_at_random=[SolvedBoard(**each) for each in source["solved_at_random"]],
    )


@cache
def stored_results() -> SearchResults:
    """Returns what was measured last."""
    file = resources.files("grav.lab.findings") / "data" / "search.json"
    return results_from_json(json.loads(file.read_text("utf-8")))
