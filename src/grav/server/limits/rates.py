"""Rate limits for what costs server time or other people's time, or can be used to guess
secrets."""

from dataclasses import dataclass
from functools import cache

HOUSEHOLD_FACTOR = 10
"""How many times one person's rate all people behind one address have together. A school class
stays far below it: hardly anybody plays as fast as one person may. Making guests does not get
around it."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Allows `burst` at once, and then `each` more per second."""

    name: str
    burst: float
    each: float

    @property
    def interval(self) -> float:
        """Seconds after which one more is allowed (the emission interval of GCRA)."""
        return 1 / self.each

    @property
    def tolerance(self) -> float:
        """Seconds by which a burst may be ahead of one every `interval` (the tolerance of GCRA)."""
        return (self.burst - 1) / self.each

    def times(self, factor: float) -> "Rate":
        return Rate(self.name, max(1.0, self.burst * factor), self.each * factor)


@cache
def of_household(rate: Rate) -> Rate:
    """Returns the rate for all people behind one address together."""
    return Rate(
        f"{rate.name}_of_address", rate.burst * HOUSEHOLD_FACTOR, rate.each * HOUSEHOLD_FACTOR
    )


def _burst_per(name: str, burst: int, seconds: float) -> Rate:
    """Returns a rate of `burst` at once, which refills completely within `seconds`."""
    return Rate(name, burst, burst / seconds)


MINUTE, HOUR = 60.0, 3600.0

# By address.
ACCOUNTS = _burst_per("accounts", 10, HOUR)
LOG_INS = _burst_per("log_ins", 10, MINUTE)
GUESTS = _burst_per("guests", 30, MINUTE)
SOCKETS = _burst_per("sockets", 60, MINUTE)
REQUESTS = Rate("requests", burst=200, each=50)
REVIEWS = _burst_per("reviews", 20, MINUTE)
STUDIES = Rate("studies", burst=60, each=5)
OPINIONS = _burst_per("opinions", 20, MINUTE)
RECORDS = Rate("records", burst=60, each=2)
DRILLS = _burst_per("drills", 60, MINUTE)
ATLAS = Rate("atlas", burst=120, each=10)
# By account name: against guessing one password from many addresses.
LOG_INS_TO_NAME = _burst_per("log_ins_to_name", 10, MINUTE)
# By person, and for all people behind one address together `of_household`.
TABLES = _burst_per("tables", 20, MINUTE)
COMMANDS = Rate("commands", burst=60, each=30)
SHOUTS = Rate("shouts", burst=10, each=2)
PHRASES = Rate("phrases", burst=6, each=0.5)
MALFORMED = Rate("malformed", burst=20, each=1)
BOT_MOVES = Rate("bot_moves", burst=60, each=30)
# By socket: commands, pongs, and messages without a meaning.
MESSAGES = Rate("messages", burst=200, each=50)

RATES = (
    ACCOUNTS, LOG_INS, GUESTS, SOCKETS, REQUESTS, LOG_INS_TO_NAME, TABLES, COMMANDS, SHOUTS,
    PHRASES, MALFORMED, BOT_MOVES, MESSAGES, REVIEWS, STUDIES, OPINIONS, RECORDS, DRILLS, ATLAS,
)  # fmt: skip
