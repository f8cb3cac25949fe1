"""Players that are programs: they see what a person at the table sees, and answer with actions."""

from grav.bots.external_program import Program
from grav.bots.levels import LEVELS, Level
from grav.bots.move_history import MoveHistory
from grav.bots.player import Player
from grav.bots.roster import PROGRAM, UnknownPlayer, check_player_name, create_player, player_names
from grav.bots.simple_players import SIMPLE, SimplePlayer, simple_player

__all__ = [
    "LEVELS",
    "PROGRAM",
    "SIMPLE",
    "Level",
    "MoveHistory",
    "Player",
    "Program",
    "SimplePlayer",
    "UnknownPlayer",
    "check_player_name",
    "create_player",
    "player_names",
    "simple_player",
]
