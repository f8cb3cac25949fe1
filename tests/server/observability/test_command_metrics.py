"""Metrics of commands: they reveal nothing that a table hides."""

from random import Random

from grav.server.messages import commands as c
from grav.server.observability.command_metrics import count_command
from grav.server.observability.metrics import Metrics
from grav.server.table.refusals import TableCode, TableRefusal
from grav.testing.tables.random_messages import KINDS, random_command
from grav.text import GravError

STAND = c.LetStand(id="1", placement=1)
ACCEPT = c.AcceptStone(id="1", seat=0, placement=1)
SHOUT = c.ShoutGrav(id="1", seat=0, placement=1)
PASS = c.PassTurn(id="1", seat=0)


def counted(metrics: Metrics) -> list[str]:
    lines = metrics.render().decode().splitlines()
    return [line for line in lines if line.startswith("grav_commands_total")]


def after(command: c.Command, error: GravError | None) -> list[str]:
    metrics = Metrics()
    count_command(metrics, command, error)
    return counted(metrics)


def test_answers_are_counted_alike_whatever_their_content_and_outcome() -> None:
    late = TableRefusal(TableCode.LATE)
    told = [after(each, error) for each in (STAND, ACCEPT, SHOUT) for error in (None, late)]
    assert all(each == told[0] for each in told)
    assert len(told[0]) == 1


def test_other_commands_are_counted_by_kind_and_outcome() -> None:
    (done,) = after(PASS, None)
    (refused,) = after(PASS, TableRefusal(TableCode.WRONG_STAGE))
    assert 'kind="pass"' in done
    assert 'outcome="accepted"' in done
    assert 'outcome="wrong_stage"' in refused


def test_every_kind_can_be_counted() -> None:
    metrics = Metrics()
    for kind in KINDS:
        count_command(metrics, random_command(Random(1), kind))
    assert len(counted(metrics)) == len(KINDS) - 2  # three kinds are counted as one
