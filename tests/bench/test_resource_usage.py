"""Percentiles, and the processor time and memory of a process."""

import os

from bench.server.resource_usage import Meter, cpu_seconds, percentile, resident_bytes
from hypothesis import given
from hypothesis import strategies as st


def test_a_percentile_is_a_value_that_this_share_does_not_exceed() -> None:
    values = [5.0, 1.0, 4.0, 2.0, 3.0]
    assert [percentile(values, share) for share in (0, 0.2, 0.5, 0.99, 1)] == [1, 1, 3, 5, 5]


@given(
    values=st.lists(st.floats(0, 1e6), min_size=1),
    share=st.sampled_from([0.0, 0.25, 0.5, 0.9, 0.99, 1.0]),
)
def test_a_percentile_is_the_smallest_such_value(values: list[float], share: float) -> None:
    found = percentile(values, share)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values)
    assert not any(
        other < found and sum(value <= other for value in values) >= share * len(values)
        for other in values
    )


def test_a_process_uses_processor_time_and_memory() -> None:
    me, meter = os.getpid(), Meter(os.getpid())
    begin = cpu_seconds(me)
    while cpu_seconds(me) == begin:
        pass
    cores = meter.cores()
    assert cores.server > 0
    assert cores.clients > 0
    assert resident_bytes(me) > 1_000_000
