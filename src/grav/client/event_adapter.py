"""Converts the happenings that the server sends into events and actions of `grav.game`."""

from collections.abc import Iterable

from grav.game import (
    Accept,
    Accepted,
    Action,
    Event,
    Grav,
    Pass,
    Passed,
    Place,
    Placed,
    Remove,
    Removed,
    Resign,
    Resigned,
    Shouted,
)
from grav.server.messages.game_events import OfGame
from grav.server.messages.public_events import PublicEvent


def events_of(happened: Iterable[PublicEvent]) -> list[Event]:
    """Returns the events of the game; other happenings concern only the table around it."""
    return [each.event for each in happened if isinstance(each, OfGame)]


def actions_of(happened: Iterable[PublicEvent]) -> list[Action]:
    """Returns the actions that led to these happenings.

    A player who accepts by placing or passing did one action, so the `Accept` is left out.
    """
    actions: list[Action] = []
    for event in events_of(happened):
        action = _action_of(event)
        if action is None:
            continue
        if isinstance(action, (Place, Pass)) and Accept(action.by) in actions:
            actions.remove(Accept(action.by))
        actions.append(action)
    return actions


def _action_of(event: Event) -> Action | None:
    match event:
        case Placed(by, at, declared):
            return Place(by, at, declared)
        case Accepted(by):
            return Accept(by)
        case Shouted(by):
            return Grav(by)
        case Removed(by, _, at):
            return Remove(by, at)
        case Passed(by):
            return Pass(by)
        case Resigned(by):
            return Resign(by)
        case _:
            return None
