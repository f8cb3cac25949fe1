"""Merges several folders of one experiment, from shards or repeated runs, into one."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grav.extras import require
from grav.lab.part_playing import PlayedPart
from grav.lab.store import (
    EXPERIMENT,
    RunFolder,
    RunFolderError,
    check_same_experiment,
    open_folder,
    read_folder,
    read_parquet,
)


@dataclass(frozen=True, slots=True)
class MergedRun:
    """The state of the merged folder."""

    parts: int
    missing: tuple[int, ...]
    """The numbers of parts that are in no folder."""
    games_missing: int


def merge_runs(out: Path, sources: Sequence[Path]) -> MergedRun:
    """Copies all parts of the sources into one folder, which may hold some already.

    :raises RunFolderError: when a folder is of another experiment, or equal parts differ
    """
    require("lab")
    folders = [read_folder(source) for source in sources]
    experiment = folders[0].experiment
    for folder in folders[1:]:
        check_same_experiment(folder, experiment)
    text = (folders[0].path / EXPERIMENT).read_text("utf-8")
    with open_folder(out, experiment, text) as merged:
        for folder in folders:
            if folder.path.resolve() != out.resolve():
                _copy_parts(merged, folder)
        missing = merged.missing()
        games = sum(merged.plan.parts[number].games for number in missing)
        return MergedRun(len(merged.plan.parts), tuple(missing), games)


def _copy_parts(merged: RunFolder, source: RunFolder) -> None:
    merged.add_provenance(source.provenance())
    there = set(merged.done())
    for number in source.done():
        if number in there:
            _check_equal(merged.part(number), source.part(number))
            continue
        read_parquet(source.part(number))  # raises if the file is damaged
        games = source.games(number)
        rows = games.read_bytes() if merged.experiment.keep == "games" else None
        merged.write(PlayedPart(number, source.part(number).read_bytes(), rows))


def _check_equal(one: Path, other: Path) -> None:
    """Raises an error if two copies of a part differ: programs or files have then changed."""
    if not read_parquet(one).equals(read_parquet(other)):
        raise RunFolderError("lab.parts_differ", one=str(one), other=str(other))


def format_ranges(numbers: Sequence[int]) -> str:
    """Formats rising numbers as ranges: `0–3, 7`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(f"{low}" if low == high else f"{low}–{high}" for low, high in found)
