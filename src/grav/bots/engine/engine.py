"""The engine: takes one line of input at a time and returns the answer."""

from grav.bots.engine.commands import commands
from grav.bots.engine.errors import EngineCode, EngineError
from grav.bots.engine.game import CreatePlayer, EngineGame
from grav.bots.engine.line_format import Request, format_failure, format_success, parse_request
from grav.game import Refusal
from grav.rules import parse_rules
from grav.text import Language

_FIRST_RULES = parse_rules("9x9 2p 3 3 4 2 4 revised")


class Engine:
    """Holds one game and shows only views of it. Malformed commands get an answer, too."""

    def __init__(
        self,
        create_player: CreatePlayer,
        seed: str,
        *,
        version: str = "",
        language: Language = Language.EN,
    ) -> None:
        self.game = EngineGame(_FIRST_RULES, create_player, seed)
        self.has_quit = False
        self._language = language
        self._commands = commands(version)

    def answer(self, line: str) -> str | None:
        """Returns the answer to a line, with its final empty line; None if there is no command."""
        request = parse_request(line)
        if request is None:
            return None
        try:
            return format_success(request.id, self._run(request))
        except (Refusal, EngineError) as error:
            return format_failure(request.id, f"{error.code}: {error.say(self._language)}")

    def _run(self, request: Request) -> str:
        command = self._commands.get(request.command)
        if command is None:
            raise EngineError(EngineCode.UNKNOWN_COMMAND, found=request.command[:40])
        answer = command.run(self.game, request.words)
        if answer is None:
            form = f"{request.command} {command.form}".strip()
            raise EngineError(EngineCode.SYNTAX_ERROR, form=form)
        self.has_quit = self.has_quit or request.command == "quit"
        return answer
