"""Rematches: another game with the same players; seats may be rotated, or one number changed."""

import msgspec

from grav.rules import Setting
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.table.command_context import CommandContext
from grav.server.table.draft import Draft, TableToOpen
from grav.server.table.gathering import rules_of
from grav.server.table.model import Finished, Rematch, Seat, Table
from grav.server.table.refusals import TableCode, TableRefusal


def offer(draft: Draft, command: c.OfferRematch, context: CommandContext) -> None:
    stage = _finished(draft)
    if stage.rematch is not None or stage.next is not None:
        raise TableRefusal(TableCode.ALREADY_OFFERED)
    if (command.number is None) != (command.value is None):
        raise TableRefusal(TableCode.BAD_CHANGE)
    numbers = stage.play.rules.setting
    if command.number is not None and command.value is not None:
        numbers = _changed(numbers, command.number, command.value)
        rules_of(draft.table.settings, numbers)
    offered = e.RematchOffered(
        at=draft.now, seat=command.seat, rotate=command.rotate, setting=str(numbers)
    )
    draft.add(offered)
    _open_if_agreed(draft, context)


def answer(draft: Draft, command: c.AnswerRematch, context: CommandContext) -> None:
    stage = _finished(draft)
    if stage.rematch is None or command.seat not in seats_to_ask(draft.table, stage.rematch):
        raise TableRefusal(TableCode.NOTHING_OFFERED)
    draft.add(e.RematchAnswered(at=draft.now, seat=command.seat, agreed=command.agree))
    if command.agree:
        _open_if_agreed(draft, context)


def rematch_key(table: Table, command: c.OfferRematch | c.AnswerRematch, ended: int = 0) -> str:
    """Returns a string that identifies the next game, from which its table's id is derived.

    The id is deterministic, so that a retried command finds the table that its first attempt
    opened. `ended`: how many such tables have ended since; each gives another id.
    """
    match command, table.stage:
        case c.AnswerRematch(), Finished(rematch=Rematch(rotate=rotate, setting=setting)):
            wish = f"{rotate} {setting}"
        case c.OfferRematch(rotate=rotate, number=number, value=value), _:
            wish = f"{rotate} {number} {value}"
        case _:
            wish = ""
    return f"{wish} {ended}" if ended else wish


def seats_to_ask(table: Table, rematch: Rematch) -> frozenset[int]:
    """Returns the seats that have yet to agree; bots, and other seats of the one who offers, are
    not asked."""
    owner = table.seats[rematch.by].person
    return frozenset(
        index
        for index, seat in enumerate(table.seats)
        if index not in rematch.agreed and not seat.is_bot and seat.person != owner
    )


def _open_if_agreed(draft: Draft, context: CommandContext) -> None:
    stage = _finished(draft)
    rematch, table = stage.rematch, draft.table
    assert rematch is not None
    if seats_to_ask(table, rematch):
        return
    settings = msgspec.structs.replace(table.settings, settle="given", setting=rematch.setting)
    turned = table.seats[-1:] + table.seats[:-1] if rematch.rotate else table.seats
    draft.opens = TableToOpen(
        id=context.new_id,
        new=c.NewTable(settings=settings),
        host=table.host,
        seats=tuple(_sat(index, seat, draft.now) for index, seat in enumerate(turned)),
        rematch_of=context.game,
    )
    draft.add(e.Rematched(at=draft.now, table=context.new_id))


def _sat(index: int, seat: Seat, now: int) -> e.Sat:
    return e.Sat(at=now, seat=index, person=seat.person, level=seat.level, label=seat.label)


def _changed(numbers: Setting, number: str, value: int) -> Setting:
    return numbers._replace(**{number: value})


def _finished(draft: Draft) -> Finished:
    if not isinstance(draft.table.stage, Finished):
        raise TableRefusal(TableCode.WRONG_STAGE)
    return draft.table.stage
