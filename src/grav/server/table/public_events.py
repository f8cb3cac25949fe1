"""The public projection of events: what everybody at the table receives.

Events of the game pass only through `grav.game.view_event`.
"""

from grav.game import settling_to_json, view_event
from grav.rules import rules_to_json
from grav.server.messages import public_events as h
from grav.server.messages import stored_events as e
from grav.server.messages.game_events import to_public_event
from grav.server.table.draft import DraftedEvent
from grav.server.table.model import Play, Table


def public_events_of(drafted: DraftedEvent) -> tuple[h.PublicEvent, ...]:
    """Returns the public form of a table's event; empty if it is not public (yet)."""
    event, table = drafted.event, drafted.table
    if isinstance(event, e.Acted):
        play = _play(table)
        shown_help = table.help
        return tuple(
            [
                to_public_event(view_event(happened, None, shown_help), play.placement, event.why)
                for happened in drafted.happened
            ]
        )
    shown = _of_table(event, table)
    return () if shown is None else (shown,)


def _of_table(event: e.Event, table: Table) -> h.PublicEvent | None:  # noqa: C901 - one case each
    match event:
        case e.Sat(seat=seat):
            return h.SeatTaken(seat)
        case e.Invited(seat=seat):
            return h.SeatReserved(seat)
        case e.Left(seat=seat):
            return h.SeatLeft(seat)
        case e.Gathered():
            return h.AllSeated()
        case e.Committed(commitment=commitment):
            return h.ServerCommitted(commitment)
        case e.Shared(seat=seat, share=share):
            return h.ShareGiven(seat, share)
        case e.SettlingStepTaken(step=step):
            return h.SettlingStepTaken(step)
        case e.Begun():
            return _begun(_play(table))
        case e.Judged():
            return h.RaceDecided(
                event.placement, event.winner, event.entries, event.band, event.sealed
            )
        case e.Answered(seat=seat):
            return h.AnswerSealed(seat)
        case e.Said(seat=seat, phrase=phrase):
            return h.PhraseSaid(seat, phrase)
        case e.Closed(why=why):
            return h.TableClosed(why)
        case e.Opened() | e.Claimed() | e.Acted():
            return None
        case _:
            return _of_consent(event, table)


def _of_consent(
    event: e.TakebackAsked
    | e.TakebackAnswered
    | e.TakenBack
    | e.RematchOffered
    | e.RematchAnswered
    | e.Rematched,
    table: Table,
) -> h.PublicEvent:
    match event:
        case e.TakebackAsked(seat=seat):
            return h.TakebackAsked(seat)
        case e.TakebackAnswered(seat=seat, agreed=agreed):
            return h.TakebackAnswered(seat, agreed)
        case e.TakenBack():
            return h.PlacementTakenBack(len(_play(table).actions))
        case e.RematchOffered(seat=seat):
            return h.RematchOffered(seat, event.rotate, event.setting)
        case e.RematchAnswered(seat=seat, agreed=agreed):
            return h.RematchAnswered(seat, agreed)
        case e.Rematched(table=following):
            return h.RematchOpened(following)


def _begun(play: Play) -> h.GameBegun:
    share = play.seed.share if play.seed else None
    return h.GameBegun(rules_to_json(play.rules), settling_to_json(play.settling), share)


def _play(table: Table) -> Play:
    assert table.play is not None
    return table.play
