"""Rate limits: what exceeds its rate is refused with a 429 and a Retry-After header."""

from math import ceil, floor

from grav.server.limits.gcra import Limiter, Throttle
from grav.server.limits.rates import Rate, of_household
from grav.server.observability.metrics import Metrics
from grav.server.problems.problem import Problem
from grav.server.protocol.client_addresses import household
from grav.text import Text


class RateLimits:
    def __init__(self, limiter: Limiter, metrics: Metrics) -> None:
        self._limiter = limiter
        self._metrics = metrics

    def admit(self, rate: Rate, key: str) -> None:
        """Counts one in this process only, for frequent actions. Raises Problem if the limit is
        exceeded."""
        self._refuse_after(rate, self._limiter.take(rate, key))

    def admit_person(self, rate: Rate, person: str, address: str | None) -> None:
        """As `admit`, for a person and for everybody who shares their address, since anybody can
        make any number of guests.

        An unknown person is counted by address, which is passed as `person`.
        """
        self.admit(rate, household(person))
        if address is not None:
            self.admit(of_household(rate), household(address))

    def create_throttle(self, rate: Rate) -> Throttle | None:
        """Returns a limiter for what one connection sends; None if there are no limits."""
        return self._limiter.create_throttle(rate)

    async def admit_shared(self, rate: Rate, key: str) -> None:
        """Counts one across all processes, for limits that several processes must not multiply."""
        self._refuse_after(rate, await self._limiter.take_shared(rate, key))

    async def admit_person_shared(self, rate: Rate, person: str, address: str) -> None:
        """As `admit_person`, across all processes."""
        await self.admit_shared(rate, person)
        await self.admit_shared(of_household(rate), household(address))

    def _refuse_after(self, rate: Rate, wait: float) -> None:
        if wait > 0:
            self._metrics.limited.labels(rate.name).inc()
            after = {"retry-after": str(ceil(wait))}
            problem = Problem(429, "too_many_requests", after)
            problem.text = too_often(self._limiter.scaled(rate), wait)
            raise problem


def too_often(rate: Rate, wait: float) -> Text:
    """Returns the message: how many are allowed at once, and how many seconds to wait."""
    return Text("problem.too_often", {"most": floor(rate.burst), "seconds": ceil(wait)})
