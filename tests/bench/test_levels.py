"""What stones of the levels cost: counted simulations, a clock that only searches advance, and
percentiles that occurred."""

import json
import sys
from itertools import count

import bench.__main__ as program
import pytest
from bench.levels import LevelRow, StoneCost, format_lines, measure, percentile, presets

from grav.bots import LEVELS
from grav.bots.player_definition import define_level
from grav.provenance import provenance_from_json
from grav.rules import parse_rules

SMALL = parse_rules("4x4 2p 3 3 4 1 4 revised")
COSTS = [StoneCost(seconds, 100, seconds / 2) for seconds in (3.0, 1.0, 2.0, 2.5)]


def test_percentiles_are_values_that_occurred() -> None:
    assert [percentile([3, 1, 2, 4], percent) for percent in (0, 25, 50, 51, 95, 100)] == [
        *(1, 1, 2, 3, 4, 4)
    ]
    assert percentile([*range(1, 101)], 95) == 95


def test_a_row_says_how_long_stones_took_and_how_many_took_long() -> None:
    figures = LevelRow(SMALL, LEVELS[10], COSTS).to_json()
    assert figures == json.loads(json.dumps(figures))
    assert figures == {
        "rules": str(SMALL),
        "preset": None,
        "level": 10,
        "games": 2,
        "max_actions": None,
        "budget": 240 * 16,
        "stones": 4,
        "median_simulations": 100,
        "max_simulations": 100,
        "median_seconds": 2.0,
        "percentile_95_seconds": 3.0,
        "max_seconds": 3.0,
        "longest_search_seconds": 1.5,
        "slow_seconds": 2.0,
        "slow_share": 0.5,
    }


def test_rows_are_shown_under_a_heading_or_as_json_with_their_provenance() -> None:
    row = LevelRow(SMALL, LEVELS[9], COSTS)
    *heading, shown = format_lines([row], [9], as_json=False)
    assert len({len(line) for line in (*heading, shown)}) == 1
    assert shown.split()[-5:] == ["2.000", "3.000", "3.000", "1.500", "50.0%"]
    first, *others = map(json.loads, format_lines([row], [9], as_json=True))
    source = provenance_from_json(first["provenance"], "provenance")
    assert source.players == {"9": define_level(9)}
    assert others == [row.to_json()]


def test_the_presets_are_those_of_the_pages() -> None:
    found = [str(rules) for rules in presets()]
    assert found == sorted(found, key=lambda line: parse_rules(line).size)
    assert presets()[parse_rules("7x7 2p 3 3 4 2 4 revised")] == "first"
    assert {"7x7 2p 3 3 4 2 4 revised", "13x13 2p 4 4 6 2 8 revised"} < {*found}
    assert "7x7 2p 3 2 2 2 5 revised min_shape=8" in found


@pytest.mark.needs_core
def test_every_stone_of_both_sides_is_measured_by_its_searches() -> None:
    ticks = count()
    costs = measure(SMALL, LEVELS[6], 2, clock=lambda: float(next(ticks)))
    assert costs
    assert all(cost.simulations > 0 for cost in costs)
    # Two readings for each search, and two for the stone, are one tick apart each.
    assert {cost.longest_search for cost in costs} == {1.0}
    assert all(cost.seconds % 2 == 1 for cost in costs)
    assert [cost.simulations for cost in measure(SMALL, LEVELS[6], 2)] == [
        cost.simulations for cost in costs
    ]


@pytest.mark.needs_core
def test_levels_without_search_make_no_simulations() -> None:
    assert {cost.simulations for cost in measure(SMALL, LEVELS[3], 1)} == {0}


@pytest.mark.needs_core
def test_games_stop_after_the_actions_asked_for() -> None:
    assert len(measure(SMALL, LEVELS[3], 1, max_actions=1)) == 1


@pytest.mark.needs_core
def test_only_the_levels_and_rules_asked_for_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["levels", "--level", "2", "--level", "6", "--rules", str(SMALL), "--json"]
    monkeypatch.setattr(sys, "argv", ["bench", *asked, "--games", "1"])
    program.main()
    first, *found = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["provenance"]["command"].startswith("python -m bench levels --level 2 --level 6")
    assert [*first["provenance"]["players"]] == ["2", "6"]
    assert [(row["rules"], row["level"]) for row in found] == [(str(SMALL), 2), (str(SMALL), 6)]
