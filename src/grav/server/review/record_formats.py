"""Writes a record in the forms in which it can be downloaded."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from grav.record import (
    Record,
    Reporter,
    diagram_of,
    format_json_line,
    format_sgf,
    format_text_record,
    record_to_json,
    svg_of,
)
from grav.rules.referee import PLAIN, Referee
from grav.server.review.review_cost_limits import Allowance

Form = Literal["json", "grav", "sgf", "svg"]
TYPES: Mapping[Form, str] = {
    "json": "application/json",
    "grav": "text/plain; charset=utf-8",
    "sgf": "application/x-go-sgf; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
}


def format_record(
    record: Record,
    form: Literal["json", "grav", "sgf"],
    language: str,
    referee: Referee = PLAIN,
) -> bytes:
    """Returns the record in this form; `referee` is the one that judged the game."""
    match form:
        case "json":
            return format_json_line(record_to_json(record)).encode()
        case "grav":
            return format_text_record(record, referee).encode()
        case "sgf":
            return format_sgf(record, language, referee).encode()


def draw_record(
    record: Record,
    language: str,
    move: int | None = None,
    *,
    truth: bool = False,
    last: bool = True,
    referee: Referee = PLAIN,
) -> bytes:
    """Returns the SVG picture after a move, or at the end. Raises DiagramError if there is no such
    move.

    `truth`: shows what the move broke, and which shapes it completed. `last`: marks the stone that
    the next distance is measured from. `referee`: the one that judged the game.
    """
    diagram = diagram_of(
        record.rules,
        record.actions,
        move,
        breaches=truth,
        shapes=truth,
        caption=[line for line in (record.name, record.date, record.place) if line],
        players=record.players or (),
        referee=referee,
    )
    shown = diagram if last else replace(diagram, last=None)
    return svg_of(shown, language).encode()


def play_through(record: Record, allowance: Allowance) -> None:
    """Checks that a record can be played within the allowance, before it is written."""
    reporter = Reporter(record.rules)
    for number, action in enumerate(record.actions, start=1):
        allowance(number)
        reporter.play(action)
