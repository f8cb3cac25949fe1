"""The text protocol, in the manner of GTP 2: an engine that answers it, and its words and lines.

Holds a game, as a referee does; the players that act for it get views alone. See docs/engine.md.
"""

from grav.bots.engine.engine import Engine
from grav.bots.engine.errors import EngineCode, EngineError
from grav.bots.engine.game import Game
from grav.bots.engine.process import Process, ProgramError

__all__ = ["Engine", "EngineCode", "EngineError", "Game", "Process", "ProgramError"]
