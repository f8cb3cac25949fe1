"""The folder of a run: a copy of the experiment, the played parts, and who played them.

Part files are written atomically. A part whose file exists is done, and is never played again.
Provenance is stored once for each program that opened the folder to play: a run may be continued
by a later version.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from grav.extras import require
from grav.lab.experiment import Experiment, load_experiment
from grav.lab.plan import VERSION, Plan, plan_of
from grav.provenance import Provenance, provenance_from_json
from grav.record import format_json_line, parse_json, write_whole
from grav.rules.json_fields import as_array, format_json_value
from grav.text import GravError

if TYPE_CHECKING:
    import polars as pl

    from grav.lab.part_playing import PlayedPart

EXPERIMENT, PLAN, LOCK = "experiment.toml", "plan.json", ".lock"
PROVENANCE = "provenance.json"
PARTS, GAMES = "parts", "games"
_UNFINISHED = ".unfinished"
_NAME = re.compile(r"part-(\d{6,})\.parquet", re.ASCII)


class RunFolderError(GravError):
    """The folder does not hold the expected run, or cannot be used now."""


@dataclass(frozen=True)
class RunFolder:
    """A run with its parts so far."""

    path: Path
    experiment: Experiment

    @cached_property
    def plan(self) -> Plan:
        return plan_of(self.experiment)

    def done(self) -> list[int]:
        """Returns the numbers of the played parts, in order."""
        names = (_NAME.fullmatch(file.name) for file in (self.path / PARTS).glob("part-*"))
        return sorted(int(name[1]) for name in names if name is not None)

    def missing(self) -> list[int]:
        return sorted(set(range(len(self.plan.parts))).difference(self.done()))

    def part(self, number: int) -> Path:
        return self.path / PARTS / part_file_name(number)

    def games(self, number: int) -> Path:
        return self.path / GAMES / part_file_name(number)

    def provenance(self) -> list[Provenance]:
        """Returns where the run comes from: an entry for each program that played some of it."""
        file = self.path / PROVENANCE
        if not file.is_file():  # a run of an earlier version
            return []
        entries = as_array(parse_json(file.read_text("utf-8")), PROVENANCE)
        return [
            provenance_from_json(entry, f"{PROVENANCE}[{number}]")
            for number, entry in enumerate(entries)
        ]

    def add_provenance(self, entries: Iterable[Provenance]) -> None:
        """Stores those of programs that are not there yet."""
        known = self.provenance()
        before = len(known)
        for entry in entries:
            if not any(entry.is_same_program(other) for other in known):
                known.append(entry)
        if len(known) > before:
            lines = ",\n".join(format_json_line(entry.to_json()) for entry in known)
            write_whole(self.path / PROVENANCE, f"[\n{lines}\n]\n")

    def write(self, played: "PlayedPart") -> None:
        """Stores a part. The tallies are written last: their file marks the part as done."""
        if played.games is not None:
            _write_atomically(self.games(played.number), played.games)
        _write_atomically(self.part(played.number), played.tallies)

    def tallies(self) -> "pl.DataFrame":
        """Returns the tallies of all played lots, in the order of the cells."""
        require("lab")
        import polars as pl

        frames = [read_parquet(self.part(number)) for number in self.done()]
        if not frames:
            raise RunFolderError("lab.nothing_played", folder=str(self.path))
        return pl.concat(frames).sort("cell", "first_game")


def part_file_name(number: int) -> str:
    return f"part-{number:06}.parquet"


def read_parquet(file: Path) -> "pl.DataFrame":
    import polars as pl

    try:
        return pl.read_parquet(file)
    except pl.exceptions.PolarsError as error:
        raise RunFolderError("lab.damaged", file=str(file)) from error


def read_folder(path: Path) -> RunFolder:
    """Opens the run in a folder for reading.

    :raises RunFolderError: when there is no run, or one of another version
    """
    if not (path / PLAN).is_file():
        raise RunFolderError("lab.no_run", folder=str(path))
    experiment, _ = load_experiment(path / EXPERIMENT)
    found = parse_json((path / PLAN).read_text("utf-8"))
    version = found.get("lab") if isinstance(found, dict) else None
    if version != VERSION:
        values = {"folder": str(path), "found": format_json_value(version), "expected": VERSION}
        raise RunFolderError("lab.version", **values)
    return RunFolder(path, experiment)


@contextmanager
def open_folder(path: Path, experiment: Experiment, text: str) -> Iterator[RunFolder]:
    """Opens or creates the folder of this experiment for writing, under an exclusive lock.

    :raises RunFolderError: when it holds something else, or another process writes to it
    """
    if path.is_dir() and not (path / PLAN).is_file():
        # Names that begin with a dot are ours: a run that was killed at its start leaves them.
        others = {file.name for file in path.iterdir() if not file.name.startswith(".")}
        if others - {EXPERIMENT}:
            found = min(others - {EXPERIMENT})
            raise RunFolderError("lab.not_a_run", folder=str(path), found=found)
    require("lab")
    from filelock import FileLock, Timeout

    path.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(path / LOCK, blocking=False):
            yield _prepare_folder(path, experiment, text)
    except Timeout:
        raise RunFolderError("lab.locked", folder=str(path)) from None


def _prepare_folder(path: Path, experiment: Experiment, text: str) -> RunFolder:
    """Starts a run or resumes it; deletes unfinished files."""
    if (path / PLAN).is_file():
        check_same_experiment(read_folder(path), experiment)
        folder = RunFolder(path, experiment)
    else:
        folder = RunFolder(path, experiment)
        write_whole(path / EXPERIMENT, text)
        counted = {"cells": len(folder.plan.cells), "parts": len(folder.plan.parts)}
        write_whole(path / PLAN, format_json_line({"lab": VERSION, **counted}) + "\n")
    for name in (PARTS, GAMES) if experiment.keep == "games" else (PARTS,):
        (path / name).mkdir(exist_ok=True)
        for unfinished in (path / name).glob(f"*{_UNFINISHED}"):
            unfinished.unlink()
    return folder


def check_same_experiment(folder: RunFolder, experiment: Experiment) -> None:
    """Raises an error that names the first difference if the run is of another experiment."""
    found = folder.experiment.to_json()
    for key, expected in experiment.to_json().items():
        if found[key] != expected:
            values = {
                "folder": str(folder.path),
                "key": key,
                "expected": format_json_value(expected),
            }
            raise RunFolderError(
                "lab.other_experiment", **values, found=format_json_value(found[key])
            )


def _write_atomically(file: Path, data: bytes) -> None:
    """Writes a file atomically and durably: temporary file, fsync, rename, fsync of the folder."""
    unfinished = file.with_name(file.name + _UNFINISHED)
    with unfinished.open("wb") as written:
        written.write(data)
        written.flush()
        os.fsync(written.fileno())
    unfinished.replace(file)
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """Syncs a folder, so that a new name in it is durable; no-op where folders cannot be opened."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
