"""Decides a command at a table into events, or refuses it; a refused command changes nothing."""

from msgspec import structs

from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.move_commands import Move
from grav.server.table import gathering, playing, rematches, settling, size_limits, takebacks
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.draft import Draft
from grav.server.table.model import Closed, Finished, Gathering, Table
from grav.server.table.refusals import TableCode, TableRefusal, check_bound


def open_table(
    new: c.NewTable,
    host: str,
    seats: tuple[e.Sat | e.Invited, ...],
    now: int,
    context: CommandContext,
    rematch_of: str | None = None,
) -> Draft:
    """Opens a table, with the seats that are taken or reserved from the start."""
    gathering.check_settings(new.settings)
    opened = e.Opened(at=now, settings=new.settings, host=host, rematch_of=rematch_of)
    draft = Draft.of_a_new_table(opened, now)
    for event in (structs.replace(event, at=now) for event in seats):
        gathering.check_seated(draft.table, event)
        draft.add(event)
    gathering.start_if_full(draft, context)
    return draft


_EndingCommand = c.ResignGame | c.ClaimSeat | c.Leave | c.Free | c.Close
"""Commands that end something: accepted even at a table that has reached `MAX_EVENTS`."""


def decide(
    table: Table, actor: Actor, command: c.Command, now: int, context: CommandContext
) -> Draft:
    draft = Draft(table, now)
    if not isinstance(command, _EndingCommand):
        check_bound(table.shown, size_limits.MAX_EVENTS, TableCode.TOO_MANY_EVENTS)
    match command:
        case c.Sit():
            gathering.sit(draft, actor, command, context)
        case c.SeatBot():
            gathering.seat_bot(draft, actor, command, context)
        case c.Leave():
            gathering.leave(draft, actor, command)
        case c.Free():
            gathering.free(draft, actor, command)
        case c.Close():
            gathering.close(draft, actor)
        case c.LetStand():
            playing.accept_for_own_seats(draft, actor, command)
        case c.ClaimSeat():
            playing.claim_seat(draft, actor, command, context)
        case _:
            _check_seat(table, actor, command.seat)
            _decide_for_seat(draft, command, context)
    return draft


_SeatCommand = (
    settling.SettlingCommand
    | Move
    | c.GiveShare
    | c.AcceptStone
    | c.ShoutGrav
    | c.AskTakeback
    | c.AnswerTakeback
    | c.SayPhrase
    | c.OfferRematch
    | c.AnswerRematch
)


def _decide_for_seat(draft: Draft, command: _SeatCommand, context: CommandContext) -> None:
    match command:
        case c.PlaceStone() | c.PassTurn() | c.RemoveStone() | c.ResignGame():
            playing.move(draft, command)
        case c.AcceptStone():
            playing.accept(draft, command)
        case c.ShoutGrav():
            playing.shout(draft, command, context)
        case c.GiveShare():
            settling.give_share(draft, command)
        case c.AskTakeback():
            takebacks.ask(draft, command)
        case c.AnswerTakeback():
            takebacks.answer(draft, command)
        case c.SayPhrase():
            _say(draft, command)
        case c.OfferRematch():
            _check_offers(draft.table)
            rematches.offer(draft, command, context)
        case c.AnswerRematch():
            rematches.answer(draft, command, context)
        case _:
            settling.take_step(draft, command)


def _say(draft: Draft, command: c.SayPhrase) -> None:
    if isinstance(draft.table.stage, (Gathering, Closed)):
        raise TableRefusal(TableCode.WRONG_STAGE)
    said = draft.table.phrases[command.seat]
    check_bound(said, size_limits.MAX_PHRASES_OF_A_SEAT, TableCode.TOO_MANY_PHRASES)
    draft.add(e.Said(at=draft.now, seat=command.seat, phrase=command.phrase))


def _check_offers(table: Table) -> None:
    match table.stage:
        case Finished(rematch=None, next=None, offers=offers):
            check_bound(offers, size_limits.MAX_REMATCHES_OFFERED, TableCode.TOO_MANY_REMATCHES)


def _check_seat(table: Table, actor: Actor, seat: int) -> None:
    """Raises TableRefusal unless the seat belongs to the actor."""
    if seat >= len(table.seats):
        raise TableRefusal(TableCode.NO_SUCH_SEAT, seat=seat + 1, seats=len(table.seats))
    chair = table.seats[seat]
    is_bots = actor.bot == seat and chair.is_bot
    if not is_bots and (actor.person is None or chair.person != actor.person):
        raise TableRefusal(TableCode.NOT_YOUR_SEAT, seat=seat + 1)
