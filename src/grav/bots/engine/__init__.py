"""The text protocol, modelled on GTP 2: an engine that answers it, its parsers and formatters.

The engine holds the whole game, as a referee does; its players get only views. See docs/engine.md.
"""

from grav.bots.engine.child_process import ChildProcess, ProgramError
from grav.bots.engine.engine import Engine
from grav.bots.engine.errors import EngineCode, EngineError
from grav.bots.engine.game import EngineGame

__all__ = ["ChildProcess", "Engine", "EngineCode", "EngineError", "EngineGame", "ProgramError"]
