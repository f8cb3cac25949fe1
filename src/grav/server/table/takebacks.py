"""Takebacks: undoes the last placement if all agree. An event of the table, not of the record."""

from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.table import size_limits
from grav.server.table.draft import Draft
from grav.server.table.model import Play, Table
from grav.server.table.playing import play_of
from grav.server.table.refusals import TableCode, TableRefusal, check_bound


def ask(draft: Draft, command: c.AskTakeback) -> None:
    play = play_of(draft)
    if play.undo is None or _placed_by(play) != command.seat:
        raise TableRefusal(TableCode.NOTHING_TO_TAKE_BACK)
    if play.takeback is not None:
        raise TableRefusal(TableCode.ALREADY_ASKED)
    check_bound(play.takebacks, size_limits.MAX_TAKEBACKS_ASKED, TableCode.TOO_MANY_TAKEBACKS)
    draft.add(e.TakebackAsked(at=draft.now, seat=command.seat))
    _take_back_if_agreed(draft)


def answer(draft: Draft, command: c.AnswerTakeback) -> None:
    play = play_of(draft)
    if play.takeback is None or command.seat not in seats_to_ask(draft.table, play):
        raise TableRefusal(TableCode.NOTHING_ASKED)
    draft.add(e.TakebackAnswered(at=draft.now, seat=command.seat, agreed=command.agree))
    if command.agree:
        _take_back_if_agreed(draft)


def seats_to_ask(table: Table, play: Play) -> frozenset[int]:
    """Returns the seats that have yet to agree; bots, and other seats of the one who asks, are not
    asked."""
    asked = play.takeback
    if asked is None:
        return frozenset()
    owner = table.seats[asked.by].person
    return frozenset(
        seat
        for seat in play.state.active
        if seat not in asked.agreed
        and not table.seats[seat].is_bot
        and table.seats[seat].person != owner
    )


def _take_back_if_agreed(draft: Draft) -> None:
    if not seats_to_ask(draft.table, play_of(draft)):
        draft.add(e.TakenBack(at=draft.now))


def _placed_by(play: Play) -> int | None:
    return play.actions[play.undo.actions].by if play.undo else None
