"""Rate limits by GCRA: bursts, refill, keys that are counted together, several processes."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis
from tests.subtests import every

from grav.server.limits.gcra import Limiter
from grav.server.limits.rate_limits import RateLimits
from grav.server.limits.rates import LOG_INS, RATES, Rate
from grav.server.limits.redis_gcra import RETRY_SECONDS, RedisTimestamps
from grav.server.observability.metrics import Metrics
from grav.server.problems.problem import Problem

OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"
PAIR = Rate("pair", burst=2, each=1)
ROUNDING = 1e-6


class StoppedClock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.at = 1000.0

    def now(self) -> int:
        return round(self.at * 1000)

    def elapsed(self) -> float:
        return self.at


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


def test_a_burst_is_allowed_and_then_the_rate(clock: StoppedClock) -> None:
    limiter = Limiter(clock)
    assert [limiter.take(PAIR, "a") for _ in range(3)] == [0, 0, 1]
    clock.at += 0.5
    assert limiter.take(PAIR, "a") == 0.5
    clock.at += 0.5
    assert limiter.take(PAIR, "a") == 0
    assert limiter.take(PAIR, "a") == 1


def test_a_refused_request_uses_up_no_allowance(clock: StoppedClock) -> None:
    limiter = Limiter(clock)
    for _ in range(100):
        limiter.take(PAIR, "a")
    clock.at += 1
    assert limiter.take(PAIR, "a") == 0


def test_keys_and_rates_are_counted_separately(clock: StoppedClock) -> None:
    limiter = Limiter(clock)
    assert [limiter.take(PAIR, "a") for _ in range(3)] == [0, 0, 1]
    assert limiter.take(PAIR, "b") == 0
    assert limiter.take(LOG_INS, "a") == 0


@given(
    burst=st.integers(1, 5),
    each=st.sampled_from([0.5, 1.0, 3.0]),
    pauses=st.lists(st.sampled_from([0.0, 0.1, 0.4, 1.0, 7.0]), max_size=40),
)
def test_it_is_equivalent_to_a_token_bucket(burst: int, each: float, pauses: list[float]) -> None:
    clock = StoppedClock()
    limiter = Limiter(clock)
    tokens, then = float(burst), clock.at
    for pause in pauses:
        clock.at += pause
        tokens, then = min(burst, tokens + (clock.at - then) * each), clock.at
        wait = limiter.take(Rate("any", burst, each), "a")
        if abs(tokens - 1) < ROUNDING:  # rounding may decide either way
            tokens = tokens - 1 if wait == 0 else tokens
        elif tokens > 1:
            assert wait == 0
            tokens -= 1
        else:
            assert wait == pytest.approx((1 - tokens) / each)


def test_a_factor_scales_every_limit_and_zero_turns_limits_off(clock: StoppedClock) -> None:
    wide = Limiter(clock, factor=3)
    assert [wide.take(PAIR, "a") for _ in range(7)] == [0] * 6 + [pytest.approx(1 / 3)]
    none = Limiter(clock, factor=0)
    assert {none.take(PAIR, "a") for _ in range(1000)} == {0}
    narrow = Limiter(clock, factor=0.1)
    assert narrow.take(PAIR, "a") == 0, "one is always allowed"
    assert narrow.take(PAIR, "a") == pytest.approx(10)


def test_memory_is_bounded_and_the_latest_keys_are_kept(clock: StoppedClock) -> None:
    limiter = Limiter(clock, max_keys=10)
    for key in ("kept", "old"):
        assert [limiter.take(PAIR, key) for _ in range(3)] == [0, 0, 1]
    for number in range(9):
        limiter.take(PAIR, str(number))
        clock.at += 0.6
        limiter.take(PAIR, "kept")
    assert limiter.take(PAIR, "kept") > 0
    assert limiter.take(PAIR, "old") == 0, "it was forgotten"


def test_a_key_that_is_refused_and_goes_on_is_not_forgotten(clock: StoppedClock) -> None:
    limiter = Limiter(clock, max_keys=10)
    assert [limiter.take(PAIR, "flood") for _ in range(3)] == [0, 0, 1]
    for number in range(20):
        limiter.take(PAIR, str(number))
        assert limiter.take(PAIR, "flood") > 0


def test_every_rate_has_a_unique_name() -> None:
    assert len({rate.name for rate in RATES}) == len(RATES)


@every("rate", RATES, ids=lambda rate: rate.name)
def test_every_rate_is_documented(rate: Rate) -> None:
    times = ((1, "a second"), (60, "a minute"), (3600, "an hour"))
    seconds, told = next(each for each in times if round(rate.each * each[0], 6) >= 1)
    row = rf"\| `{rate.name}` \|.*\| {rate.burst:g} \| {rate.each * seconds:g} {told} \|"
    assert re.search(row, OPERATIONS.read_text("utf-8"))


def test_a_refusal_says_when_to_retry(clock: StoppedClock) -> None:
    metrics = Metrics()
    rate_limits = RateLimits(Limiter(clock), metrics)
    rate_limits.admit(PAIR, "a")
    rate_limits.admit(PAIR, "a")
    clock.at += 0.25
    with pytest.raises(Problem) as raised:
        rate_limits.admit(PAIR, "a")
    assert (raised.value.status, raised.value.code) == (429, "too_many_requests")
    assert raised.value.headers == {"retry-after": "1"}
    assert raised.value.say("en") == ("too often: at most 2 are allowed at once; please wait 1 s")
    assert b'grav_limited_total{limit="pair"' in metrics.render()


# --- several processes ----------------------------------------------------------------------------


@pytest.fixture
async def client(redis: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(redis) as connected:
        await connected.flushdb()
        yield connected


@asynccontextmanager
async def open_limits(
    url: str, clock: StoppedClock, failures: list[Exception]
) -> AsyncIterator[Limiter]:
    limiter = Limiter(clock, shared=RedisTimestamps(url, clock, failures.append))
    yield limiter
    await limiter.close()


@pytest.mark.anyio
@pytest.mark.usefixtures("client")
async def test_processes_count_together_in_redis(redis: str, clock: StoppedClock) -> None:
    slow, failures = Rate("slow", burst=4, each=0.01), list[Exception]()
    async with (
        open_limits(redis, clock, failures) as one,
        open_limits(redis, clock, failures) as two,
        open_limits(redis, clock, failures) as three,
    ):
        waits = [await each.take_shared(slow, "a") for each in (one, two, three) for _ in range(2)]
        assert waits[:4] == [0] * 4
        assert all(90 < wait <= 100 for wait in waits[4:])
        assert await one.take_shared(slow, "b") == 0
    assert failures == []


@pytest.mark.anyio
async def test_in_redis_limits_refill_and_keys_expire(
    redis: str, client: Redis, clock: StoppedClock
) -> None:
    quick = Rate("quick", burst=1, each=1)
    async with open_limits(redis, clock, []) as limiter:
        while not (wait := await limiter.take_shared(quick, "a")):
            pass  # Redis' own clock runs while this loop waits
        assert wait <= 1
        while await client.keys("grav:*"):
            await asyncio.sleep(0.01)
        assert await limiter.take_shared(quick, "a") == 0


@pytest.mark.anyio
async def test_without_redis_each_process_counts_for_itself(clock: StoppedClock) -> None:
    failures: list[Exception] = []
    async with open_limits("redis://127.0.0.1:1", clock, failures) as limiter:
        assert [await limiter.take_shared(PAIR, "a") for _ in range(3)] == [0, 0, 1]
        assert len(failures) == 1, "it is left in peace for a while"
        clock.at += RETRY_SECONDS
        assert await limiter.take_shared(PAIR, "a") == 0
        assert len(failures) == 2
