"""What is counted of commands tells nobody what a table still hides."""

from collections.abc import Callable
from random import Random

from grav.server.clock import Clock
from grav.server.live.gate import Gate
from grav.server.messages import commands as c
from grav.server.metrics import Metrics
from grav.server.safety.admission import Admission
from grav.server.safety.limits import Limiter
from grav.server.safety.rates import COMMANDS, MALFORMED, PHRASES, SHOUTS
from grav.server.table.refusals import TableCode, TableRefusal
from grav.testing.fixed import SetClock
from grav.testing.forms import KINDS, random_command
from grav.text import GravError

STAND = c.LetStand(id="1", placement=1)
ACCEPT = c.AcceptStone(id="1", seat=0, placement=1)
SHOUT = c.ShoutGrav(id="1", seat=0, placement=1)
PASS = c.PassTurn(id="1", seat=0)
PHRASE = c.SayPhrase(id="1", seat=0, phrase="oops")


def gate(metrics: Metrics, clock: Clock | None = None) -> Gate:
    return Gate(Admission(Limiter(clock or SetClock()), metrics), metrics)


def counted(metrics: Metrics) -> list[str]:
    lines = metrics.told().decode().splitlines()
    return [line for line in lines if line.startswith("grav_commands_total")]


def after(command: c.Command, error: GravError | None) -> list[str]:
    metrics = Metrics()
    gate(metrics).count(command, error)
    return counted(metrics)


def test_answers_are_counted_alike_whatever_they_say_and_however_they_end() -> None:
    late = TableRefusal(TableCode.LATE)
    told = [after(each, error) for each in (STAND, ACCEPT, SHOUT) for error in (None, late)]
    assert all(each == told[0] for each in told)
    assert len(told[0]) == 1


def test_other_commands_are_counted_by_kind_and_by_how_they_end() -> None:
    (done,) = after(PASS, None)
    (refused,) = after(PASS, TableRefusal(TableCode.WRONG_STAGE))
    assert 'kind="pass"' in done
    assert 'outcome="accepted"' in done
    assert 'outcome="wrong_stage"' in refused


def test_every_kind_can_be_counted() -> None:
    metrics = Metrics()
    for kind in KINDS:
        gate(metrics).count(random_command(Random(1), kind))
    assert len(counted(metrics)) == len(KINDS) - 2  # three are one


def let_through(admit: Callable[[], None]) -> int:
    """How many are, before one is refused."""
    for count in range(1000):
        try:
            admit()
        except GravError:
            return count
    raise AssertionError("there is no limit")


def test_each_person_has_limits_of_their_own() -> None:
    one = gate(Metrics())
    assert let_through(lambda: one.admit(PASS, "a")) == COMMANDS.burst
    assert let_through(lambda: one.admit(PASS, "b")) == COMMANDS.burst
    assert let_through(lambda: one.admit(SHOUT, "c")) == SHOUTS.burst
    assert let_through(lambda: one.admit(PHRASE, "d")) == PHRASES.burst
    assert let_through(lambda: one.admit_malformed("a")) == MALFORMED.burst


def test_time_pays_back() -> None:
    clock = SetClock()
    one = gate(Metrics(), clock)
    assert let_through(lambda: one.admit(SHOUT, "a")) == SHOUTS.burst
    clock.advance(1000)
    assert let_through(lambda: one.admit(SHOUT, "a")) == SHOUTS.each
