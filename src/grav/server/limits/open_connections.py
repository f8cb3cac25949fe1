"""Limits how many connections (websockets, and streams of the bot API) an address has open at once.
Rate limits bound only how fast they are opened."""

from collections import Counter
from math import inf

from grav.server.observability.metrics import Metrics
from grav.server.problems.problem import TurnedAway
from grav.server.protocol.client_addresses import household

METRIC_LABEL = "open_connections"
MAX_OPEN = 1000
"""Per address and process. People who share an address, as at a school, have one or two each."""
RETRY_AFTER = {"retry-after": "60"}


class OpenConnections:
    def __init__(self, metrics: Metrics, factor: float = 1.0) -> None:
        """Multiplies the limit by the factor; 0 lifts it."""
        self._metrics = metrics
        self._max_open = max(1, round(MAX_OPEN * factor)) if factor else inf
        self._open = Counter[str]()

    def admit(self, address: str) -> None:
        """Raises TurnedAway if the address has reached the limit."""
        if self._open[household(address)] >= self._max_open:
            self._metrics.limited.labels(METRIC_LABEL).inc()
            raise TurnedAway(429, "too_many_open", RETRY_AFTER, most=self._max_open)

    def add(self, address: str) -> None:
        self._open[household(address)] += 1

    def remove(self, address: str) -> None:
        key = household(address)
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]

    def __len__(self) -> int:
        return self._open.total()
