"""Metrics of the server for Prometheus. No metric reveals what a table still hides."""

import os
from collections.abc import Iterable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = CONTENT_TYPE_LATEST
LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SIZE_BUCKETS = (1, 2, 4, 8, 16, 32, 64, 128)
ACCEPTED = "accepted"


class Metrics:
    """The metrics of one process. Labels come from small closed sets, never from what was sent."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.requests = Counter(
            "grav_requests",
            "Requests answered.",
            ["method", "route", "status"],
            registry=registry,
        )
        self.request_seconds = Histogram(
            "grav_request_seconds",
            "Seconds until a request was answered.",
            ["route"],
            buckets=LATENCY_BUCKETS,
            registry=registry,
        )
        self.limited = Counter(
            "grav_limited", "Refused because it came too often.", ["limit"], registry=registry
        )
        self.sockets = Gauge("grav_sockets_open", "Websockets that are open.", registry=registry)
        self.tables = Gauge("grav_tables", "Tables in memory.", registry=registry)
        self.commands = Counter(
            "grav_commands", "Commands at tables.", ["kind", "outcome"], registry=registry
        )
        self._commands: dict[tuple[str, str], Counter] = {}
        """Cache of the counters of `commands`: looking one up by its labels is slow."""
        self.append_seconds = Histogram(
            "grav_append_seconds",
            "Seconds until a group of events was durable.",
            buckets=LATENCY_BUCKETS,
            registry=registry,
        )
        self.append_group = Histogram(
            "grav_append_group_size",
            "Appends that were made durable together.",
            buckets=SIZE_BUCKETS,
            registry=registry,
        )
        self.deadlines = Counter(
            "grav_deadlines", "Deadlines that were carried out.", ["kind"], registry=registry
        )
        self.quarantined = Gauge(
            "grav_quarantined_tables", "Tables that cannot be read.", registry=registry
        )
        self.background_failures = Counter(
            "grav_background_failures",
            "What failed beside requests, and was begun anew.",
            ["loop"],
            registry=registry,
        )
        self.store_failures = Counter(
            "grav_store_failures", "Writes that the database did not do.", registry=registry
        )
        self.bots_thinking = Gauge(
            "grav_bots_thinking", "Programs that think about a move.", registry=registry
        )
        self.bots_waiting = Gauge(
            "grav_bots_waiting", "Programs that wait for a thread to think in.", registry=registry
        )
        self.bot_failures = Counter(
            "grav_bot_failures", "Errors of programs that were asked to move.", registry=registry
        )
        self.bot_plain_answers = Counter(
            "grav_bot_plain_answers",
            "Moves that were made without the program's own player: it failed, or was too late.",
            registry=registry,
        )

    def command(self, kind: str, outcome: str = ACCEPTED) -> None:
        """Counts a command: `accepted`, or the code by which it was refused.

        Only outcomes that everybody at the table sees may be counted apart here: a number that
        changed with a verdict would reveal it to whoever reads the metrics.
        """
        counted = self._commands.get((kind, outcome))
        if counted is None:
            counted = self._commands[kind, outcome] = self.commands.labels(kind, outcome)
        counted.inc()

    def render(self) -> bytes:
        """Returns all metrics in the text format of Prometheus, labelled with this process."""
        return generate_latest(_ProcessLabel(self._registry, str(os.getpid())))


class _ProcessLabel(Collector):
    """Adds a label with the process to all metrics of a registry."""

    def __init__(self, registry: CollectorRegistry, process: str) -> None:
        self._of, self._process = registry, process

    def collect(self) -> Iterable[Metric]:
        for family in self._of.collect():
            family.samples = [
                sample._replace(labels={**sample.labels, "process": self._process})
                for sample in family.samples
            ]
            yield family
