"""The commands of the protocol. They return None if their arguments do not have the right form."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grav.bots.engine.action_text import format_action, parse_action, parse_number, parse_seat
from grav.bots.engine.errors import EngineCode, EngineError
from grav.bots.engine.game import EngineGame
from grav.bots.engine.view_text import format_view
from grav.game import Action, Refusal, RefusalCode, view
from grav.rules import RulesError, parse_rules

Arguments = Sequence[str]


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """A command with the form of its arguments, which a syntax error reports."""

    form: str
    run: Callable[[EngineGame, Arguments], str | None]


def commands(version: str) -> dict[str, EngineCommand]:
    """Returns all commands by name."""
    table = {
        "protocol_version": EngineCommand("", _answer_constant("2")),
        "name": EngineCommand("", _answer_constant("Grav")),
        "version": EngineCommand("", _answer_constant(version)),
        "list_commands": EngineCommand(
            "", lambda _, arguments: None if arguments else "\n".join(table)
        ),
        "known_command": EngineCommand(
            "COMMAND",
            lambda _, arguments: (
                str(arguments[0] in table).lower() if len(arguments) == 1 else None
            ),
        ),
        "boardsize": EngineCommand("N", _boardsize),
        "clear_board": EngineCommand("", _clear_board),
        "grav-rules": EngineCommand("[RULES]", _rules),
        "play": EngineCommand(
            "SEAT (POINT [declare N] | pass | accept | grav | remove POINT | resign)", _play
        ),
        "genmove": EngineCommand("SEAT", _ask_player(EngineGame.move)),
        "grav-window": EngineCommand("SEAT", _ask_player(EngineGame.answer)),
        "undo": EngineCommand("", _undo),
        "showboard": EngineCommand("", _showboard),
        "grav-state": EngineCommand("[SEAT]", _state),
        "quit": EngineCommand("", _answer_constant("")),
    }
    return table


def _answer_constant(text: str) -> Callable[[EngineGame, Arguments], str | None]:
    return lambda _, arguments: None if arguments else text


def _boardsize(game: EngineGame, arguments: Arguments) -> str | None:
    size = parse_number(arguments[0]) if len(arguments) == 1 else None
    if size is None:
        return None
    try:
        game.begin(replace(game.rules, size=size))
    except RulesError as error:
        raise EngineError(EngineCode.UNACCEPTABLE_SIZE, cause=error.text) from error
    return ""


def _clear_board(game: EngineGame, arguments: Arguments) -> str | None:
    if arguments:
        return None
    game.begin(game.rules)
    return ""


def _rules(game: EngineGame, arguments: Arguments) -> str:
    if not arguments:
        return str(game.rules)
    try:
        game.begin(parse_rules(" ".join(arguments)))
    except RulesError as error:
        raise EngineError(EngineCode.BAD_RULES, cause=error.text) from error
    return ""


def _play(game: EngineGame, arguments: Arguments) -> str | None:
    seat = parse_seat(arguments[0]) if arguments else None
    action = None if seat is None else parse_action(seat, arguments[1:])
    if action is None:
        return None
    game.play(action)
    return ""


def _ask_player(
    how: Callable[[EngineGame, int], Action],
) -> Callable[[EngineGame, Arguments], str | None]:
    def ask(game: EngineGame, arguments: Arguments) -> str | None:
        seat = parse_seat(arguments[0]) if len(arguments) == 1 else None
        return None if seat is None else format_action(how(game, seat))

    return ask


def _undo(game: EngineGame, arguments: Arguments) -> str | None:
    if arguments:
        return None
    game.undo()
    return ""


def _showboard(game: EngineGame, arguments: Arguments) -> str | None:
    return None if arguments else f"\n{format_view(view(game.state, None))}"


def _state(game: EngineGame, arguments: Arguments) -> str | None:
    seat = parse_seat(arguments[0]) if len(arguments) == 1 else None
    if arguments and seat is None:
        return None
    players = game.rules.players
    if seat is not None and not 0 <= seat < players:
        raise Refusal(RefusalCode.NO_SUCH_SEAT, seat=seat + 1, players=players)
    return json.dumps(view(game.state, seat).to_json(), separators=(",", ":"))
