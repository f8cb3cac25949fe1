"""Plans: every game of every cell once, in parts of similar work, deterministic."""

import os
import pickle
import subprocess
import sys
from itertools import pairwise

import pytest
from tests.lab.small_runs import SMALL

from grav.lab.experiment import parse_experiment
from grav.lab.plan import MAX_WORK, MIN_WORK, USUAL_PARTS, plan_of
from grav.text import GravError

MANY = """
name = "many"
seed = 1
games = 4096
boards = {sizes = [7, 9, 13]}
settings = {sensible = true}
editions = ["revised", "classic"]
line_ups = ["random", "greedy"]
"""


def test_cells_are_all_rules_with_all_fitting_line_ups() -> None:
    cells = plan_of(parse_experiment(SMALL)).cells
    assert [cell.number for cell in cells] == list(range(len(cells)))
    told = [f"{cell.rules.size} {cell.rules.players} {cell.line_up}" for cell in cells]
    for size in (4, 5):
        assert told.count(f"{size} 2 random") == 2
        assert told.count(f"{size} 2 greedy, random") == 2
        assert told.count(f"{size} 3 random") == 2
    assert len(cells) == 12


def test_players_with_perception_play_only_without_enforcement() -> None:
    text = SMALL + 'enforcement = ["strict", "challenge"]\n'
    text = text.replace("greedy, random", "greedy eyes=3")
    cells = plan_of(parse_experiment(text)).cells
    assert {cell.rules.enforcement for cell in cells if "eyes" in cell.line_up} == {"challenge"}
    assert {cell.rules.enforcement for cell in cells if cell.line_up == "random"} == {
        "strict",
        "challenge",
    }


@pytest.mark.parametrize("text", [SMALL, MANY, SMALL.replace("60", "10_000_000")])
def test_every_game_of_every_cell_is_in_one_lot(text: str) -> None:
    experiment = parse_experiment(text)
    plan = plan_of(experiment)
    covered = {cell.number: 0 for cell in plan.cells}
    for part in plan.parts:
        for lot in part.lots:
            assert lot.first == covered[lot.cell.number]
            assert lot.games > 0
            covered[lot.cell.number] += lot.games
    assert set(covered.values()) == {experiment.games}
    assert [part.number for part in plan.parts] == list(range(len(plan.parts)))


@pytest.mark.parametrize("games", ["4096", "100_000", "5_000_000"])
def test_parts_have_similar_work_and_are_not_too_many(games: str) -> None:
    parts = plan_of(parse_experiment(MANY.replace("4096", games))).parts
    works = [part.work for part in parts]
    most = min(MAX_WORK, max(MIN_WORK, sum(works) // USUAL_PARTS))
    assert len(parts) < 3 * USUAL_PARTS or most == MAX_WORK
    assert max(works) <= most
    assert all(work + following > most for work, following in pairwise(works))


def test_if_games_are_stored_a_part_has_a_limited_number() -> None:
    text = SMALL.replace("60", "1_000_000") + 'keep = "games"\n'
    assert max(part.games for part in plan_of(parse_experiment(text)).parts) <= 100_000


def test_every_process_makes_the_same_plan() -> None:
    script = (
        "import sys, pickle; from grav.lab.plan import plan_of; "
        "from grav.lab.experiment import parse_experiment; "
        "sys.stdout.buffer.write(pickle.dumps(plan_of(parse_experiment(sys.argv[1]))))"
    )
    text = MANY.replace("sensible = true", "draw = {count = 30}")
    for seed in ("1", "2"):
        command = [sys.executable, "-c", script, text]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(command, capture_output=True, check=True, env=environment)
        assert pickle.loads(done.stdout) == plan_of(parse_experiment(text))


def test_too_many_cells_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grav.lab.plan.MAX_CELLS", 11)
    with pytest.raises(GravError, match="make more than 11 cells"):
        plan_of(parse_experiment(SMALL))


def test_an_experiment_that_would_take_years_is_reported() -> None:
    with pytest.raises(
        GravError, match=r"would take about \d+ years of one core; expected at most 9"
    ):
        plan_of(parse_experiment(MANY.replace("4096", "1_000_000_000")))
