"""Counts commands by kind and outcome, however they arrive; the metrics reveal no secret shout."""

from grav.server.messages import commands as c
from grav.server.observability.metrics import ACCEPTED, Metrics
from grav.server.table.refusals import code_of
from grav.text import GravError

_ANSWERS = (c.AcceptStone, c.ShoutGrav, c.LetStand)


def count_command(metrics: Metrics, command: c.Command, error: GravError | None = None) -> None:
    """Counts a command. All answers to a stone are counted alike, without their outcome: a shout
    may stay secret for long."""
    if isinstance(command, _ANSWERS):
        metrics.command("answer")
    else:
        outcome = ACCEPTED if error is None else code_of(error)
        metrics.command(str(command.__struct_config__.tag), outcome)
