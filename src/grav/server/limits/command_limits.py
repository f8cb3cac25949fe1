"""Rate limits of commands, however they arrive."""

from grav.server.limits.gcra import Throttle
from grav.server.limits.rate_limits import RateLimits
from grav.server.limits.rates import COMMANDS, MALFORMED, PHRASES, SHOUTS, Rate
from grav.server.messages import commands as c


class CommandLimits:
    def __init__(self, rate_limits: RateLimits) -> None:
        self._rate_limits = rate_limits

    def admit(self, command: c.Command, person: str, address: str | None = None) -> None:
        """Raises a GravError if a rate limit is exceeded: of all commands, of shouts, or of
        phrases, which others have to read.

        `person` is the address again where the person is not known."""
        self._rate_limits.admit_person(COMMANDS, person, address)
        if isinstance(command, c.ShoutGrav):
            self._rate_limits.admit_person(SHOUTS, person, address)
        elif isinstance(command, c.SayPhrase):
            self._rate_limits.admit_person(PHRASES, person, address)

    def admit_malformed(self, person: str, address: str | None = None) -> None:
        """Raises a GravError if the rate limit of malformed messages is exceeded."""
        self._rate_limits.admit_person(MALFORMED, person, address)

    def create_throttle(self, rate: Rate) -> Throttle | None:
        """Returns a rate limiter for everything that one socket sends; None: no limits."""
        return self._rate_limits.create_throttle(rate)
