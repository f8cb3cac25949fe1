"""`grav replay`: the referee for programs. A record a line in, a JSON line out."""

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

from grav.cli.files import FileProblem, opened
from grav.cli.localised import Command
from grav.game import Refusal, apply, start, state_to_json
from grav.record import MAX_SIZE, Record, RecordError, decode, parse_json, record_from_json
from grav.rules.reading import Json
from grav.text import GravError, Language, say


def replay_command(language: Language) -> click.Command:
    @click.command(
        "replay",
        cls=Command,
        help=say("cli.replay", language),
        short_help=say("cli.replay_short", language),
    )
    @click.option("--states", is_flag=True, help=say("cli.replay_states", language))
    @click.argument("file")
    def replay(states: bool, file: str) -> None:
        with opened(file) as source:
            for number, line in _lines(source, file):
                answer = _answer(_record(line, number, file), states)
                # Escapes keep the answer readable whatever the terminal's encoding is.
                sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
                sys.stdout.flush()

    return replay


def _lines(source: BinaryIO, file: str) -> Iterator[tuple[int, bytes]]:
    """The lines that hold anything, with their numbers; none is read past the limit."""
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


def _answer(record: Record, states: bool) -> dict[str, Json]:
    state, told = start(record.rules), []
    for action in record.actions:
        try:
            state = apply(state, action).state
        except Refusal as refusal:
            told.append({"error": refusal.code.value})
        else:
            told.append(state_to_json(state) if states else {})
    if states:
        return {"name": record.name, "states": told}
    return {"name": record.name, "state": state_to_json(state)}
