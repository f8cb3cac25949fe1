"""The schedule of the soak's faults."""

from math import inf
from random import Random

import pytest
from bench.soak import checks
from bench.soak.deployment import end_of_faults
from bench.soak.fault_injection import FaultTarget, schedule_faults
from bench.soak.run import Plan


async def do_nothing() -> None: ...


def make_target(name: str, until: float = inf) -> FaultTarget:
    return FaultTarget(name, do_nothing, do_nothing, weight=1, until=until)


def test_each_target_is_struck_once_before_any_is_struck_twice() -> None:
    targets = [make_target(name) for name in "abcd"]
    struck = list(schedule_faults(targets, seconds=600, every=30, chance=Random(1)))
    assert {each.name for _, each in struck[:4]} == set("abcd")
    assert len(struck) > 12
    assert struck == list(schedule_faults(targets, 600, 30, Random(1)))
    times = [at for at, _ in struck]
    assert times == sorted(times)
    assert times[-1] < 600 - 15, "there is time to come back before the end"


def test_a_target_is_not_killed_after_its_limit() -> None:
    struck = list(
        schedule_faults([make_target("only", until=240)], seconds=600, every=30, chance=Random(1))
    )
    assert struck
    assert max(at for at, _ in struck) < 240


def test_ten_minutes_kill_the_only_process_and_leave_a_lifetime_long_enough_to_judge() -> None:
    long = Plan()
    only = make_target("only", until=end_of_faults(long.seconds))
    for seed in range(20):
        *_, (last, _) = schedule_faults([only], long.seconds, long.every, Random(seed))
        assert long.seconds - last > checks.WARM_UP_SECONDS + checks.MIN_FITTED_SECONDS


@pytest.mark.parametrize(("seconds", "spared"), [(5, 2), (600, 30), (3600, 1440)])
def test_after_the_last_fault_a_lifetime_can_be_judged_if_the_soak_is_long_enough(
    seconds: float, spared: float
) -> None:
    assert end_of_faults(seconds) == spared
