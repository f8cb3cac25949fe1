"""Rows of figures: ours, the peer's, and how they compare."""

import json

import pytest
from bench.server.comparison_row import Figure, Kind, Row
from bench.server.resource_usage import Cores
from tests.subtests import every

CORES = Cores(server=1, clients=0.25)


def make_figure(value: float) -> Figure:
    return Figure(value, CORES)


def test_the_best_round_counts() -> None:
    rounds = [make_figure(2), make_figure(3), make_figure(1)]
    assert Kind("rate").best(rounds) == make_figure(3)
    assert Kind("delay", is_cost=True).best(rounds) == make_figure(1)
    assert Kind("rate").best([]) is None


@every("kind", [Kind("rate", target=2, stretch=4), Kind("delay", True, 2, 4)])
@every(("better", "verdict"), [(1.9, "below"), (2, "reached"), (4, "stretch")])
def test_a_ratio_above_1_means_that_ours_is_better(kind: Kind, better: float, verdict: str) -> None:
    ours, peer = (1, better) if kind.is_cost else (better, 1)
    row = Row(kind, make_figure(ours), make_figure(peer))
    assert row.ratio == pytest.approx(better)
    assert row.verdict == verdict


def test_a_missing_server_has_no_figures() -> None:
    told = json.loads(json.dumps(Row(Kind("rate", target=2), None, make_figure(3)).to_json()))
    assert told == {
        "what": "rate",
        "ours": None,
        "peer": 3,
        "ratio": None,
        "target": 2,
        "ours_cores": None,
        "peer_cores": {"server": 1, "clients": 0.25},
    }
    assert Row(Kind("rate", target=2), None, make_figure(3)).verdict == ""
