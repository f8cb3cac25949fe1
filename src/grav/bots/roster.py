"""Players by name, as `grav play --against`, `grav arena` and `grav engine` take them."""

from grav.bots.external_program import ExternalProgram
from grav.bots.level_player import create_level_player
from grav.bots.levels import LEVELS
from grav.bots.player import Player
from grav.bots.simple_players import SIMPLE_PLAYERS, create_simple_player
from grav.native.loading import core
from grav.text import GravError

PROGRAM_PREFIX = "cmd:"
"""Prefix of a command: `cmd:./mybot --fast` is a program that speaks the text protocol."""


class UnknownPlayer(GravError):
    """No player has this name."""


def player_names() -> list[str]:
    """Returns the names of all built-in players; levels are named by their numbers."""
    return [*SIMPLE_PLAYERS, *map(str, LEVELS)]


def check_player_name(name: str) -> None:
    """Raises an error if the name is unknown, or is a level and the native core is missing."""
    if name in map(str, LEVELS):
        core()
    elif name not in SIMPLE_PLAYERS and not name.startswith(PROGRAM_PREFIX):
        expected = ", ".join([*player_names(), f"{PROGRAM_PREFIX}COMMAND"])
        raise UnknownPlayer("bots.unknown", found=name[:60], expected=expected)


def create_player(name: str, seed: str) -> Player:
    """Creates the player of this name; the same seed gives the same player."""
    check_player_name(name)
    if name in SIMPLE_PLAYERS:
        return create_simple_player(name, seed)
    if name.startswith(PROGRAM_PREFIX):
        return ExternalProgram(name.removeprefix(PROGRAM_PREFIX), seed)
    return create_level_player(int(name), seed)
