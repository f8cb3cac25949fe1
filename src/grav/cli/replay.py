"""`grav replay`: a referee for programs. Reads one record per line, writes one JSON line each."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, Protocol

import click

from grav.cli.shared.files import FileProblem, open_file
from grav.cli.shared.localised_click import Command
from grav.game import Action, Refusal, apply, start, state_to_json
from grav.native import NativeGame
from grav.native.loading import core
from grav.record import MAX_SIZE, Record, RecordError, decode, parse_json, record_from_json
from grav.rules import Rules
from grav.rules.json_fields import Json
from grav.text import GravError, Language, say


def replay_command(language: Language) -> click.Command:
    @click.command(
        "replay",
        cls=Command,
        help=say("cli.replay", language),
        short_help=say("cli.replay_short", language),
    )
    @click.option("--states", is_flag=True, help=say("cli.replay_states", language))
    @click.option(
        "--engine",
        type=click.Choice(list(_ENGINES)),
        default="python",
        help=say("cli.replay_engine", language),
    )
    @click.argument("file")
    def replay(states: bool, engine: str, file: str) -> None:
        if engine == "native":
            core()  # raises if the core is missing, before the file is read
        with open_file(file) as source:
            for number, line in _lines(source, file):
                record = _record(line, number, file)
                answer = _answer(record, _ENGINES[engine](record.rules), states)
                # ASCII with escapes: readable in whatever encoding the terminal has.
                sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
                sys.stdout.flush()

    return replay


def _lines(source: BinaryIO, file: str) -> Iterator[tuple[int, bytes]]:
    """Yields non-blank lines with their numbers; raises for a line longer than MAX_SIZE."""
    number = 0
    while line := source.readline(MAX_SIZE + 2):
        number += 1
        line = line.rstrip(b"\r\n")
        if len(line) > MAX_SIZE:
            values = {"line": number, "most": MAX_SIZE // 1_000_000}
            raise FileProblem("cli.line_too_long", file=file, **values)
        if line.strip():
            yield number, line


def _record(line: bytes, number: int, file: str) -> Record:
    try:
        return record_from_json(parse_json(decode(line), number))
    except RecordError as error:
        if "line" in error.text.values:
            raise FileProblem("cli.in_file", file=file, cause=error.text) from error
        raise FileProblem("cli.in_line", file=file, line=number, cause=error.text) from error
    except GravError as error:
        raise FileProblem("cli.in_line", file=file, line=number, cause=error.text) from error


class _Game(Protocol):
    """A mutable game."""

    def apply(self, action: Action) -> None: ...

    def state_to_json(self) -> dict[str, Json]: ...


class _PythonGame:
    def __init__(self, rules: Rules) -> None:
        self._state = start(rules)

    def apply(self, action: Action) -> None:
        self._state = apply(self._state, action).state

    def state_to_json(self) -> dict[str, Json]:
        return state_to_json(self._state)


_ENGINES: dict[str, Callable[[Rules], _Game]] = {"python": _PythonGame, "native": NativeGame}


def _answer(record: Record, game: _Game, states: bool) -> dict[str, Json]:
    answers: list[dict[str, Json]] = []
    for action in record.actions:
        try:
            game.apply(action)
        except Refusal as refusal:
            answers.append({"error": refusal.code.value})
        else:
            answers.append(game.state_to_json() if states else {})
    if states:
        return {"name": record.name, "states": answers}
    return {"name": record.name, "state": game.state_to_json()}
