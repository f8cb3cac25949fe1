"""What processes hold, second by second: memory and open files, as the kernel counts them."""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bench.server.measure import cpu_seconds
from bench.soak.notes import Notes

SAMPLE_SECONDS = 1.0


@dataclass(frozen=True)
class Process:
    """One that is watched: whichever it is at the moment, and how many lines of ours it has."""

    name: str
    pid: Callable[[], int | None]
    lines: Callable[[], int] = lambda: 0


@dataclass(frozen=True)
class Sample:
    what: str
    pid: int
    """Each life of a process has another."""
    at: float
    memory: int
    """Bytes."""
    files: int
    """Open ones, but for our own lines."""


@dataclass(frozen=True)
class Mood:
    """How many cores of the machine others than those who are watched have used for a while."""

    at: float
    neighbours: float


class Sampler:
    def __init__(self, processes: Sequence[Process], notes: Notes) -> None:
        self.samples = list[Sample]()
        self.moods = list[Mood]()
        self._processes, self._notes = processes, notes
        self._used = dict[int, float]()
        """Seconds of the processor, by process, when that was last looked at."""
        self._before: tuple[float, float] | None = None

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            pids = {process: process.pid() for process in self._processes}
            for process, pid in pids.items():
                if pid is not None:
                    with suppress(OSError):  # it was ended just now
                        self.samples.append(_take(process, pid, self._notes.elapsed()))
            self._look_around([pid for pid in pids.values() if pid is not None])
            await asyncio.sleep(SAMPLE_SECONDS)

    def _look_around(self, pids: Sequence[int]) -> None:
        ours = 0.0
        for pid in pids:
            with suppress(OSError):
                used = cpu_seconds(pid)
                ours += max(0.0, used - self._used.get(pid, 0.0))
                self._used[pid] = used
        now = self._notes.elapsed(), _busy_seconds()
        if self._before is not None:
            (then, was), (at, busy) = self._before, now
            neighbours = max(0.0, (busy - was - ours) / (at - then))
            self.moods.append(Mood(at, neighbours))
        self._before = now


def _busy_seconds() -> float:
    """Of all cores together, whoever used them."""
    user, nice, system, _idle, _wait, interrupts, soft = (
        int(ticks) for ticks in Path("/proc/stat").read_text().split()[1:8]
    )
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


def _take(process: Process, pid: int, at: float) -> Sample:
    """Of a process and its children. Memory that is shared, as PostgreSQL's buffers are, would be
    counted for each of several: of those with children, only their own is."""
    family = list(_family(pid))
    kind = "RssAnon:" if len(family) > 1 else "VmRSS:"
    memory = sum(_memory(each, kind) for each in family)
    files = sum(1 for each in family for _ in Path(f"/proc/{each}/fd").iterdir())
    return Sample(process.name, pid, at, memory, files - process.lines())


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in _family(int(child)))]


def _memory(pid: int, kind: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(kind):
            return int(line.split()[1]) * 1024
    raise ProcessLookupError(pid)
