"""Random commands of people at a table: mostly sensible, sometimes nonsense.

The same state of `chance` gives the same commands.
"""

from random import Random
from typing import get_args

from grav.game import (
    Agreement,
    Cards,
    action_name,
)
from grav.rules import Setting
from grav.server.messages import commands as c
from grav.server.messages.move_commands import command_of
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.model import (
    Closed,
    Finished,
    Gathering,
    Play,
    Playing,
    SettlingNumbers,
    Table,
)
from grav.testing.playing import random_action
from grav.testing.tables.played_table import SHARE, default_person

PHRASES: tuple[str, ...] = get_args(c.Phrase)


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


def random_command(table: Table, chance: Random) -> tuple[Actor, c.Command]:
    """Draws an actor, and a command to try now."""
    if chance.random() < 0.08:
        return Actor(default_person(chance.randrange(7))), nonsense(chance)
    command = _sensible(table, chance)
    if isinstance(command, c.Sit):
        host_alone = table.settings.mode != "online"
        return Actor("p0" if host_alone else default_person(chance.randrange(6))), command
    if isinstance(command, (c.SeatBot, c.Free, c.Close)):
        return Actor(table.host), command
    if isinstance(command, (c.LetStand, c.ClaimSeat)):
        return Actor(table.seats[chance.randrange(len(table.seats))].person), command
    return _owner(table, command.seat), command


def _owner(table: Table, seat: int) -> Actor:
    if seat >= len(table.seats):
        return Actor("p0")
    chair = table.seats[seat]
    return Actor(None, bot=seat) if chair.is_bot else Actor(chair.person)


def _sensible(table: Table, chance: Random) -> c.Command:
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
            numbers = str(random_numbers(table.settings.size, chance))
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
        return nonsense(chance)
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


def nonsense(chance: Random) -> c.Command:
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


def random_numbers(size: int, chance: Random) -> Setting:
    """Draws a setting that can be played on a board of this size."""
    b = chance.randint(2, size)
    d = chance.randint(0, 2)
    return Setting(chance.randint(3, 5), b, chance.randint(2, b * b), d, d + chance.randint(1, 6))
