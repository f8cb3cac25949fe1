"""Errors of commands, besides the refusals of the game. A command that fails changes nothing."""

from enum import StrEnum

from grav.text import GravError


class EngineCode(StrEnum):
    UNKNOWN_COMMAND = "unknown_command"
    SYNTAX_ERROR = "syntax_error"
    BAD_RULES = "bad_rules"
    UNACCEPTABLE_SIZE = "unacceptable_size"
    CANNOT_UNDO = "cannot_undo"
    PLAYER_FAILED = "player_failed"


class EngineError(GravError):
    """A command cannot be carried out: a code for programs, a message in every language."""

    def __init__(self, code: EngineCode, /, **values: object) -> None:
        super().__init__(f"engine.{code}", **values)
        self.code = code
