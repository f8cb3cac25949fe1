"""Samples memory and open files of processes every second, as the kernel counts them."""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bench.server.resource_usage import children_of, cpu_seconds
from bench.soak.load_measurements import Metrics

SAMPLE_SECONDS = 1.0


@dataclass(frozen=True)
class Process:
    """A process that is sampled: its current pid, and how many of our connections it has."""

    name: str
    pid: Callable[[], int | None]
    connections: Callable[[], int] = lambda: 0
    has_children: bool = False
    """Whether its children count, too; then only anonymous memory does, as the rest is shared."""


@dataclass(frozen=True)
class Sample:
    what: str
    pid: int
    """Changes when the process is restarted."""
    at: float
    memory: int
    """Bytes."""
    files: int
    """Open files, without our own connections."""


@dataclass(frozen=True)
class OtherUsage:
    """How many cores other processes than those of the soak used since the last sample."""

    at: float
    neighbours: float


class Sampler:
    def __init__(self, processes: Sequence[Process], metrics: Metrics) -> None:
        self.samples = list[Sample]()
        self.other_usage = list[OtherUsage]()
        self._processes, self._metrics = processes, metrics

    async def run(self) -> None:
        """Takes samples until it is cancelled."""
        then, busy, ours = self._used()
        while True:
            for process in self._processes:
                pid = process.pid()
                if pid is not None:
                    with suppress(OSError):  # it has just ended
                        self.samples.append(_sample(process, pid, self._metrics.elapsed()))
            await asyncio.sleep(SAMPLE_SECONDS)
            (before, was_busy, were_ours), (then, busy, ours) = (then, busy, ours), self._used()
            # The CPU time of a process that ended is lost: for that sample, ours is too small.
            theirs = busy - was_busy - max(0.0, ours - were_ours)
            self.other_usage.append(OtherUsage(then, max(0.0, theirs) / (then - before)))

    def _used(self) -> tuple[float, float, float]:
        """Returns the moment, and the CPU seconds until now: of all processes, and of ours."""
        while True:
            with suppress(OSError):  # a process ended while it was read
                return self._metrics.elapsed(), _busy_seconds(), cpu_seconds(os.getpid())


def _busy_seconds() -> float:
    """Returns the busy CPU seconds of all cores together, whoever used them."""
    user, nice, system, _idle, _wait, interrupts, soft = (
        int(ticks) for ticks in Path("/proc/stat").read_text().split()[1:8]
    )
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


def _sample(process: Process, pid: int, at: float) -> Sample:
    family = _with_children(pid) if process.has_children else [pid]
    kind = "RssAnon:" if process.has_children else "VmRSS:"
    memory = sum(_memory(each, kind) for each in family)
    files = sum(1 for each in family for _ in Path(f"/proc/{each}/fd").iterdir())
    return Sample(process.name, pid, at, memory, files - process.connections())


def _with_children(pid: int) -> list[int]:
    return [pid, *(each for child in children_of(pid) for each in _with_children(child))]


def _memory(pid: int, kind: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(kind):
            return int(line.split()[1]) * 1024
    raise ProcessLookupError(pid)
