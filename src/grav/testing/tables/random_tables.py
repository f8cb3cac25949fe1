"""Random tables of every kind, and random steps at them: commands and deadlines.

The same state of `chance` gives the same table and the same commands.
"""

from random import Random
from typing import Any, NamedTuple, get_args

from grav.rules import EDITIONS
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import (
    Days,
    Fischer,
    HelpKind,
    HouseRules,
    PerMove,
    Settings,
    TimeControl,
)
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.deadlines import deadline
from grav.testing.games.random_house_rules import random_house_rules
from grav.testing.tables.played_table import START, PlayedTable, default_person, fill_seats
from grav.testing.tables.random_commands import (
    random_command,
    random_command_context,
    random_numbers,
)
from grav.text import GravError


def random_settings(chance: Random, **fixed: Any) -> Settings:
    """Draws playable settings; `fixed` overrides some of them."""
    size, seats = chance.randint(3, 6), fixed.get("seats") or chance.choice((2, 2, 3, 3, 4, 6))
    settle = fixed.get("settle") or chance.choice(("given", "given", "dice", "cards", "agreement"))
    mode = chance.choice(("online", "online", "online", "device", "referee"))
    clock = fixed["clock"] if "clock" in fixed else _clock(chance)
    if isinstance(clock, Days):
        mode = "online"
    given = settle == "given" or (settle == "agreement" and chance.random() < 0.5)
    kinds: list[HelpKind] = [kind for kind in get_args(HelpKind) if chance.random() < 0.5]
    slow = isinstance(clock, Days)
    form: dict[str, Any] = {
        "size": size,
        "seats": seats,
        "edition": chance.choice(list(EDITIONS)),
        "house_rules": HouseRules(**random_house_rules(chance, 0.2)),
        "enforcement": chance.choice(("challenge", "challenge", "challenge", "strict")),
        "first": chance.choice((None, chance.randrange(seats))),
        "settle": settle,
        "setting": str(random_numbers(size, chance)) if given else None,
        "clock": clock,
        "window": chance.choice((None, None, chance.randint(2, 60) * (3600 if slow else 1))),
        "help": chance.choice((None, tuple(kinds))),
        "public": mode == "online" and chance.random() < 0.5,
        "mode": mode,
    }
    return Settings(**(form | fixed))


def _clock(chance: Random) -> TimeControl | None:
    return chance.choice(
        (
            None,
            Fischer(seconds=chance.randint(10, 40), increment=chance.randint(0, 5)),
            PerMove(seconds=chance.randint(3, 20)),
            Days(days=chance.randint(1, 3)),
        )
    )


def random_table(chance: Random, **fixed: Any) -> PlayedTable:
    """Opens a random table, with all seats taken or not."""
    settings = random_settings(chance, **fixed)
    bots = {seat for seat in range(1, settings.seats) if chance.random() < 0.2}
    seats: list[e.Sat | e.Invited] = list(fill_seats(settings.seats, bots))
    if settings.mode != "online":
        seats = [e.Sat(at=START, seat=seat, person="p0") for seat in range(settings.seats)]
    if chance.random() < 0.3:
        seats = [seat for seat in seats if chance.random() < 0.6]
    if settings.mode == "online":
        seats = [_reserve_seat(seat) if chance.random() < 0.1 else seat for seat in seats]
    return PlayedTable(settings, seats)


def _reserve_seat(sat: e.Sat | e.Invited) -> e.Sat | e.Invited:
    return e.Invited(at=START, seat=sat.seat, person=default_person(sat.seat))


class TableStep(NamedTuple):
    """A command of an actor at one time; without an actor, the deadline that is due then."""

    at: int
    actor: Actor | None
    command: c.Command | None
    context: CommandContext


def play_on(played: PlayedTable, chance: Random, steps: int) -> list[TableStep]:
    """Takes at most `steps` random steps: commands and deadlines. Returns those tried."""
    tried = []
    for _ in range(steps):
        if deadline(played.table) is None and chance.random() < 0.1:
            break  # the game is over: only phrases or a rematch can follow
        tried.append(_random_step(played, chance))
        take(played, tried[-1])
    return tried


def _random_step(played: PlayedTable, chance: Random) -> TableStep:
    at = played.now + chance.choice((0, 1, 50, 400, 2500))
    limit = deadline(played.table)
    if limit is not None and (limit.at <= at or chance.random() < 0.03):
        return TableStep(max(at, limit.at), None, None, CommandContext())
    actor, command = random_command(played.table, chance)
    return TableStep(at, actor, command, random_command_context(chance))


def take(played: PlayedTable, step: TableStep) -> str | None:
    """Takes the step; returns the message with which it is refused, or None."""
    played.now = step.at
    try:
        if step.actor is None or step.command is None:
            played.due()
        else:
            played.give(step.actor, step.command, step.context)
    except GravError as error:
        return error.say()
    return None
