"""Measures: compared with values computed by hand and from single games."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.subtests import every

from grav.lab.measures import MEASURES, ValueWithInterval, measure_along_game, measure_tally
from grav.lab.playout_tally import tally_playouts
from grav.native import Policy, Tally, playouts
from grav.native.perception_model import PerceptionModel
from grav.rules import Enforcement, parse_rules
from grav.text import LANGUAGES, say

STRICT = parse_rules("5x5 3p 3 3 4 1 4 revised strict")
BY_HAND = Tally(
    games=10, ties=1, by_seat=(2, 5, 3, 0, 0, 0), by_place=(5, 2, 3, 0, 0, 0),
    stones=100, stones_squared=1010, margin=20, margin_squared=60,
    placements=120, placements_squared=1500,
    decisions=(50, 50, 40, 10, 0, 0, 0, 0, 0, 0), legal=(600, 250, 50, 0, 0, 0, 0, 0, 0, 0),
    in_reach=(600, 400, 180, 20, 0, 0, 0, 0, 0, 0),
    shapes=70, bonus_turns=30, longest_chain=40, longest_chain_squared=200,
    shaped=8, first_shape=48, by_first_shape=6, lead_changes=12, lead_changes_squared=20,
    behind=60, breaches=50, missed=15, called=35, wrong_shouts=5, stolen=2,
)  # fmt: skip
VALUES = {
    "first_wins": 0.5, "last_wins": 0.3, "balance": 0.7, "wins_1": 0.2, "wins_2": 0.5,
    "wins_3": 0.3, "wins_4": 0.0, "wins_5": 0.0, "wins_6": 0.0, "ties": 0.1, "length": 12.0,
    "fill": 0.4, "margin": 2.0, "choice": 6.0, "traps": 0.25, "shapes": 7.0, "bonus": 0.25,
    "chain": 4.0, "chain_share": 1 / 3, "shaped": 0.8, "first_shape": 6.0,
    "first_shape_wins": 0.75, "lead_changes": 1.2, "drama": 0.5, "breaches": 5.0, "missed": 1.5,
    "called": 3.5, "wrong_shouts": 0.5, "stolen": 0.2,
}  # fmt: skip


@every("name", VALUES)
def test_a_measure_is_as_defined_in_the_docs(name: str) -> None:
    challenged = replace(STRICT, enforcement=Enforcement.CHALLENGE)
    found = MEASURES[name](BY_HAND, challenged)
    assert found is not None
    assert found.value == pytest.approx(VALUES[name])
    if found.low is not None and found.high is not None:
        assert found.low <= found.value <= found.high
    assert (found.low is None) == (MEASURES[name].kind == "ratio")


def test_every_measure_is_computed_by_hand_above() -> None:
    assert set(VALUES) == set(MEASURES)


def test_every_measure_is_defined_in_the_docs_and_has_a_name_in_every_language() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text("utf-8")
    for name in MEASURES:
        assert f"\n| `{name}`" in page or name.startswith("wins_")
        for language in LANGUAGES:
            assert say(f"lab.measure_{name}", language)


def test_along_the_game_a_measure_is_computed_for_each_tenth_of_the_board() -> None:
    assert measure_along_game("choice", BY_HAND, STRICT) == [12.0, 5.0, 1.25, 0.0, *[None] * 6]
    traps = measure_along_game("traps", BY_HAND, STRICT)
    assert traps[:4] == [pytest.approx(part) for part in (0.0, 0.375, 13 / 18, 1.0)]
    assert traps[4:] == [None] * 6


def test_a_tenth_that_few_games_reach_has_no_value() -> None:
    many = replace(BY_HAND, games=101, decisions=(500, 11, 10, 0, 0, 0, 0, 0, 0, 0))
    assert [value is None for value in measure_along_game("choice", many, STRICT)[:4]] == [
        False, False, True, True,
    ]  # fmt: skip
    assert measure_along_game("choice", Tally(), STRICT) == [None] * 10


def test_under_enforced_rules_breaches_are_not_measured() -> None:
    shouted = {"breaches", "missed", "called", "wrong_shouts", "stolen"}
    six = replace(STRICT, players=6)
    assert set(measure_tally(BY_HAND, six)) == set(MEASURES) - shouted - {"shapes"}
    challenged = replace(six, enforcement=Enforcement.CHALLENGE)
    assert set(measure_tally(BY_HAND, challenged, all_shapes=True)) == set(MEASURES)


def test_only_seats_that_play_can_win() -> None:
    wins = [name for name in measure_tally(BY_HAND, STRICT) if name.startswith("wins_")]
    assert wins == ["wins_1", "wins_2", "wins_3"]


def test_without_games_nothing_is_measured() -> None:
    assert set(measure_tally(Tally(), STRICT).values()) == {None}
    assert set(measure_tally(Tally(stopped=3), STRICT).values()) == {None}
    shapeless = replace(BY_HAND, shaped=0, first_shape=0, by_first_shape=0)
    assert measure_tally(shapeless, STRICT)["first_shape"] is None
    assert measure_tally(shapeless, STRICT)["first_shape_wins"] is None


def test_one_game_has_no_interval() -> None:
    one = Tally(games=1, by_place=(1, 0, 0, 0, 0, 0), placements=9, placements_squared=81)
    assert measure_tally(one, STRICT)["length"] == ValueWithInterval(9.0)


@pytest.mark.needs_core
def test_measures_of_a_tally_equal_those_of_its_games() -> None:
    rules = parse_rules("5x5 3p 3 3 4 1 4 revised")
    model = PerceptionModel(run=0.1, square=0.1, distance=0.05)
    played = playouts(rules, [Policy("random", model)] * 3, 400, 1)
    over = played.winner >= 0
    found = measure_tally(tally_playouts(played, 3), rules, all_shapes=True)

    def value(name: str) -> float:
        measure = found[name]
        assert measure is not None
        return measure.value

    ranked = np.sort(played.stones[over], axis=1)
    assert value("margin") == pytest.approx((ranked[:, -1] - ranked[:, -2]).mean())
    assert value("fill") == pytest.approx(played.stones[over].sum(axis=1).mean() / 25)
    assert value("first_wins") == (played.winner[over] == played.first[over]).mean()
    assert value("length") == pytest.approx(played.placements[over].mean())
    assert value("missed") == pytest.approx(played.missed[over].mean())
    length = found["length"]
    assert length is not None
    assert length.low is not None
    error = played.placements[over].std(ddof=1) / np.sqrt(over.sum())
    assert length.value - length.low == pytest.approx(1.959964 * error)


def test_measures_import_only_the_standard_library() -> None:
    script = (
        "import sys; before = set(sys.modules); import grav.lab.measures; "
        "print(*{name.split('.')[0] for name in set(sys.modules) - before})"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) - sys.stdlib_module_names == {"grav"}
