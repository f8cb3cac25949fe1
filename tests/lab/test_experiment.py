"""Experiment files: parsing, and the errors of invalid ones."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lab.small_runs import SMALL
from tests.subtests import every

from grav.game import sensible_settings
from grav.lab.experiment import ExperimentError, load_experiment, parse_experiment
from grav.lab.plan import plan_of
from grav.lab.setting_selection import SettingSelection, parse_numbers
from grav.rules import Setting, parse_edition
from grav.text import LANGUAGES, GravError

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "experiments").glob("*.toml"))
MINIMAL = """
name = "least"
seed = 1
games = 10
boards = {sizes = 7}
settings = {sensible = true}
"""
ALL = """
name = "what c does"
seed = 18446744073709551615
games = 4096
editions = ["revised", "classic min_shape=5 bonus_limit=1"]
enforcement = ["strict", "challenge"]
line_ups = ["random", "greedy, level=3", "random eyes=4"]
keep = "games"
shapes = "all"
backend = "gpu"

[boards]
sizes = [7, "9..10"]
players = "2..3"

[settings]
list = ["3 3 4 2 4"]
sensible = false
draw = {count = 3, by = "dice"}

[settings.grid]
a = 3
b = [2, 3]
c = "2..9"
d = 1
e = [3, 4]
"""


def test_the_minimal_file_has_defaults_for_the_rest() -> None:
    found = parse_experiment(MINIMAL)
    assert (found.sizes, found.players) == ((7,), (2,))
    assert list(map(str, found.editions)) == ["revised"]
    assert found.enforcements == ("strict",)
    assert list(map(str, found.line_ups)) == ["random"]
    assert (found.keep, found.shapes, found.backend) == ("tallies", "needed", "cpu")
    assert found.settings.on(7, 1) == sensible_settings(7)


def test_every_key_is_read() -> None:
    found = parse_experiment(ALL)
    assert (found.name, found.seed, found.games) == ("what c does", 2**64 - 1, 4096)
    assert (found.sizes, found.players) == ((7, 9, 10), (2, 3))
    assert found.editions[1] == parse_edition("classic min_shape=5 bonus_limit=1")
    assert found.enforcements == ("strict", "challenge")
    assert list(map(str, found.line_ups)) == ["random", "greedy, level=3", "random eyes=4"]
    assert (found.keep, found.shapes, found.backend) == ("games", "all", "gpu")


def test_settings_of_a_grid_that_are_out_of_bounds_are_left_out() -> None:
    settings = parse_experiment(ALL).settings.on(7, 1)
    squares = {(setting.b, setting.c) for setting in settings if setting.d == 1}
    assert {(2, c) for c in range(2, 5)} | {(3, c) for c in range(2, 10)} <= squares
    assert (2, 5) not in squares
    assert settings[0] == Setting(3, 3, 4, 2, 4)
    assert len(settings) == len(set(settings))


def test_draws_are_sensible_different_and_those_of_the_seed() -> None:
    settings = SettingSelection(drawn=20)
    found = settings.on(9, 1)
    assert len(set(found)) == 20
    assert set(found) <= set(sensible_settings(9))
    assert settings.on(9, 1) == found
    assert settings.on(9, 2) != found
    assert SettingSelection(drawn=10).on(9, 1) == found[:10]


@given(st.integers(0, 50), st.integers(0, 50))
def test_a_range_includes_both_ends(low: int, high: int) -> None:
    text = f"{low}..{high}"
    if low <= high:
        assert parse_numbers(text, "here") == tuple(range(low, high + 1))
    else:
        with pytest.raises(GravError, match=r"^here: "):
            parse_numbers(text, "here")


WRONG: list[tuple[str, str, str]] = [
    ("games = 10", "games = 0", "games: found 0, expected 1 to "),
    ("games = 10", "games = 1.5", "games: found 1.5, expected a whole number"),
    ("games = 10", "", 'experiment: "games" is missing'),
    ("seed = 1", "seed = -1", "seed: found -1, expected 0 to "),
    ('name = "least"', 'name = ""', 'name: found "", expected a name'),
    ('name = "least"', "name = 3", "name: found 3, expected a text"),
    ('name = "least"', 'name = "a"\nplayers = 2', '"players" is not known here; expected only '),
    ("{sizes = 7}", "{sizes = 2}", "boards.sizes: found 2, expected 3 to 25"),
    ("{sizes = 7}", "{sizes = []}", "boards.sizes: found [], expected a whole number, a range"),
    ("{sizes = 7}", '{sizes = "7-9"}', 'boards.sizes: found "7-9", expected a whole number'),
    ("{sizes = 7}", "{sizes = 7, players = 7}", "boards.players: found 7, expected 2 to 6"),
    ("{sizes = 7}", "{size = 7}", '"size" is not known here; expected only sizes, players'),
    ("{sizes = 7}", "7", "boards: found 7, expected an object"),
    ("{sensible = true}", "{}", "settings: expected at least one of list, grid, draw, sensible"),
    ("{sensible = true}", "{sensible = 1}", "settings.sensible: found 1, expected true or false"),
    ("{sensible = true}", '{list = ["3 3"]}', "settings.list[0]: "),
    ("{sensible = true}", '{list = ["3 3 4 2 4", "3 9 4 2 4"]}',
     "settings.list[1]: not on 7 × 7: b is 9"),
    ("{sensible = true}", "{grid = {a = 3}}", 'settings.grid: "b" is missing'),
    ("{sensible = true}", "{grid = {a = 3, b = 9, c = 4, d = 2, e = 4}}",
     "settings.grid: none of these settings is within bounds on 7 × 7"),
    ("{sensible = true}", "{draw = {count = 0}}", "settings.draw.count: found 0, expected 1 to "),
    ("{sensible = true}", "{draw = {count = 100000}}",
     "settings.draw.count: found 100000, expected at most "),
    ("{sensible = true}", '{draw = {count = 1, by = "cards"}}',
     'settings.draw.by: found "cards", expected one of dice'),
    ("{sensible = true}", '{grid = {a = "1..999", b = "1..999", c = "1..999", d = 1, e = 1}}',
     "settings.grid: 997002999 settings; expected at most 1000000"),
    ("games = 10", 'games = 10\neditions = "blue"', "editions: "),
    ("games = 10", 'games = 10\neditions = ["revised", "revised first=0"]', "editions[1]: "),
    ("games = 10", "games = 10\neditions = []", "editions: the list is empty"),
    ("games = 10", 'games = 10\nenforcement = "loose"',
     'enforcement: found "loose", expected one of challenge, strict'),
    ("games = 10", 'games = 10\nline_ups = ["random", "level=12"]', "line_ups[1]: "),
    ("games = 10", 'games = 10\nline_ups = "random, random, random"',
     'line_ups[0]: "random, random, random" names 3 players; expected one for all'),
    ("games = 10", 'games = 10\nline_ups = "random eyes=4"',
     'line_ups[0]: "random eyes=4" has eyes that can miss something'),
    ("games = 10", 'games = 10\nkeep = "all"', 'keep: found "all", expected one of tallies, games'),
    ("games = 10", 'games = 10\nbackend = "tpu"', 'backend: found "tpu", expected one of cpu, gpu'),
    ("games = 10", 'games = 10\nshapes = 3', "shapes: found 3, expected one of needed, all"),
    ("games = 10", "games = ", "it is not TOML: "),
    ("{sizes = 7}", "[" * 5000, "it is not TOML: "),
]  # fmt: skip


@every(("right", "wrong", "told"), WRONG, ids=[told for _, _, told in WRONG])
def test_a_mistake_is_reported_with_its_key_and_what_was_expected(
    right: str, wrong: str, told: str
) -> None:
    assert right in MINIMAL
    with pytest.raises(GravError) as error:
        parse_experiment(MINIMAL.replace(right, wrong))
    assert told in str(error.value)
    assert all(error.value.say(language) for language in LANGUAGES)


def test_an_error_in_a_file_is_reported_with_the_files_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINIMAL.replace("seed = 1", ""))
    with pytest.raises(ExperimentError, match=r'mine\.toml: experiment: "seed" is missing'):
        load_experiment(file)
    file.write_bytes(b"name = \xff")
    with pytest.raises(ExperimentError, match=r"mine\.toml: .*8"):
        load_experiment(file)


def test_the_backend_is_not_part_of_the_experiments_json() -> None:
    on_gpu = parse_experiment(SMALL + 'backend = "gpu"')
    assert on_gpu.to_json() == parse_experiment(SMALL).to_json()


@pytest.mark.parametrize(
    ("right", "other"),
    [("seed = 5", "seed = 6"), ("[4, 5]", "[4]"), ('"3 2 3 1 3"', '"3 2 3 1 2"')],
)
def test_everything_that_numbers_depend_on_is_part_of_the_experiments_json(
    right: str, other: str
) -> None:
    changed: dict[str, Any] = parse_experiment(SMALL.replace(right, other)).to_json()
    assert changed != parse_experiment(SMALL).to_json()


@every("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_states_its_question_and_can_be_played(file: Path) -> None:
    experiment, text = load_experiment(file)
    assert text.startswith("# ")
    plan = plan_of(experiment)
    assert plan.cells
    assert sum(part.work for part in plan.parts) < 10 * 60 * 10**9  # ten minutes on one core


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4
