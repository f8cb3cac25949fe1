"""Measures the rates of two sides in turn, so that both meet the same load on the machine."""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from statistics import median

ROUNDS = 7
SLICE_SECONDS = 0.2
"""Seconds that one side works at a time: long compared with the cost of starting, short compared
with changes in the load of the machine."""
MAX_IDLE_LOAD = 1.5
"""Load average above which others are at work too: threads then share cores with them."""

Work = Callable[[int], float]
"""Does that many items; returns the amount done, in the unit that is measured."""
Clock = Callable[[], float]
Choice = Callable[[list[float]], float]


@dataclass(frozen=True)
class Row:
    """Two rates and the target for their ratio; a row without a target is for information."""

    what: str
    ours: float
    peer: float
    target: float | None = None
    stretch: float | None = None

    @property
    def ratio(self) -> float:
        return self.ours / self.peer

    @property
    def verdict(self) -> str:
        """`stretch`, `reached` or `below`, by the targets for the ratio; empty without a target."""
        if self.target is None:
            return ""
        if self.stretch is not None and self.ratio >= self.stretch:
            return "stretch"
        return "reached" if self.ratio >= self.target else "below"

    def to_json(self) -> dict[str, object]:
        return {
            "what": self.what,
            "ours": self.ours,
            "peer": self.peer,
            "ratio": self.ratio,
            "target": self.target,
        }


def rates_by_cpu_time(ours: Work, peer: Work) -> tuple[float, float]:
    """Returns both rates per second of this process's CPU time, without that of other processes."""
    return measure_rates(ours, peer, time.process_time, median)


def rates_by_wall_time(ours: Work, peer: Work) -> tuple[float, float]:
    """Returns both rates per second of wall-clock time, as threads need. Other processes can only
    slow a round down, so the best round of each side counts."""
    _warn_if_busy()
    return measure_rates(ours, peer, time.perf_counter, max)


@cache
def _warn_if_busy() -> None:
    if os.getloadavg()[0] > MAX_IDLE_LOAD:
        print("Other work is running here: rows of threads say little.", file=sys.stderr)


def measure_rates(
    ours: Work, peer: Work, clock: Clock, choose: Choice, rounds: int = ROUNDS
) -> tuple[float, float]:
    sides = [
        (work, find_item_count(SLICE_SECONDS, work, clock), list[float]()) for work in (ours, peer)
    ]
    for _ in range(rounds):
        for work, items, measured in sides:
            done, seconds = _time_work(work, items, clock)
            measured.append(done / seconds)
    return choose(sides[0][2]), choose(sides[1][2])


def find_item_count(seconds: float, work: Work, clock: Clock) -> int:
    """Returns how many items take about that long. The first call is not timed: it may import."""
    work(1)
    items = 1
    while True:
        taken = max(_time_work(work, items, clock)[1], 1e-6)
        if taken >= seconds / 4:
            return max(1, round(items * seconds / taken))
        items *= 2 if taken >= seconds / 20 else 10


def _time_work(work: Work, items: int, clock: Clock) -> tuple[float, float]:
    begin = clock()
    done = work(items)
    return done, clock() - begin
