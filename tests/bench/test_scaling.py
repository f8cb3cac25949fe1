"""The scaling benchmark: clients of several processes begin together, and the bottleneck is
named."""

import os
import sys
from dataclasses import replace

import bench.__main__ as program
import pytest
from bench.scaling import BenchDeployment, ScalingRow, measure
from bench.server.adapter import Refused
from bench.server.grav_server import GravServer

ROW = ScalingRow("postgresql", 4, 2000.0, {"servers": 3.9, "database": 0.5, "redis": 0.2})


def test_an_action_costs_each_part_its_share_of_a_core() -> None:
    assert ROW.microseconds_per_action() == pytest.approx(
        {"servers": 1950, "database": 250, "redis": 100}
    )


@pytest.mark.parametrize(
    ("row", "bottleneck"),
    [
        (ROW, "server processes"),
        (replace(ROW, cores=ROW.cores | {"servers": 2.0}), "waiting"),
        (replace(ROW, cores=ROW.cores | {"servers": 2.0, "redis": 0.95}), "Redis"),
        (replace(ROW, database="sqlite", cores=ROW.cores | {"servers": 2.0}), "SQLite"),
        (replace(ROW, cores=ROW.cores | {"servers": 3.0, "database": 13.0}), "machine"),
    ],
)
def test_a_saturated_part_is_the_bottleneck(
    row: ScalingRow, bottleneck: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 16)
    assert bottleneck in row.bottleneck


def test_clients_that_cannot_play_end_the_measurement() -> None:
    nowhere = BenchDeployment(GravServer(("127.0.0.1", 9)), {"servers": os.getpid()})
    with pytest.raises(Refused, match="Connect"):
        measure(nowhere, "sqlite", 1, tables=2, clients=2, warm_up=0, period=0.1)


@pytest.mark.parametrize("asked", [None, "scaling", "levels", "forecasts"])
def test_what_takes_long_is_measured_only_when_asked_for_by_name(
    asked: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = set[str]()
    for name in ("rules", "rates", "server", "lines", "levels"):
        monkeypatch.setattr(program, f"print_{name}", lambda *_, name=name: told.add(name))
    monkeypatch.setattr(sys, "argv", ["bench", *([asked] if asked else [])])
    program.main()
    by_name = {None: {"rules", "rates", "server"}, "levels": {"levels"}}
    assert told == by_name.get(asked, {"lines"})
