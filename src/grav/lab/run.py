"""Plays the missing parts of a run, on CPU, GPU or a cluster; the results are the same."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from grav.arena import map_unordered
from grav.extras import require
from grav.lab.part_playing import PlayedPart, play_part, play_parts_on_gpu
from grav.lab.plan import PlanPart
from grav.lab.store import EXPERIMENT, RunFolder
from grav.native.loading import core
from grav.provenance import provenance
from grav.text import GravError

_MAX_LOTS_PER_BATCH = 20_000
"""Lots per GPU batch: enough to keep a GPU busy. A killed run loses at most one batch."""

PlayParts = Callable[[Sequence[PlanPart]], Generator[PlayedPart, None, None]]


class RunError(GravError):
    """The run was aborted; the parts that were played are kept."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several runs that share an experiment, by part number modulo the number of runs."""

    number: int = 1
    of: int = 1

    def has(self, part: int) -> bool:
        return part % self.of == self.number - 1


ALL_PARTS = Shard()
"""All parts."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come."""

    parts: int
    of: int
    work_done: int
    """Work done by this run, as estimated by the plan."""
    work_left: int

    def seconds_left(self, elapsed: float) -> float | None:
        """Estimates the remaining time from the elapsed time; None before any work is done."""
        return elapsed * self.work_left / self.work_done if self.work_done else None


def play_missing_parts(
    folder: RunFolder,
    plays: PlayParts,
    shard: Shard = ALL_PARTS,
    progress: Callable[[Progress], None] = lambda _: None,
) -> None:
    """Plays the parts that the folder lacks, and stores each as soon as it is played."""
    require("lab")
    core()
    parts = [part for part in folder.plan.parts if shard.has(part.number)]
    missing = set(folder.missing())
    todo = [part for part in parts if part.number in missing]
    if todo:
        players = folder.experiment.player_definitions()
        folder.add_provenance([provenance(f"grav lab run {EXPERIMENT}", players)])
    works = {part.number: part.work for part in todo}
    done, left = 0, sum(works.values())
    count = len(parts) - len(todo)
    progress(Progress(count, len(parts), done, left))
    with closing(plays(todo)) as all_played:
        for played in all_played:
            folder.write(played)
            work = works[played.number]
            count, done, left = count + 1, done + work, left - work
            progress(Progress(count, len(parts), done, left))


def process_runner(workers: int) -> PlayParts:
    """Returns a runner with so many processes on this machine."""

    def play(parts: Sequence[PlanPart]) -> Generator[PlayedPart, None, None]:
        with closing(map_unordered(play_part, parts, min(workers, len(parts)))) as done:
            for _, played in done:
                yield played

    return play


def play_on_gpu(parts: Sequence[PlanPart]) -> Generator[PlayedPart, None, None]:
    """Plays parts on the GPU of this machine, many at once."""
    for bundle in _batches(parts):
        yield from play_parts_on_gpu(bundle)


def _batches(parts: Sequence[PlanPart]) -> Iterator[list[PlanPart]]:
    bundle: list[PlanPart] = []
    lots = 0
    for part in parts:
        if bundle and lots + len(part.lots) > _MAX_LOTS_PER_BATCH:
            yield bundle
            bundle, lots = [], 0
        bundle.append(part)
        lots += len(part.lots)
    if bundle:
        yield bundle
