"""Random tables of every kind, and random commands: mostly sensible, sometimes nonsense.

The same state of `chance` gives the same table and the same commands.
"""

from random import Random
from typing import Any, NamedTuple, get_args

from grav.game import (
    Agreement,
    Cards,
    action_name,
)
from grav.rules import EDITIONS, Setting
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.move_commands import command_of
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
from grav.server.table.model import (
    Closed,
    Finished,
    Gathering,
    Play,
    Playing,
    SettlingNumbers,
    Table,
)
from grav.testing.games.random_house_rules import random_house_rules
from grav.testing.playing import random_action
from grav.testing.tables.played_table import SHARE, START, PlayedTable, default_person, fill_seats
from grav.text import GravError

PHRASES: tuple[str, ...] = get_args(c.Phrase)


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
        "setting": str(_numbers(size, chance)) if given else None,
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


def _numbers(size: int, chance: Random) -> Setting:
    """Draws a setting that can be played on a board of this size."""
    b = chance.randint(2, size)
    d = chance.randint(0, 2)
    return Setting(chance.randint(3, 5), b, chance.randint(2, b * b), d, d + chance.randint(1, 6))


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


def random_command_context(chance: Random) -> CommandContext:
    """Draws the context in which a command arrived."""
    return CommandContext(
        elapsed=chance.randint(0, 3000),
        round_trip=chance.choice((None, chance.randint(0, 600))),
        silent_round_trips={
            seat: chance.choice((None, chance.randint(0, 600)))
            for seat in range(6)
            if chance.random() < 0.7
        },
        gone=frozenset(seat for seat in range(6) if chance.random() < 0.3),
        blocked=chance.random() < 0.05,
        new_id=f"next{chance.randrange(10)}",
        share=SHARE,
    )


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


def random_command(table: Table, chance: Random) -> tuple[Actor, c.Command]:
    """Draws an actor, and a command to try now."""
    if chance.random() < 0.08:
        return Actor(default_person(chance.randrange(7))), random_nonsense(chance)
    command = _sensible_command(table, chance)
    if isinstance(command, c.Sit):
        host_alone = table.settings.mode != "online"
        return Actor("p0" if host_alone else default_person(chance.randrange(6))), command
    if isinstance(command, (c.SeatBot, c.Free, c.Close)):
        return Actor(table.host), command
    if isinstance(command, (c.LetStand, c.ClaimSeat)):
        return Actor(table.seats[chance.randrange(len(table.seats))].person), command
    return _actor_of(table, command.seat), command


def _actor_of(table: Table, seat: int) -> Actor:
    if seat >= len(table.seats):
        return Actor("p0")
    chair = table.seats[seat]
    return Actor(None, bot=seat) if chair.is_bot else Actor(chair.person)


def _sensible_command(table: Table, chance: Random) -> c.Command:
    if chance.random() < 0.03:
        return c.SayPhrase(id="say", seat=_seat(table, chance), phrase=chance.choice(PHRASES))  # type: ignore[arg-type]  # one of the phrases
    match table.stage:
        case Gathering():
            return _gathering(table, chance)
        case SettlingNumbers() as stage:
            return _settling(table, stage, chance)
        case Playing(play):
            return _playing(table, play, chance)
        case Finished() | Closed():
            return _afterwards(table, chance)


def _gathering(table: Table, chance: Random) -> c.Command:
    free = [seat for seat, chair in enumerate(table.seats) if not chair.is_taken]
    seat = chance.choice(free)
    label = "left" if table.settings.mode != "online" and chance.random() < 0.5 else None
    commands: tuple[c.Command, ...] = (
        c.Sit(id="sit", seat=seat, label=label),
        c.Sit(id="sit", seat=seat),
        c.SeatBot(id="bot", seat=seat, level=chance.randint(1, 10)),
        c.Leave(id="leave", seat=_seat(table, chance)),
        c.Free(id="free", seat=_seat(table, chance)),
    )
    return c.Close(id="close") if chance.random() < 0.02 else chance.choice(commands)


def _settling(table: Table, stage: SettlingNumbers, chance: Random) -> c.Command:
    seat = _seat(table, chance)
    if stage.seed is not None and not stage.seed.is_complete:
        missing = [seat for seat, share in enumerate(stage.seed.shares) if share is None]
        share = f"share {chance.randrange(1000)}"
        return c.GiveShare(id="share", seat=chance.choice(missing), share=share)
    match stage.settling:
        case Cards(to_act=to_act, hand=hand) if to_act is not None:
            if hand:
                return c.KeepCard(id="keep", seat=to_act, index=chance.randrange(len(hand)))
            return c.DrawCards(id="draw", seat=to_act)
        case Agreement(proposal=proposal) if proposal is None or chance.random() < 0.15:
            numbers = str(_numbers(table.settings.size, chance))
            return c.ProposeNumbers(id="propose", seat=seat, setting=numbers)
        case Agreement(proposal=proposal, accepted=accepted) if proposal is not None:
            waiting = [other for other in range(len(table.seats)) if other not in accepted]
            numbers = str(proposal.setting)
            return c.AgreeNumbers(id="agree", seat=chance.choice(waiting), setting=numbers)
        case _:
            return c.RollDice(id="roll", seat=seat)


def _playing(table: Table, play: Play, chance: Random) -> c.Command:
    if play.takeback is not None and chance.random() < 0.5:
        seat = _seat(table, chance)
        return c.AnswerTakeback(id="word", seat=seat, agree=chance.random() < 0.8)
    whim = chance.random()
    if whim < 0.04 and play.undo is not None:
        return c.AskTakeback(id="back", seat=play.actions[play.undo.actions].by)
    if whim < 0.05:
        return c.ClaimSeat(id="claim", seat=_seat(table, chance))
    if whim < 0.09:
        return c.LetStand(id="stand", placement=play.placement)
    action = random_action(play.state, chance)
    if not 0 <= action.by < len(table.seats):
        return random_nonsense(chance)
    return command_of(action, play.placement, action_name(action))


def _afterwards(table: Table, chance: Random) -> c.Command:
    seat = _seat(table, chance)
    if isinstance(table.stage, Finished) and table.stage.rematch is not None:
        return c.AnswerRematch(id="word", seat=seat, agree=chance.random() < 0.9)
    number = chance.choice((None, None, "a", "b", "c", "d", "e"))
    return c.OfferRematch(
        id="again",
        seat=seat,
        rotate=chance.random() < 0.5,
        number=number,  # type: ignore[arg-type]  # one of the five names
        value=None if number is None else chance.randint(2, 6),
    )


def random_nonsense(chance: Random) -> c.Command:
    """Draws any command with arbitrary arguments."""
    seat, at = chance.randrange(6), f"{chance.choice('abcdz')}{chance.randrange(30)}"
    numbers = chance.choice(("3 3 4 2 4", "3 2 2 0 1", "9 9 9 9 9", "0 0 0 0 0", "a b c d e"))
    agree, placement = chance.random() < 0.5, chance.randrange(4)
    commands: tuple[c.Command, ...] = (
        c.Sit(id="x", seat=seat, label=chance.choice((None, "x"))),
        c.SeatBot(id="x", seat=seat, level=1),
        c.Leave(id="x", seat=seat),
        c.Free(id="x", seat=seat),
        c.GiveShare(id="x", seat=seat, share="x"),
        c.RollDice(id="x", seat=seat),
        c.DrawCards(id="x", seat=seat),
        c.KeepCard(id="x", seat=seat, index=chance.randrange(10)),
        c.ProposeNumbers(id="x", seat=seat, setting=numbers),
        c.AgreeNumbers(id="x", seat=seat, setting=numbers),
        c.PlaceStone(id="x", seat=seat, at=at, declare=chance.choice((None, 0, 1, 5))),
        c.PassTurn(id="x", seat=seat),
        c.AcceptStone(id="x", seat=seat, placement=placement),
        c.ShoutGrav(id="x", seat=seat, placement=placement, said=chance.choice((None, 1))),
        c.LetStand(id="x", placement=placement),
        c.RemoveStone(id="x", seat=seat, at=at),
        c.AskTakeback(id="x", seat=seat),
        c.AnswerTakeback(id="x", seat=seat, agree=agree),
        c.ClaimSeat(id="x", seat=seat),
        c.OfferRematch(id="x", seat=seat, number="a"),
        c.AnswerRematch(id="x", seat=seat, agree=agree),
    )
    return chance.choice(commands)


def _seat(table: Table, chance: Random) -> int:
    return chance.randrange(len(table.seats))
