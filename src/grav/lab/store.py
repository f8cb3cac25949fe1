"""The folder of a run: a copy of the experiment, and the parts that were played.

A part is written whole or not at all. What is there is done, and is never played again.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from grav.lab.cells import VERSION, Plan, plan_of
from grav.lab.experiment import Experiment, load_experiment
from grav.lab.extras import require
from grav.lab.locking import IsLocked, locked
from grav.record import dump_json, parse_json, write_whole
from grav.rules.json_fields import shown
from grav.text import GravError

if TYPE_CHECKING:
    import polars as pl

    from grav.lab.playing import PlayedPart

EXPERIMENT, PLAN, LOCK = "experiment.toml", "plan.json", ".lock"
PARTS, GAMES = "parts", "games"
_UNFINISHED = ".unfinished"
_NAME = re.compile(r"part-(\d{6,})\.parquet", re.ASCII)


class StoreError(GravError):
    """A folder that does not hold the run that was asked for."""


@dataclass(frozen=True)
class Folder:
    """A run, as far as it has come."""

    path: Path
    experiment: Experiment

    @cached_property
    def plan(self) -> Plan:
        return plan_of(self.experiment)

    def done(self) -> list[int]:
        """The numbers of the parts that were played, in order."""
        names = (_NAME.fullmatch(file.name) for file in (self.path / PARTS).glob("part-*"))
        return sorted(int(name[1]) for name in names if name is not None)

    def missing(self) -> list[int]:
        return sorted(set(range(len(self.plan.parts))).difference(self.done()))

    def part(self, number: int) -> Path:
        return self.path / PARTS / file_name(number)

    def games(self, number: int) -> Path:
        return self.path / GAMES / file_name(number)

    def write(self, played: "PlayedPart") -> None:
        """Keeps a part. Its tallies come last: with them it is done."""
        if played.games is not None:
            _write(self.games(played.number), played.games)
        _write(self.part(played.number), played.tallies)

    def tallies(self) -> "pl.DataFrame":
        """All lots that were played, in the order of the cells."""
        require("polars")
        import polars as pl

        frames = [read_parquet(self.part(number)) for number in self.done()]
        if not frames:
            raise StoreError("lab.nothing_played", folder=str(self.path))
        return pl.concat(frames).sort("cell", "first_game")


def file_name(number: int) -> str:
    return f"part-{number:06}.parquet"


def read_parquet(file: Path) -> "pl.DataFrame":
    import polars as pl

    try:
        return pl.read_parquet(file)
    except pl.exceptions.PolarsError as error:
        raise StoreError("lab.damaged", file=str(file)) from error


def read_folder(path: Path) -> Folder:
    """The run in a folder, to be looked at.

    :raises StoreError: when there is none, or one of another version
    """
    if not (path / PLAN).is_file():
        raise StoreError("lab.no_run", folder=str(path))
    experiment, _ = load_experiment(path / EXPERIMENT)
    found = parse_json((path / PLAN).read_text("utf-8"))
    version = found.get("lab") if isinstance(found, dict) else None
    if version != VERSION:
        values = {"folder": str(path), "found": shown(version), "expected": VERSION}
        raise StoreError("lab.version", **values)
    return Folder(path, experiment)


@contextmanager
def open_folder(path: Path, experiment: Experiment, text: str) -> Iterator[Folder]:
    """The folder of this experiment, to be written to by this process alone.

    :raises StoreError: when it holds something else, or another process writes to it
    """
    if path.is_dir() and not (path / PLAN).is_file():
        # What begins with a dot is ours: a run that was killed before it had begun leaves it.
        others = {file.name for file in path.iterdir() if not file.name.startswith(".")}
        if others - {EXPERIMENT}:
            found = min(others - {EXPERIMENT})
            raise StoreError("lab.not_a_run", folder=str(path), found=found)
    path.mkdir(parents=True, exist_ok=True)
    try:
        with locked(path / LOCK):
            yield _prepared(path, experiment, text)
    except IsLocked:
        raise StoreError("lab.locked", folder=str(path)) from None


def _prepared(path: Path, experiment: Experiment, text: str) -> Folder:
    """Begins a run, or finds it as it was left."""
    if (path / PLAN).is_file():
        check_same(read_folder(path), experiment)
        folder = Folder(path, experiment)
    else:
        folder = Folder(path, experiment)
        write_whole(path / EXPERIMENT, text)
        counted = {"cells": len(folder.plan.cells), "parts": len(folder.plan.parts)}
        write_whole(path / PLAN, dump_json({"lab": VERSION, **counted}) + "\n")
    for name in (PARTS, GAMES) if experiment.keep == "games" else (PARTS,):
        (path / name).mkdir(exist_ok=True)
        for unfinished in (path / name).glob(f"*{_UNFINISHED}"):
            unfinished.unlink()
    return folder


def check_same(folder: Folder, experiment: Experiment) -> None:
    """Refuses a run of another experiment, and says what differs."""
    found = folder.experiment.to_json()
    for key, expected in experiment.to_json().items():
        if found[key] != expected:
            values = {"folder": str(folder.path), "key": key, "expected": shown(expected)}
            raise StoreError("lab.other_experiment", **values, found=shown(found[key]))


def _write(file: Path, data: bytes) -> None:
    """Whoever reads meets the whole file or none, also after a crash."""
    unfinished = file.with_name(file.name + _UNFINISHED)
    with unfinished.open("wb") as written:
        written.write(data)
        written.flush()
        os.fsync(written.fileno())
    unfinished.replace(file)
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """Makes a new name in a folder last; where folders cannot be opened, that is not needed."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
