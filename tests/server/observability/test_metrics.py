"""Metrics in the format of Prometheus, with a label for the process."""

import os

import pytest
from prometheus_client.parser import text_string_to_metric_families

from grav.server.observability.measured_journal import MeasuredJournal
from grav.server.observability.metrics import Metrics
from grav.server.runtime.clock import SystemClock
from grav.server.store import UNCHANGED, Append, Database


def numbers(metrics: Metrics) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Returns every sample by name and labels, without the label of the process."""
    found = {}
    for family in text_string_to_metric_families(metrics.render().decode()):
        for sample in family.samples:
            labels = dict(sample.labels)
            assert labels.pop("process") == str(os.getpid())
            found[sample.name, tuple(sorted(labels.items()))] = sample.value
    return found


def test_commands_are_counted_by_kind_and_outcome() -> None:
    metrics = Metrics()
    metrics.command("place")
    metrics.command("place")
    metrics.command("place", "not_your_turn")
    found = numbers(metrics)
    kind = ("kind", "place")
    assert found["grav_commands_total", (kind, ("outcome", "accepted"))] == 2
    assert found["grav_commands_total", (kind, ("outcome", "not_your_turn"))] == 1


def test_gauges_go_up_and_down() -> None:
    metrics = Metrics()
    for gauge in (metrics.sockets, metrics.tables, metrics.bots_thinking):
        gauge.inc()
        gauge.inc()
        gauge.dec()
    found = numbers(metrics)
    for name in ("grav_sockets_open", "grav_tables", "grav_bots_thinking"):
        assert found[name, ()] == 1


def test_two_servers_in_one_process_count_separately() -> None:
    one, other = Metrics(), Metrics()
    one.sockets.inc()
    assert numbers(other)["grav_sockets_open", ()] == 0


@pytest.mark.anyio
async def test_appends_to_the_journal_are_measured(database: Database) -> None:
    metrics = Metrics()
    journal = MeasuredJournal(database, SystemClock(), metrics)
    for number in range(3):
        append = Append("g", number, (b"{}",), 1, None, UNCHANGED, None)
        assert await journal.append(append)
    assert not await journal.append(Append("g", 0, (b"{}",), 1, None, UNCHANGED, None))
    await journal.close()
    found = numbers(metrics)
    assert found["grav_append_seconds_count", ()] == 4
    assert found["grav_append_group_size_count", ()] == 4
    assert found["grav_append_group_size_bucket", (("le", "1.0"),)] == 4
