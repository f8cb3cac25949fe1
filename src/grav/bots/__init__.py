"""Players that are programs: they see what a person at the table sees, and answer with actions."""

from grav.bots.levels import LEVELS, Level
from grav.bots.move_history import MoveHistory
from grav.bots.player import Player
from grav.bots.program import Program
from grav.bots.roster import PROGRAM, UnknownPlayer, check, names, player
from grav.bots.simple import SIMPLE, Simple, simple_player

__all__ = [
    "LEVELS",
    "PROGRAM",
    "SIMPLE",
    "Level",
    "MoveHistory",
    "Player",
    "Program",
    "Simple",
    "UnknownPlayer",
    "check",
    "names",
    "player",
    "simple_player",
]
