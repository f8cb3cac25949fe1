"""The timestamps of the rate limiter (gcra.py) in Redis, so that all processes count together."""

from collections.abc import Callable

from redis.asyncio import Redis
from redis.exceptions import RedisError

from grav.server.limits.rates import Rate
from grav.server.runtime.clock import Clock

KEY_PREFIX = "grav:limit:"
TIMEOUT = 0.5
RETRY_SECONDS = 5.0
"""Seconds for which Redis is not asked again after it failed to answer, so that nobody waits for it
twice."""

# The same GCRA as in Limiter, by the clock of Redis: one clock for all processes.
_TAKE = """
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1e6
local interval, tolerance = tonumber(ARGV[1]), tonumber(ARGV[2])
local spent = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local wait = spent - now - tolerance
if wait > 1e-6 then
  return string.format('%.6f', wait)
end
spent = spent + interval
redis.call('SET', KEYS[1], string.format('%.6f', spent), 'PX', math.ceil((spent - now) * 1000))
return '0'
"""


class RedisTimestamps:
    def __init__(self, url: str, clock: Clock, on_failure: Callable[[Exception], None]) -> None:
        """Connects on first use, with short timeouts: people wait for the answer."""
        self._redis = Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
        self._script = self._redis.register_script(_TAKE)
        self._clock = clock
        self._on_failure = on_failure
        self._silent_until = 0.0

    async def take(self, rate: Rate, key: str) -> float | None:
        if self._clock.elapsed() < self._silent_until:
            return None
        arguments = [rate.interval, rate.tolerance]
        try:
            wait = await self._script(keys=[f"{KEY_PREFIX}{rate.name}:{key}"], args=arguments)
        except RedisError as error:
            self._silent_until = self._clock.elapsed() + RETRY_SECONDS
            self._on_failure(error)
            return None
        return float(wait)

    async def close(self) -> None:
        await self._redis.aclose()
