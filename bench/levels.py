"""How long each level takes for a stone, under the presets of the pages, and how many simulations
it makes for it. A level plays against itself, so all stones count.

Simulations are the same on every machine, for the same games; seconds are CPU time of the thread
that searches, and are those of the machine at hand. As JSON, a line with the provenance comes
first; `python -m bench opponents` stores these lines for docs/opponents.md.
"""

import json
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

from grav.arena import play_game
from grav.bots import LEVELS, Level
from grav.bots.level_player import LevelPlayer
from grav.bots.player_definition import define_level
from grav.bots.thinking_limit import ThinkingLimit
from grav.game import Action, Place, View
from grav.native.search import Search
from grav.provenance import provenance
from grav.record import format_json_line
from grav.rules import Rules, parse_rules

PRESETS_FILE = Path(__file__).parents[1] / "web" / "src" / "setup" / "presets.json"
GAMES = 2
SLOW_SECONDS = 2.0
"""Seconds from which a person is kept waiting."""

TEXT_ROW = (
    "{rules:55}{level:6}{stones:7}{budget:8,}{median_simulations:10,}{max_simulations:10,}"
    "{median_seconds:8.3f}{percentile_95_seconds:8.3f}{max_seconds:8.3f}"
    "{longest_search_seconds:8.3f}{slow_share:8.1%}"
)

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class StoneCost:
    """What one stone took: all searches for it, and the perception of the board."""

    seconds: float
    simulations: int
    longest_search: float
    """The seconds of the longest of its searches; 0 without search."""


@dataclass(frozen=True, slots=True)
class LevelRow:
    """What the stones of one level took under one set of rules."""

    rules: Rules
    level: Level
    costs: Sequence[StoneCost]
    games: int = GAMES
    max_actions: int | None = None
    """The action at which games were stopped; None if they were played to their end."""

    def to_json(self) -> dict[str, Any]:
        seconds = [cost.seconds for cost in self.costs]
        simulations = [cost.simulations for cost in self.costs]
        return {
            "rules": str(self.rules),
            "preset": presets().get(self.rules),
            "level": self.level.number,
            "games": self.games,
            "max_actions": self.max_actions,
            "budget": self.level.nodes(self.rules.size),
            "stones": len(self.costs),
            "median_simulations": percentile(simulations, 50),
            "max_simulations": max(simulations),
            "median_seconds": percentile(seconds, 50),
            "percentile_95_seconds": percentile(seconds, 95),
            "max_seconds": max(seconds),
            "longest_search_seconds": max(cost.longest_search for cost in self.costs),
            "slow_seconds": SLOW_SECONDS,
            "slow_share": sum(each > SLOW_SECONDS for each in seconds) / len(seconds),
        }


def percentile(values: Sequence[float], percent: float) -> float:
    """Returns the nearest-rank percentile: a value that occurred."""
    return sorted(values)[max(ceil(len(values) * percent / 100), 1) - 1]


@cache
def presets() -> Mapping[Rules, str]:
    """Returns the rules of the presets for two players with the id of each, from the smallest board
    to the largest."""
    each = json.loads(PRESETS_FILE.read_text("utf-8"))
    found = (
        (
            parse_rules(
                f"{preset['size']}x{preset['size']} 2p {preset['setting']} "
                f"{preset.get('edition', 'revised')}"
            ),
            preset["id"],
        )
        for preset in each
    )
    return dict(sorted(found, key=lambda one: one[0].size))


def rows(
    levels: Sequence[int], rules: Sequence[Rules], games: int, max_actions: int | None
) -> Iterator[LevelRow]:
    """Yields a row for each set of rules and level. With `max_actions`, games stop there: the first
    stones of a game are those that take longest."""
    for line in rules:
        for level in levels:
            costs = measure(line, LEVELS[level], games, max_actions)
            yield LevelRow(line, LEVELS[level], costs, games, max_actions)


def measure(
    rules: Rules,
    level: Level,
    games: int,
    max_actions: int | None = None,
    clock: Clock = time.thread_time,
) -> list[StoneCost]:
    """Returns the cost of each stone in games of a level against itself."""
    costs = list[StoneCost]()
    for game in range(games):
        seeds = (f"bench {game} {seat}" for seat in range(rules.players))
        players = [TimedLevel(level, seed, clock, costs) for seed in seeds]
        play_game(rules, players, game % rules.players, max_actions)
    return costs


class TimedLevel(LevelPlayer):
    """A player of a level that notes what each of its stones takes."""

    def __init__(self, level: Level, seed: str, clock: Clock, costs: list[StoneCost]) -> None:
        super().__init__(level, seed)
        self._clock, self._costs = clock, costs

    def act(self, view: View, _: ThinkingLimit | None = None) -> Action:
        searches = CountedSearches(self._clock)
        begin = self._clock()
        action = super().act(view, searches)
        seconds = self._clock() - begin
        if isinstance(action, Place):
            self._costs.append(StoneCost(seconds, searches.simulations, searches.longest))
        return action


class CountedSearches(ThinkingLimit):
    """No limit: counts and times the searches for one move."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self.simulations = 0
        self.longest = 0.0

    def run(self, search: Search, nodes: int, time_fraction: float = 1.0) -> None:
        begin = self._clock()
        super().run(search, nodes, time_fraction)
        self.longest = max(self.longest, self._clock() - begin)
        self.simulations += search.simulations


def format_lines(
    found: Iterable[LevelRow], levels: Iterable[int], *, as_json: bool
) -> Iterator[str]:
    """Yields the rows: as JSON under their provenance, or as text under a heading."""
    if as_json:
        players = {str(level): define_level(level) for level in levels}
        command = shlex.join(["python", "-m", "bench", *sys.argv[1:]])
        yield format_json_line({"provenance": provenance(command, players).to_json()})
    else:
        yield (
            f"{'':76}{'simulations a stone':>20}{'CPU seconds a stone':>24}{'longest':>8}"
            f"{'over':>8}"
        )
        yield (
            f"{'rules':55}{'level':>6}{'stones':>7}{'budget':>8}{'median':>10}{'max':>10}"
            f"{'median':>8}{'95 %':>8}{'max':>8}{'search':>8}{f'{SLOW_SECONDS:g} s':>8}"
        )
    for row in found:
        yield json.dumps(row.to_json()) if as_json else TEXT_ROW.format(**row.to_json())
