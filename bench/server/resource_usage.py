"""CPU time and memory of processes, as the kernel counts them; percentiles of delays."""

import math
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cores:
    """How many cores both sides used. Where the clients come near 1, they are the bottleneck, and
    what was measured."""

    server: float
    clients: float

    def to_json(self) -> dict[str, float]:
        return {"server": self.server, "clients": self.clients}


class Meter:
    """Measures the cores used since its creation, by a server and by this process."""

    def __init__(self, server: int) -> None:
        self._pids = (server, os.getpid())
        self._begin = self._read()

    def seconds(self) -> float:
        return time.perf_counter() - self._begin[2]

    def cores(self) -> Cores:
        server, clients, now = self._read()
        begun_server, begun_clients, begun = self._begin
        seconds = now - begun
        return Cores((server - begun_server) / seconds, (clients - begun_clients) / seconds)

    def _read(self) -> tuple[float, float, float]:
        server, clients = (cpu_seconds(pid) for pid in self._pids)
        return server, clients, time.perf_counter()


def cpu_seconds(pid: int) -> float:
    """Returns the CPU seconds of a process since it began: user and system mode, all threads, and
    its running children."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:  # a child that has just ended
        return 0.0
    after_name = told.rpartition(")")[2].split()
    own = (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_seconds(child) for child in children_of(pid))


def children_of(pid: int) -> list[int]:
    """Returns the child processes, whichever thread started them."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for each in lists for child in each.read_text().split()]


def resident_bytes(pid: int) -> int:
    told = Path(f"/proc/{pid}/status").read_text()
    (line,) = (line for line in told.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


def percentile(values: Sequence[float], share: float) -> float:
    """Returns the nearest-rank percentile: the smallest value that `share` of all do not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]
