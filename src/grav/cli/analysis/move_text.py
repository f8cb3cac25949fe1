"""Formats moves, win shares and principal variations for the width of a terminal."""

from collections.abc import Sequence

from grav.arena.table_rows import format_percent
from grav.arena.table_text import text_width
from grav.cli.analysis.judged_move import is_known
from grav.native.search import Candidate, Move
from grav.record.text_board import ASCII_MARKS, MARKS
from grav.text import Language, say

NOTHING = "–"


def format_move(move: Move, language: Language) -> str:
    return say("analyse.pass", language) if move.at is None else str(move)


def format_worth(candidate: Candidate, language: Language) -> str:
    """Formats a move's worth to the mover: the share of games won, or that the result is proven."""
    if candidate.winner is not None:
        is_won = candidate.winner == candidate.move.seat
        return say("analyse.sure_win" if is_won else "analyse.sure_loss", language)
    return format_percent(candidate.worth) if is_known(candidate) else NOTHING


def format_variation(moves: Sequence[Move], language: Language, room: int, *, plain: bool) -> str:
    """Formats as many moves of a variation as fit; marks the mover where it changes."""
    line, seat = "", None
    for index, move in enumerate(moves):
        mark = f"{ASCII_MARKS[move.seat]}:" if plain else MARKS[move.seat]
        word = ("" if move.seat == seat else mark) + format_move(move, language)
        longer = f"{line} {word}" if line else word
        is_last = index == len(moves) - 1
        if text_width(longer) > (room if is_last else room - 2):
            return f"{line} …" if line else ""
        line, seat = longer, move.seat
    return line


def cut_to_width(line: str, room: int) -> str:
    """Cuts a line so that the terminal does not wrap it."""
    while text_width(line) > room:
        line = line[:-1]
    return line
