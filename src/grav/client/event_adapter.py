"""Converts the happenings that the server sends into events and actions of `grav.game`."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET

from grav import game as g
from grav.rules import Breach, Point, TooFullSquare, TooLongRun, WrongDistance
from grav.server.messages import happenings as h


def event_of(happening: h.Happening) -> g.EventView | None:
    """Returns the event of the game; None if the happening concerns only the table around it."""
    match happening:
        case h.StonePlaced(by=by, at=at, declared=declared, shapes=shapes):
            return g.PlacedView(by, Point.parse(at), declared, None if shapes is UNSET else shapes)
        case h.StoneAccepted(by=by):
            return g.Accepted(by)
        case h.StoneStood(by=by, at=at):
            return g.Stood(by, Point.parse(at))
        case h.GravShouted(by=by, against=against, at=at, breaches=breaches):
            shown = tuple(breach_of(breach) for breach in breaches)
            return g.Shouted(by, against, Point.parse(at), shown)
        case h.StoneVoided(by=by, at=at):
            return g.Voided(by, Point.parse(at))
        case h.StoneRemoved(by=by, of=of, at=at):
            return g.Removed(by, of, Point.parse(at))
        case h.TurnSkipped(by=by, owed=owed):
            return g.Skipped(by, owed)
        case h.TurnPassed(by=by):
            return g.Passed(by)
        case h.PlayerResigned(by=by):
            return g.Resigned(by)
        case h.BonusTurn(by=by, left=left):
            return g.BonusTurnBegun(by, left)
        case h.GameOver(how=how, ranking=ranking):
            return g.GameEnded(g.Ended(how), ranking)
        case _:
            return None


def breach_of(form: Mapping[str, Any]) -> Breach:
    """Parses the JSON object of a breach, which a correct shout makes public."""
    match form["rule"]:
        case "continuity":
            points = tuple(map(Point.parse, form["points"]))
            return TooLongRun(points, form["interval"], form["limit"])
        case "density":
            return TooFullSquare(Point.parse(form["square"]), form["count"], form["limit"])
        case _:
            origin = Point.parse(form["from"])
            return WrongDistance(origin, form["distance"], form["least"], form["most"])


def actions_of(happened: Iterable[h.Happening]) -> list[g.Action]:
    """Returns the actions that led to these happenings.

    A player who accepts by placing or passing did one action, so the `Accept` is left out.
    """
    actions: list[g.Action] = []
    for event in map(event_of, happened):
        action = None if event is None else _action_of(event)
        if action is None:
            continue
        if isinstance(action, (g.Place, g.Pass)) and g.Accept(action.by) in actions:
            actions.remove(g.Accept(action.by))
        actions.append(action)
    return actions


def _action_of(event: g.EventView) -> g.Action | None:
    match event:
        case g.PlacedView(by, at, declared):
            return g.Place(by, at, declared)
        case g.Accepted(by):
            return g.Accept(by)
        case g.Shouted(by):
            return g.Grav(by)
        case g.Removed(by, _, at):
            return g.Remove(by, at)
        case g.Passed(by):
            return g.Pass(by)
        case g.Resigned(by):
            return g.Resign(by)
        case _:
            return None
