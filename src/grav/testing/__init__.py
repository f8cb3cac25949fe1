"""Test helpers for the game, for this project and for other programs.

`reference` implements the rules slowly and plainly; `playing` plays, by script or at random;
`sequences` counts sequences of actions (perft); `drawing` and `symmetries` are for boards. Not
imported here, since they need more than the standard library: `strategies` (hypothesis), and
`tables` and `random_tables` (the server's libraries), which play whole tables.
"""

from grav.testing.drawing import LINES, Drawing, draw, draw_line
from grav.testing.drawn_rules import random_rules
from grav.testing.playing import (
    Ply,
    accepted_actions,
    code_of,
    place,
    played,
    put,
    put_alone,
    random_action,
    random_game,
    remove,
    try_action,
)
from grav.testing.sequences import perft, perft_split
from grav.testing.symmetries import SYMMETRIES, Symmetry

__all__ = [
    "LINES",
    "SYMMETRIES",
    "Drawing",
    "Ply",
    "Symmetry",
    "accepted_actions",
    "code_of",
    "draw",
    "draw_line",
    "perft",
    "perft_split",
    "place",
    "played",
    "put",
    "put_alone",
    "random_action",
    "random_game",
    "random_rules",
    "remove",
    "try_action",
]
