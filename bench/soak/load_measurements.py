"""What is measured while the tables are played at: delays and counts of events, by the interval in
which they began."""

import time
from array import array
from collections import Counter, defaultdict

ANSWERED, DELIVERED = "answered", "told"
"""Kinds of delay: until the sender was answered; until another player received the news."""


class Metrics:
    def __init__(self, interval: float) -> None:
        self.interval = interval
        self.begin = time.perf_counter()
        self.delays: dict[str, dict[int, array[float]]] = {ANSWERED: {}, DELIVERED: {}}
        """By kind and interval, in seconds."""
        self.counts = defaultdict[int, Counter[str]](Counter)
        """By interval: `sent`, `refused`, `unavailable`, `reconnected`, `games`, and so on."""
        self.faults = list[str]()

    def elapsed(self) -> float:
        return time.perf_counter() - self.begin

    def record_delay(self, kind: str, since: float, seconds: float) -> None:
        """Records a delay; `since` is a time of `time.perf_counter`."""
        at = self._at(since)
        self.delays[kind].setdefault(at, array("d")).append(seconds)

    def count(self, what: str) -> None:
        self.counts[self._at(time.perf_counter())][what] += 1

    def total(self, what: str) -> int:
        return sum(counter[what] for counter in self.counts.values())

    def rate(self, what: str, begin: float, end: float) -> float:
        """Returns how often per second it happened, from one moment to another."""
        among = range(round(begin / self.interval), round(end / self.interval))
        return sum(self.counts[at][what] for at in among) / (len(among) * self.interval)

    def _at(self, moment: float) -> int:
        return int((moment - self.begin) / self.interval)
