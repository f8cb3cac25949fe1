"""Since when this process has been able to observe presence without interruption.

Nobody counts as gone who could not be seen: while the server, its database or its channels were
down, nobody at the tables was seen, however long they waited.
"""

import time
from collections.abc import Callable

from grav.server.runtime.clock import Clock

MAX_PAUSE_SECONDS = 20.0
"""Without a heartbeat for longer, the process was suspended or the database did not answer."""


class PresenceUptime:
    """Time since the last interruption."""

    def __init__(self, clock: Clock, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._monotonic = monotonic
        self._since = clock.elapsed()
        self._beat: float | None = None
        """When the last heartbeat was; None: there has been none yet."""

    def milliseconds(self) -> int:
        """Returns the milliseconds since the last interruption."""
        if self._beat is not None and self._monotonic() - self._beat > MAX_PAUSE_SECONDS:
            self.restart()
        return round((self._clock.elapsed() - self._since) * 1000)

    def restart(self) -> None:
        """Restarts the count: the database, the channels, or this process itself was away."""
        self._since = self._clock.elapsed()

    def record_heartbeat(self) -> None:
        """Records a heartbeat; restarts the count if the last one was too long ago."""
        self.milliseconds()
        self._beat = self._monotonic()
