"""What was measured of the levels, as `python -m bench opponents` stores it: who won the games of
the ladders, how often levels err in what they perceive, and what their stones take."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from typing import Any

from grav.native import PerceptionErrors
from grav.provenance import Provenance, provenance_from_json

WON, LOST = "1", "0"


@dataclass(frozen=True, slots=True)
class Step:
    """The games of a level against the one below."""

    level: str
    below: str
    won: str
    """For each game, in the order of their numbers, 1 if the level won it, else 0."""

    @property
    def winners(self) -> Sequence[str]:
        return [self.level if won == WON else self.below for won in self.won]


@dataclass(frozen=True, slots=True)
class LadderResults:
    """The ladder with one seed: as many games for each step, under several sets of rules."""

    seed: str
    games: int
    provenance: Sequence[Provenance]
    """An entry for each program that played some of the games."""
    steps: Mapping[str, Sequence[Step]]
    """By line of rules; the lowest step first."""

    @property
    def players(self) -> Mapping[str, Any]:
        """The definition of each player by its name."""
        return {name: each for entry in self.provenance for name, each in entry.players.items()}


@dataclass(frozen=True, slots=True)
class PerceptionResults:
    """How often the levels err in what they perceive."""

    provenance: Provenance
    errors: Mapping[str, Mapping[str, PerceptionErrors]]
    """By line of rules and level."""


@dataclass(frozen=True, slots=True)
class ThinkingRow:
    """What the stones of one level took under one set of rules, in games against itself."""

    rules: str
    preset: str | None
    """The id of the preset of the pages with these rules, if there is one."""
    level: int
    games: int
    max_actions: int | None
    budget: int
    stones: int
    median_simulations: int
    max_simulations: int
    median_seconds: float
    percentile_95_seconds: float
    max_seconds: float
    longest_search_seconds: float
    slow_seconds: float
    slow_share: float


@dataclass(frozen=True, slots=True)
class ThinkingResults:
    """One run of `python -m bench levels`."""

    provenance: Provenance
    rows: Sequence[ThinkingRow]


@dataclass(frozen=True, slots=True)
class OpponentsResults:
    """All that docs/opponents.md states of measured figures."""

    ladders: Sequence[LadderResults]
    """The one whose tables are on the page, then those with other seeds."""
    perception: PerceptionResults
    thinking: Sequence[ThinkingResults]
    """The run under the presets, then runs under other rules."""


@cache
def opponents_results() -> OpponentsResults:
    """Returns the stored results."""
    file = resources.files("grav.lab.findings") / "data" / "opponents.json"
    return parse_opponents_results(file.read_text("utf-8"))


def format_opponents_results(results: OpponentsResults) -> str:
    found = {
        "ladders": [
            {
                "seed": ladder.seed,
                "games": ladder.games,
                "provenance": [entry.to_json() for entry in ladder.provenance],
                "steps": {line: [*map(asdict, steps)] for line, steps in ladder.steps.items()},
            }
            for ladder in results.ladders
        ],
        "perception": {
            "provenance": results.perception.provenance.to_json(),
            "errors": {
                line: {level: asdict(found) for level, found in levels.items()}
                for line, levels in results.perception.errors.items()
            },
        },
        "thinking": [
            {"provenance": run.provenance.to_json(), "rows": [*map(asdict, run.rows)]}
            for run in results.thinking
        ],
    }
    return json.dumps(found, indent=1) + "\n"


def parse_opponents_results(text: str) -> OpponentsResults:
    found = json.loads(text)
    perception = found["perception"]
    return OpponentsResults(
        [_parse_ladder(each) for each in found["ladders"]],
        PerceptionResults(
            provenance_from_json(perception["provenance"], "perception"),
            {
                line: {level: PerceptionErrors(**errors) for level, errors in levels.items()}
                for line, levels in perception["errors"].items()
            },
        ),
        [parse_thinking(each["provenance"], each["rows"]) for each in found["thinking"]],
    )


def _parse_ladder(found: Mapping[str, Any]) -> LadderResults:
    return LadderResults(
        found["seed"],
        found["games"],
        [provenance_from_json(entry, "ladder") for entry in found["provenance"]],
        {line: [Step(**step) for step in steps] for line, steps in found["steps"].items()},
    )


def parse_thinking(source: Any, rows: Sequence[Mapping[str, Any]]) -> ThinkingResults:
    return ThinkingResults(
        provenance_from_json(source, "thinking"), [ThinkingRow(**row) for row in rows]
    )
