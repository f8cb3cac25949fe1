"""The measuring harness, with a clock that only the measured work advances."""

import json
import random
from statistics import median

import pytest
from bench.measuring import SLICE_SECONDS, Row, find_item_count, measure_rates
from bench.native import NINE, SEVEN, play_in_python

from grav.rules import Rules


class Worker:
    """Work that takes a fixed time for an item, by its own clock; the first item takes longer."""

    def __init__(self, seconds: float, first: float = 0) -> None:
        self.now = 0.0
        self.calls = list[int]()
        self._seconds, self._first = seconds, first

    def clock(self) -> float:
        return self.now

    def __call__(self, items: int) -> float:
        self.now += items * self._seconds + (0 if self.calls else self._first)
        self.calls.append(items)
        return items * 3


def test_a_row_has_five_fields_in_json() -> None:
    told = json.loads(json.dumps(Row("what", 6, 2, 1.5, 3).to_json()))
    assert told == {"what": "what", "ours": 6, "peer": 2, "ratio": 3, "target": 1.5}
    assert Row("what", 6, 2).to_json()["target"] is None


@pytest.mark.parametrize(
    ("ours", "verdict"), [(5.9, "below"), (6, "reached"), (7.9, "reached"), (8, "stretch")]
)
def test_a_target_is_reached_at_its_ratio(ours: float, verdict: str) -> None:
    assert Row("what", ours, 4, 1.5, 2).verdict == verdict


def test_a_row_without_a_target_has_no_verdict() -> None:
    assert Row("what", 1, 4).verdict == ""
    assert Row("what", 400, 4, 1.5).verdict == "reached"


@pytest.mark.parametrize("seconds", [1e-7, 1e-3, 0.03, 0.5])
def test_the_number_of_items_takes_about_a_slice_of_time(seconds: float) -> None:
    worker = Worker(seconds, first=1000)
    items = find_item_count(SLICE_SECONDS, worker, worker.clock)
    assert items == max(1, round(SLICE_SECONDS / seconds))


def test_rates_are_items_per_second_measured_in_turns() -> None:
    ours, peer = Worker(0.01), Worker(0.02)
    both = measure_rates(ours, peer, lambda: ours.now + peer.now, median, rounds=3)
    assert list(both) == pytest.approx([300, 150])
    assert ours.calls[-3:] == [20] * 3
    assert peer.calls[-3:] == [10] * 3


@pytest.mark.parametrize("rules", [SEVEN, NINE], ids=str)
def test_the_python_side_plays_whole_games(rules: Rules) -> None:
    ended = play_in_python(rules, random.Random(3))
    assert ended.how == "passes"
    assert sorted(ended.ranking) == [0, 1]
