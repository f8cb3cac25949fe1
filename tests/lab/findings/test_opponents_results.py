"""The figures of docs/opponents.md are those of the present levels: their definitions are the
stored ones, and games that are played again have the stored winners."""

import os
from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random

import pytest
from bench.levels import LevelRow, measure
from tests.subtests import every

from grav.arena import Schedule, measure_levels, play_scheduled
from grav.bots import LEVELS
from grav.bots.player_definition import define_player
from grav.lab.findings.opponents_results import (
    LadderResults,
    Step,
    format_opponents_results,
    opponents_results,
    parse_opponents_results,
)
from grav.native import PerceptionErrors
from grav.provenance import Provenance
from grav.rules import parse_rules
from grav.rules.version import RULES_VERSION

pytestmark = pytest.mark.needs_core
LONG = os.environ.get("GRAV_HYPOTHESIS_PROFILE") == "long"
REPLAYED_GAMES = 100 if LONG else 12
"""Games of all pairs, or of quick ones."""
QUICK_SIZE, QUICK_LEVEL = 7, 7
RESULTS = opponents_results()


def all_provenance() -> Iterator[Provenance]:
    for ladder in RESULTS.ladders:
        yield from ladder.provenance
    yield RESULTS.perception.provenance
    yield from (run.provenance for run in RESULTS.thinking)


def test_every_run_states_the_present_players() -> None:
    """After a change of a level its games are played again: docs/opponents.md says how."""
    for source in all_provenance():
        assert source.players == {name: define_player(name) for name in source.players}
    for ladder in RESULTS.ladders:
        assert {*ladder.players} == {*map(str, LEVELS)}


def test_every_run_states_its_program_its_rules_and_its_date() -> None:
    for source in all_provenance():
        assert source.version
        assert source.rules == RULES_VERSION
        assert source.command.startswith(("grav arena --ladder", "python -m bench"))
        assert source.date.endswith("+00:00")


def test_every_step_of_a_ladder_has_as_many_games() -> None:
    pairs = [*pairwise(map(str, LEVELS))]
    for ladder in RESULTS.ladders:
        for steps in ladder.steps.values():
            assert [(step.below, step.level) for step in steps] == pairs
            assert {len(step.won) for step in steps} == {ladder.games}
            assert {*"".join(step.won for step in steps)} <= {*"01"}


def replayed() -> Iterator[tuple[LadderResults, str, Step, int]]:
    """Yields games of the ladders that are played again, drawn with a fixed seed."""
    steps = [
        (ladder, line, step)
        for ladder in RESULTS.ladders
        for line, found in ladder.steps.items()
        for step in found
        if LONG or (parse_rules(line).size <= QUICK_SIZE and int(step.level) <= QUICK_LEVEL)
    ]
    random = Random("opponents")
    for _ in range(REPLAYED_GAMES):
        ladder, line, step = random.choice(steps)
        yield ladder, line, step, random.randrange(ladder.games)


REPLAYED = {
    f"{ladder.seed}, {line}, level {step.level}, game {number}": (ladder, line, step, number)
    for ladder, line, step, number in replayed()
}


@every("name", REPLAYED)
def test_a_game_that_is_played_again_has_the_stored_winner(name: str) -> None:
    ladder, line, step, number = REPLAYED[name]
    schedule = Schedule(parse_rules(line), (step.below, step.level), ladder.seed)
    assert play_scheduled(schedule, number).best_first[0] == step.winners[number]


def errors_of(line: str, names: list[str]) -> Mapping[str, PerceptionErrors]:
    return {name: RESULTS.perception.errors[line][name] for name in names}


@every("line", RESULTS.ladders[0].steps)
def test_perception_that_is_measured_again_errs_as_often(line: str) -> None:
    names = [*RESULTS.perception.errors[line]] if LONG else ["5"]
    again = measure_levels(names, parse_rules(line))
    for name, found in errors_of(line, names).items():
        for rate in ("runs", "squares", "distances", "false_alarms"):
            assert getattr(again[name], rate) == pytest.approx(getattr(found, rate), abs=1e-9)


def test_stones_that_are_played_again_take_as_many_simulations() -> None:
    row = next(row for row in RESULTS.thinking[0].rows if row.level == 6)
    rules, level = parse_rules(row.rules), LEVELS[row.level]
    costs = measure(rules, level, row.games, row.max_actions)
    again = LevelRow(rules, level, costs, row.games, row.max_actions).to_json()
    for name in ("preset", "budget", "stones", "median_simulations", "max_simulations"):
        assert again[name] == getattr(row, name)


def test_results_come_back_as_they_were() -> None:
    assert parse_opponents_results(format_opponents_results(RESULTS)) == RESULTS
