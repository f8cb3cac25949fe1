"""Merging folders: parts of shards, missing parts, conflicts."""

import os
from pathlib import Path

import polars as pl
import pytest
from tests.lab.small_runs import KEPT, contents, play

from grav.lab.merge import format_ranges, merge_runs
from grav.lab.run import Shard
from grav.lab.store import RunFolderError, read_folder

pytestmark = [pytest.mark.needs_core, pytest.mark.usefixtures("small_parts")]


def shards(folder: Path, text: str = KEPT) -> list[Path]:
    return [play(folder / f"{n}", text, shard=Shard(n, 3)).path for n in (1, 2, 3)]


def test_merged_shards_are_the_whole_run(tmp_path: Path) -> None:
    found = merge_runs(tmp_path / "out", shards(tmp_path))
    assert (found.missing, found.games_missing) == ((), 0)
    play(tmp_path / "whole", KEPT)
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")
    assert read_folder(tmp_path / "out").missing() == []


def test_a_merged_run_states_who_played_its_parts(tmp_path: Path) -> None:
    folders = shards(tmp_path)
    stated = [read_folder(folder).provenance() for folder in folders]
    file = folders[1] / "provenance.json"
    file.write_text(file.read_text("utf-8").replace('"version":"', '"version":"9.'), "utf-8")
    merge_runs(tmp_path / "out", folders)
    merged = read_folder(tmp_path / "out").provenance()
    assert merged == [*stated[0], *read_folder(folders[1]).provenance()]


def test_missing_parts_are_reported(tmp_path: Path) -> None:
    one, _, three = shards(tmp_path)
    found = merge_runs(tmp_path / "out", [one, three])
    plan = read_folder(one).plan
    assert found.missing == tuple(range(1, len(plan.parts), 3))
    assert found.games_missing == sum(plan.parts[number].games for number in found.missing)


def test_more_can_be_merged_into_an_existing_folder(tmp_path: Path) -> None:
    one, two, three = shards(tmp_path)
    merge_runs(tmp_path / "out", [one])
    assert merge_runs(tmp_path / "out", [tmp_path / "out", two, three, one]).missing == ()


def test_a_folder_of_another_experiment_is_refused(tmp_path: Path) -> None:
    one, *_ = shards(tmp_path)
    other = play(tmp_path / "other", KEPT.replace("seed = 5", "seed = 6")).path
    with pytest.raises(RunFolderError, match="seed is 6, not 5"):
        merge_runs(tmp_path / "out", [one, other])
    assert not (tmp_path / "out").exists()


def test_conflicting_parts_are_reported(tmp_path: Path) -> None:
    one, *_ = shards(tmp_path)
    folder = play(tmp_path / "again", KEPT)
    changed = pl.read_parquet(folder.part(0)).with_columns(ties=pl.col("ties") + 1)
    changed.write_parquet(folder.part(0))
    with pytest.raises(RunFolderError, match="should hold the same numbers"):
        merge_runs(tmp_path / "out", [one, folder.path])


def test_a_damaged_part_is_not_copied(tmp_path: Path) -> None:
    one, *_ = shards(tmp_path)
    os.truncate(read_folder(one).part(0), 50)
    with pytest.raises(RunFolderError, match="cannot be read"):
        merge_runs(tmp_path / "out", [one])
    assert read_folder(tmp_path / "out").done() == []


@pytest.mark.parametrize(
    ("numbers", "told"),
    [([], ""), ([3], "3"), ([1, 2, 3], "1–3"), ([0, 2, 3, 7, 8, 9], "0, 2–3, 7–9")],
)
def test_consecutive_numbers_are_shortened(numbers: list[int], told: str) -> None:
    assert format_ranges(numbers) == told
