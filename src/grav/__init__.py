"""The board game Grav. Start with `Rules`, `start` and `apply`; `grav.record` stores games."""

from grav.game import (
    Accept,
    Action,
    Grav,
    Help,
    Pass,
    Place,
    Refusal,
    Remove,
    Resign,
    State,
    Transition,
    View,
    apply,
    replay,
    start,
    view,
    view_event,
)
from grav.rules import Board, Edition, Enforcement, Point, Rules, Setting, parse_rules
from grav.text import GravError

__version__ = "0.1.0"

__all__ = [
    "Accept",
    "Action",
    "Board",
    "Edition",
    "Enforcement",
    "Grav",
    "GravError",
    "Help",
    "Pass",
    "Place",
    "Point",
    "Refusal",
    "Remove",
    "Resign",
    "Rules",
    "Setting",
    "State",
    "Transition",
    "View",
    "apply",
    "parse_rules",
    "replay",
    "start",
    "view",
    "view_event",
]
