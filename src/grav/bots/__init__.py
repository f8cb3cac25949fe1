"""Players that are programs: they see what a person at the table sees, and answer with actions."""

from grav.bots.external_program import ExternalProgram
from grav.bots.levels import LEVELS, Level
from grav.bots.move_history import MoveHistory
from grav.bots.player import Player
from grav.bots.roster import (
    PROGRAM_PREFIX,
    UnknownPlayer,
    check_player_name,
    create_player,
    player_names,
)
from grav.bots.simple_players import SIMPLE_PLAYERS, SimplePlayer, create_simple_player

__all__ = [
    "LEVELS",
    "PROGRAM_PREFIX",
    "SIMPLE_PLAYERS",
    "ExternalProgram",
    "Level",
    "MoveHistory",
    "Player",
    "SimplePlayer",
    "UnknownPlayer",
    "check_player_name",
    "create_player",
    "create_simple_player",
    "player_names",
]
