"""Games on a GPU are the games that the core plays."""

from dataclasses import fields, replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.lab.small_runs import MIXED, contents, play

from grav.lab import gpu
from grav.lab.experiment import parse_experiment
from grav.lab.gpu.playing import Choice
from grav.lab.run import play_missing_parts, play_on_gpu
from grav.lab.store import open_folder
from grav.native import Playouts, playouts, tally
from grav.rules import Enforcement, Rules
from grav.testing.games.random_rules import random_rules

pytestmark = pytest.mark.needs_core


def draw_rules_and_choices(number: int) -> tuple[Rules, list[Choice]]:
    chance = Random(number)
    rules = replace(random_rules(chance), enforcement=Enforcement.STRICT)
    return rules, [chance.choice(("random", "greedy")) for _ in range(rules.players)]


@pytest.mark.parametrize("number", range(40))
@pytest.mark.parametrize("shapes", ["all", "needed"])
def test_playouts_equal_those_of_the_core(number: int, shapes: gpu.playing.Shapes) -> None:
    rules, choices = draw_rules_and_choices(number)
    games = 40 if rules.size <= 15 else 4
    found = gpu.playouts(rules, choices, games, number, 7, shapes=shapes)
    expected = playouts(rules, choices, games, number, first_game=7, shapes=shapes)
    for field in fields(Playouts):
        columns = getattr(found, field.name), getattr(expected, field.name)
        assert np.array_equal(*columns), (str(rules), choices, field.name)


@pytest.mark.parametrize("number", range(20))
def test_tallies_of_many_rules_equal_those_of_the_core(number: int) -> None:
    chance = Random(number)
    players = chance.randint(2, 6)
    rules = [
        replace(
            random_rules(chance, 15), enforcement=Enforcement.STRICT, players=players, first=None
        )
        for _ in range(9)
    ]
    choices: list[Choice] = [chance.choice(("random", "greedy")) for _ in range(players)]
    found = gpu.tallies(rules, choices, 300, number, 11, shapes="needed")
    assert found == [tally(each, choices, 300, number, 2, 11, shapes="needed") for each in rules]


@pytest.mark.parametrize("keep", ["tallies", "games"])
@pytest.mark.usefixtures("small_parts")
def test_a_run_on_the_gpu_equals_a_run_on_the_cpu(tmp_path: Path, keep: str) -> None:
    """Lots that the GPU cannot play are played on the CPU; the files are equal to those of a CPU
    run.
    """
    text = MIXED + f'keep = "{keep}"\n'
    with open_folder(tmp_path / "gpu", parse_experiment(text), text) as folder:
        play_missing_parts(folder, play_on_gpu)
    play(tmp_path / "cpu", text)
    assert contents(tmp_path / "gpu") == contents(tmp_path / "cpu")
