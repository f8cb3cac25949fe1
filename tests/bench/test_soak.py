"""A short soak, with a process that is killed."""

import json
import sys
from pathlib import Path

import pytest
from bench.soak import __main__ as program
from bench.soak import run
from bench.soak.report import write
from bench.soak.run import Plan, soak

from grav.testing.infrastructure.services import ServiceMissing


@pytest.mark.parametrize("sqlite", [True, False], ids=["sqlite", "postgresql"])
def test_a_short_soak_loses_nothing_though_a_process_is_killed(
    sqlite: bool, tmp_path: Path
) -> None:
    small = Plan(seconds=5, rate=40, tables=4, processes=2, sqlite=sqlite, every=2, seed=3)
    try:
        result = soak(small, tmp_path)
    except ServiceMissing as missing:
        pytest.skip(str(missing))
    nothing_lost, no_errors, *_ = result.checks
    assert nothing_lost.passed, nothing_lost
    assert no_errors.passed, no_errors
    assert result.outages
    assert result.metrics.total("games") >= small.tables
    assert {sample.what for sample in result.samples} >= {"server 0", "clients"}
    page = write(result, tmp_path).read_text("utf-8")
    assert page.count("<svg") == 7
    assert "<script" not in page
    assert json.loads((tmp_path / "soak.json").read_text("utf-8"))["totals"]["sent"] > 0


def test_a_missing_service_is_reported_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: object) -> None:
        raise ServiceMissing("PostgreSQL is not installed")

    monkeypatch.setattr(run, "soak", missing)
    monkeypatch.setattr(sys, "argv", ["soak", "--out", str(tmp_path)])
    assert program.main() == 1
    assert capsys.readouterr().err.startswith("PostgreSQL is not installed; ")
