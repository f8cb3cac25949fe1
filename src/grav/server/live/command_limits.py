"""What every command passes, by whichever way it comes: limits, and counts that tell no secret."""

from grav.server.messages import commands as c
from grav.server.metrics import ACCEPTED, Metrics
from grav.server.safety.admission import Admission
from grav.server.safety.limits import Throttle
from grav.server.safety.rates import COMMANDS, MALFORMED, PHRASES, SHOUTS, Rate
from grav.server.table.refusals import code_of
from grav.text import GravError

_ANSWERS = (c.AcceptStone, c.ShoutGrav, c.LetStand)


class CommandLimits:
    def __init__(self, admission: Admission, metrics: Metrics) -> None:
        self._admission = admission
        self._metrics = metrics

    def admit(self, command: c.Command, person: str, address: str | None = None) -> None:
        """A GravError if commands come too fast, or shouts, or phrases that others have to read.

        `person`: the address again, where nobody is known."""
        self._admission.admit_person(COMMANDS, person, address)
        if isinstance(command, c.ShoutGrav):
            self._admission.admit_person(SHOUTS, person, address)
        elif isinstance(command, c.SayPhrase):
            self._admission.admit_person(PHRASES, person, address)

    def admit_malformed(self, person: str, address: str | None = None) -> None:
        """A GravError if somebody sends nothing but rubbish."""
        self._admission.admit_person(MALFORMED, person, address)

    def throttle(self, rate: Rate) -> Throttle | None:
        """For all that one socket sends; None where there are no limits."""
        return self._admission.throttle(rate)

    def count(self, command: c.Command, error: GravError | None = None) -> None:
        """How an answer to a stone ends is not told apart: a shout may be secret for long."""
        if isinstance(command, _ANSWERS):
            self._metrics.command("answer")
        else:
            outcome = ACCEPTED if error is None else code_of(error)
            self._metrics.command(str(command.__struct_config__.tag), outcome)
