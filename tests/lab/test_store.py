"""The folder of a run: parts are complete or absent, and of one experiment only."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.small_runs import SMALL, play

from grav import __version__
from grav.bots import LEVELS
from grav.lab.experiment import parse_experiment
from grav.lab.part_playing import PlayedPart
from grav.lab.store import RunFolder, RunFolderError, open_folder, read_folder
from grav.text import LANGUAGES, GravError

EXPERIMENT = parse_experiment(SMALL)


def open_and_read(path: Path, text: str = SMALL) -> RunFolder:
    """Opens the folder as a run would, and returns it."""
    with open_folder(path, parse_experiment(text), text) as folder:
        return folder


def test_a_run_keeps_a_copy_of_its_experiment(tmp_path: Path) -> None:
    text = "# why\n" + SMALL
    open_and_read(tmp_path / "deep" / "run", text)
    assert (tmp_path / "deep" / "run" / "experiment.toml").read_text("utf-8") == text
    assert read_folder(tmp_path / "deep" / "run").experiment == EXPERIMENT


def test_a_written_part_is_done(tmp_path: Path) -> None:
    with open_folder(tmp_path, EXPERIMENT, SMALL) as folder:
        assert folder.done() == []
        folder.write(PlayedPart(0, b"x", None))
    assert open_and_read(tmp_path).done() == [0]
    assert (tmp_path / "parts" / "part-000000.parquet").read_bytes() == b"x"


def test_unfinished_files_of_a_killed_process_are_deleted(tmp_path: Path) -> None:
    open_and_read(tmp_path)
    unfinished = tmp_path / "parts" / "part-000000.parquet.unfinished"
    unfinished.write_bytes(b"half")
    assert read_folder(tmp_path).done() == []
    open_and_read(tmp_path)
    assert not unfinished.exists()


def test_games_without_their_tallies_are_not_done(tmp_path: Path) -> None:
    text = SMALL + 'keep = "games"\n'
    open_and_read(tmp_path, text)
    (tmp_path / "games" / "part-000000.parquet").write_bytes(b"games")
    assert open_and_read(tmp_path, text).done() == []


def test_a_run_that_was_killed_before_its_first_part_starts_again(tmp_path: Path) -> None:
    (tmp_path / "experiment.toml").write_text("half of")
    (tmp_path / ".grav-x1y2").write_text("a")
    assert open_and_read(tmp_path).experiment == EXPERIMENT
    assert read_folder(tmp_path).experiment == EXPERIMENT


@pytest.mark.parametrize(
    ("right", "other", "told"),
    [
        ("seed = 5", "seed = 6", "(seed is 5, not 6)"),
        ("games = 60", "games = 61", "(games is 60, not 61)"),
        ("[4, 5]", "[5, 4]", "(boards.sizes is [4, 5], not [5, 4])"),
        ('"random", "greedy, random"', '"random"', 'not ["random"]'),
        ('name = "small"', 'name = "other"', '(name is "small", not "other")'),
        ("games = 60", 'games = 60\nkeep = "games"', '(keep is "tallies", not "games")'),
    ],
)
def test_another_experiment_is_refused_with_the_difference(
    tmp_path: Path, right: str, other: str, told: str
) -> None:
    open_and_read(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(RunFolderError) as error:
        open_and_read(tmp_path, SMALL.replace(right, other))
    assert told in str(error.value)
    assert sorted(tmp_path.rglob("*")) == before


def test_an_equivalent_experiment_file_is_accepted(tmp_path: Path) -> None:
    open_and_read(tmp_path)
    open_and_read(
        tmp_path, "# the same\n" + SMALL.replace("[4, 5]", '"4..5"') + 'backend = "gpu"\n'
    )


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(RunFolderError, match=r"diary\.txt"):
        open_and_read(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["diary.txt"]


def test_a_folder_without_a_run_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="no run of the lab"):
        read_folder(tmp_path)
    with pytest.raises(RunFolderError, match="no run of the lab"):
        read_folder(tmp_path / "nowhere")


def test_another_version_is_reported(tmp_path: Path) -> None:
    open_and_read(tmp_path)
    (tmp_path / "plan.json").write_text('{"lab":99}')
    with pytest.raises(RunFolderError, match="99, not 2"):
        open_and_read(tmp_path)


HOLDS = """
import sys
from pathlib import Path
from grav.lab.experiment import parse_experiment
from grav.lab.store import open_folder

text = sys.argv[2]
with open_folder(Path(sys.argv[1]), parse_experiment(text), text):
    print("open", flush=True)
    sys.stdin.read()
"""


def test_two_processes_cannot_write_to_one_folder_and_a_lock_ends_with_its_holder(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-c", HOLDS, str(tmp_path), SMALL]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(RunFolderError, match="another process is writing to it"):
            open_and_read(tmp_path)
        assert read_folder(tmp_path).experiment == EXPERIMENT  # reading takes no lock
        other.kill()
    assert open_and_read(tmp_path).experiment == EXPERIMENT


@pytest.mark.needs_core
def test_a_damaged_part_is_reported_with_its_name(tmp_path: Path) -> None:
    folder = play(tmp_path)
    os.truncate(folder.part(0), 100)
    with pytest.raises(RunFolderError, match=r"part-000000\.parquet: it cannot be read"):
        folder.tallies()


def test_a_run_without_parts_has_no_tallies(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="nothing has been played yet"):
        open_and_read(tmp_path).tallies()


def test_without_polars_the_error_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(GravError) as error:
        open_and_read(tmp_path).tallies()
    for language in LANGUAGES:
        assert "grav[lab]" in error.value.say(language)


@pytest.mark.needs_core
def test_a_run_states_who_played_it(tmp_path: Path) -> None:
    folder = play(tmp_path)
    (entry,) = folder.provenance()
    assert entry.version == __version__
    assert entry.command == "grav lab run experiment.toml"
    assert set(entry.players) == {"random", "greedy"}
    assert read_folder(tmp_path).provenance() == [entry]


@pytest.mark.needs_core
def test_a_complete_run_is_not_restated(tmp_path: Path) -> None:
    before = play(tmp_path).provenance()
    assert play(tmp_path).provenance() == before


@pytest.mark.needs_core
def test_a_run_that_another_version_continued_states_both(tmp_path: Path) -> None:
    folder = play(tmp_path)
    (first,) = folder.provenance()
    later = replace(first, version="9.9")
    folder.add_provenance([first, later, replace(later, date="2000-01-01T00:00:00+00:00")])
    assert folder.provenance() == [first, later]


@pytest.mark.needs_core
def test_a_run_of_an_earlier_version_states_nothing(tmp_path: Path) -> None:
    folder = play(tmp_path)
    (tmp_path / "provenance.json").unlink()
    assert folder.provenance() == []


def test_levels_are_stated_by_their_numbers() -> None:
    stated = parse_experiment(SMALL.replace('"random"', '"level=9"')).player_definitions()
    assert stated["level=9"]["insight"] is True
    assert stated["level=9"]["nodes_per_point"] == LEVELS[9].nodes_per_point
    assert set(stated["level=9"]["perception"]) > {"run", "square", "distance", "shape"}
    assert stated["greedy"] == {"choice": "greedy", "perception": {}}
