"""The commands of the protocol. They return None if their arguments do not have the right form."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grav.bots.engine.action_text import format_action, parse_action, parse_number, parse_seat
from grav.bots.engine.errors import EngineCode, EngineError
from grav.bots.engine.game import Game
from grav.bots.engine.view_text import format_view
from grav.game import Action, Refusal, RefusalCode, view
from grav.rules import RulesError, parse_rules

Words = Sequence[str]


@dataclass(frozen=True, slots=True)
class Command:
    """A command with the form of its arguments, which a syntax error reports."""

    form: str
    run: Callable[[Game, Words], str | None]


def commands(version: str) -> dict[str, Command]:
    """Returns all commands by name."""
    table = {
        "protocol_version": Command("", _constant("2")),
        "name": Command("", _constant("Grav")),
        "version": Command("", _constant(version)),
        "list_commands": Command("", lambda _, words: None if words else "\n".join(table)),
        "known_command": Command(
            "COMMAND",
            lambda _, words: str(words[0] in table).lower() if len(words) == 1 else None,
        ),
        "boardsize": Command("N", _boardsize),
        "clear_board": Command("", _clear_board),
        "grav-rules": Command("[RULES]", _rules),
        "play": Command(
            "SEAT (POINT [declare N] | pass | accept | grav | remove POINT | resign)", _play
        ),
        "genmove": Command("SEAT", _ask_player(Game.move)),
        "grav-window": Command("SEAT", _ask_player(Game.answer)),
        "undo": Command("", _undo),
        "showboard": Command("", _showboard),
        "grav-state": Command("[SEAT]", _state),
        "quit": Command("", _constant("")),
    }
    return table


def _constant(text: str) -> Callable[[Game, Words], str | None]:
    return lambda _, words: None if words else text


def _boardsize(game: Game, words: Words) -> str | None:
    size = parse_number(words[0]) if len(words) == 1 else None
    if size is None:
        return None
    try:
        game.begin(replace(game.rules, size=size))
    except RulesError as error:
        raise EngineError(EngineCode.UNACCEPTABLE_SIZE, cause=error.text) from error
    return ""


def _clear_board(game: Game, words: Words) -> str | None:
    if words:
        return None
    game.begin(game.rules)
    return ""


def _rules(game: Game, words: Words) -> str:
    if not words:
        return str(game.rules)
    try:
        game.begin(parse_rules(" ".join(words)))
    except RulesError as error:
        raise EngineError(EngineCode.BAD_RULES, cause=error.text) from error
    return ""


def _play(game: Game, words: Words) -> str | None:
    seat = parse_seat(words[0]) if words else None
    action = None if seat is None else parse_action(seat, words[1:])
    if action is None:
        return None
    game.play(action)
    return ""


def _ask_player(how: Callable[[Game, int], Action]) -> Callable[[Game, Words], str | None]:
    def ask(game: Game, words: Words) -> str | None:
        seat = parse_seat(words[0]) if len(words) == 1 else None
        return None if seat is None else format_action(how(game, seat))

    return ask


def _undo(game: Game, words: Words) -> str | None:
    if words:
        return None
    game.undo()
    return ""


def _showboard(game: Game, words: Words) -> str | None:
    return None if words else f"\n{format_view(view(game.state, None))}"


def _state(game: Game, words: Words) -> str | None:
    seat = parse_seat(words[0]) if len(words) == 1 else None
    if words and seat is None:
        return None
    players = game.rules.players
    if seat is not None and not 0 <= seat < players:
        raise Refusal(RefusalCode.NO_SUCH_SEAT, seat=seat + 1, players=players)
    return json.dumps(view(game.state, seat).to_json(), separators=(",", ":"))
