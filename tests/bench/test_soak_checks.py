"""The checks of a soak's result."""

from array import array

import pytest
from bench.soak import checks
from bench.soak.fault_injection import Outage
from bench.soak.process_sampling import OtherUsage, Sample

LONG = checks.WARM_UP_SECONDS + 2 * checks.MIN_FITTED_SECONDS


def make_samples(memory: float, growing: float = 0, seconds: float = LONG) -> list[Sample]:
    """Returns a sample per second of a process that grows by this many bytes in its fitted part,
    after a warm-up; every fifth sample is a little off."""
    fitted = seconds - checks.WARM_UP_SECONDS
    return [
        Sample(
            "server 0",
            1,
            at,
            int(
                memory * min(1, 0.5 + at / checks.WARM_UP_SECONDS)
                + growing * max(0, at - checks.WARM_UP_SECONDS) / fitted
                + (at % 5 == 0) * 500_000
            ),
            40,
        )
        for at in range(int(seconds) + 1)
    ]


def test_memory_that_levels_off_is_no_leak_and_memory_that_rises_is() -> None:
    allowed = checks.MAX_GROWTH_BYTES + 0.05 * 100e6
    for growing, passed in ((0, True), (0.9 * allowed, True), (1.2 * allowed, False)):
        memory, files = checks.check_growth(make_samples(100e6, growing), ["server 0"])
        assert memory.passed is passed, memory
        assert files.passed


def test_a_growing_number_of_open_files_is_found() -> None:
    samples = [
        Sample("server 0", 1, at, 1, 40 + int(max(0, at - checks.WARM_UP_SECONDS) / 10))
        for at in range(int(LONG))
    ]
    memory, files = checks.check_growth(samples, ["server 0"])
    assert memory.passed
    assert files.passed is False


def test_a_short_lifetime_is_not_judged_and_lifetimes_are_not_joined() -> None:
    one = make_samples(100e6, seconds=LONG / 2)
    other = [
        Sample("server 0", 2, LONG / 2 + each.at, each.memory + 50_000_000, 40) for each in one
    ]
    (check,) = checks.check_growth([*one, *other], ["server 0"])
    assert check.passed is None


def test_a_soak_that_was_long_enough_and_judged_no_server_has_not_passed() -> None:
    short = list(checks.check_growth(make_samples(100e6, seconds=LONG / 2), ["server 0", "Redis"]))
    assert checks.check_judged(short, checks.JUDGED_SECONDS).passed is False
    assert checks.check_judged(short, checks.JUDGED_SECONDS - 1).passed is None
    one_of_two = checks.check_growth(make_samples(100e6), ["server 0", "server 1"])
    assert checks.check_judged(one_of_two, checks.JUDGED_SECONDS).passed
    redis = [checks.Check("the memory of Redis does not grow", True, "")]
    assert checks.check_judged(redis, checks.JUDGED_SECONDS).passed is False


@pytest.mark.parametrize(
    ("late", "passed"), [(0.010, True), (0.0149, True), (0.0151, False), (0.1, False)]
)
def test_delays_of_the_last_third_are_compared_with_the_first(late: float, passed: bool) -> None:
    delays = {at: array("d", [0.010 if at < 20 else late] * 50) for at in range(30)}
    middle, _ = checks.check_delays("told", delays, (), (), interval=1, seconds=30)
    assert middle.passed is passed, middle


def test_delays_during_an_outage_do_not_count() -> None:
    delays = {at: array("d", [0.010 if at < 25 else 1.0] * 50) for at in range(30)}
    outages = [Outage("server 1", 25.5, 26)]
    middle, slowest = checks.check_delays("told", delays, outages, (), interval=1, seconds=30)
    assert middle.passed
    assert slowest.passed


def test_delays_are_not_judged_if_other_processes_used_the_machine() -> None:
    delays = {at: array("d", [0.010 if at < 20 else 1.0] * 50) for at in range(30)}
    other_usage = [OtherUsage(at, 0.1 if at < 20 else 1.5) for at in range(30)]
    middle, _ = checks.check_delays("told", delays, (), other_usage, interval=1, seconds=30)
    assert middle.passed is None


def test_faults_fail_a_soak() -> None:
    assert checks.check_faults([], 3, 100).passed
    assert checks.check_faults(["c1 was acknowledged and is not there"], 3, 100).passed is False
