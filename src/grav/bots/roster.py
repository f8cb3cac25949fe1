"""Players by name: what `grav play --against`, `grav arena` and `grav engine` are given."""

from grav.bots.player import Player
from grav.bots.program import Program
from grav.bots.simple import SIMPLE, simple_player
from grav.text import GravError

PROGRAM = "cmd:"
"""What follows it is a command: `cmd:./mybot --fast` plays by the text protocol."""


class UnknownPlayer(GravError):
    """No player has this name."""


def names() -> list[str]:
    """The names of all players that the project brings."""
    return list(SIMPLE)


def player(name: str, seed: str) -> Player:
    """The player of this name; the same seed gives the same player."""
    if name in SIMPLE:
        return simple_player(name, seed)
    if name.startswith(PROGRAM):
        return Program(name.removeprefix(PROGRAM), seed)
    expected = ", ".join([*names(), f"{PROGRAM}COMMAND"])
    raise UnknownPlayer("bots.unknown", found=name[:60], expected=expected)
