"""Rate limits of commands."""

from collections.abc import Callable
from itertools import count

from grav.server.limits.command_limits import CommandLimits
from grav.server.limits.gcra import Limiter
from grav.server.limits.rate_limits import RateLimits
from grav.server.limits.rates import COMMANDS, HOUSEHOLD_FACTOR, MALFORMED, PHRASES, SHOUTS
from grav.server.messages import commands as c
from grav.server.observability.metrics import Metrics
from grav.server.runtime.clock import Clock
from grav.testing.tables.deterministic_clock_and_ids import ManualClock
from grav.text import GravError

STAND = c.LetStand(id="1", placement=1)
ACCEPT = c.AcceptStone(id="1", seat=0, placement=1)
SHOUT = c.ShoutGrav(id="1", seat=0, placement=1)
PASS = c.PassTurn(id="1", seat=0)
PHRASE = c.SayPhrase(id="1", seat=0, phrase="oops")


def command_limits(metrics: Metrics, clock: Clock | None = None) -> CommandLimits:
    return CommandLimits(RateLimits(Limiter(clock or ManualClock()), metrics))


def let_through(admit: Callable[[], None]) -> int:
    """Returns how many calls succeed before one is refused."""
    for admitted in range(1000):
        try:
            admit()
        except GravError:
            return admitted
    raise AssertionError("there is no limit")


def test_each_person_has_limits_of_their_own() -> None:
    one = command_limits(Metrics())
    assert let_through(lambda: one.admit(PASS, "a")) == COMMANDS.burst
    assert let_through(lambda: one.admit(PASS, "b")) == COMMANDS.burst
    assert let_through(lambda: one.admit(SHOUT, "c")) == SHOUTS.burst
    assert let_through(lambda: one.admit(PHRASE, "d")) == PHRASES.burst
    assert let_through(lambda: one.admit_malformed("a")) == MALFORMED.burst


def test_people_behind_one_address_share_a_limit() -> None:
    """Guests cost nothing: without it, every new guest would have a full allowance."""
    one, guests = command_limits(Metrics(), ManualClock(0)), count()

    def of_many(admit: Callable[[str], None]) -> int:
        """Returns how many calls succeed if each is by another new guest."""
        return let_through(lambda: admit(str(next(guests))))

    assert of_many(lambda guest: one.admit(PASS, guest, "a")) == HOUSEHOLD_FACTOR * COMMANDS.burst
    assert of_many(lambda guest: one.admit(SHOUT, guest, "b")) == HOUSEHOLD_FACTOR * SHOUTS.burst
    assert of_many(lambda guest: one.admit(PHRASE, guest, "c")) == HOUSEHOLD_FACTOR * PHRASES.burst
    assert (
        of_many(lambda guest: one.admit_malformed(guest, "d")) == HOUSEHOLD_FACTOR * MALFORMED.burst
    )


def test_unknown_people_share_the_limit_of_their_network() -> None:
    one, hosts = command_limits(Metrics()), count()
    assert let_through(lambda: one.admit(PASS, f"2001:db8::{next(hosts):x}")) == COMMANDS.burst
    assert let_through(lambda: one.admit_malformed(f"2001:db8::{next(hosts):x}")) == (
        MALFORMED.burst
    )
    one.admit(PASS, "2001:db8:0:1::1")


def test_the_allowance_refills() -> None:
    clock = ManualClock()
    one = command_limits(Metrics(), clock)
    assert let_through(lambda: one.admit(SHOUT, "a")) == SHOUTS.burst
    clock.advance(1000)
    assert let_through(lambda: one.admit(SHOUT, "a")) == SHOUTS.each
