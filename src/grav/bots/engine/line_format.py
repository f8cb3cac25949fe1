"""The line format of the protocol: a command is one line, an answer ends with an empty one.

12 play 1 c5   # my first stone          =12

13 play 1 c5                             ?13 not_your_turn: it is player 2's turn

"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import category

_ANSWER = re.compile(r"(?P<mark>[=?])(?P<id>[0-9]*)(?:\s+(?P<text>.*))?")


@dataclass(frozen=True, slots=True)
class Request:
    """A command, the id that its answer repeats (may be empty), and its arguments."""

    id: str
    command: str
    words: tuple[str, ...]


def parse_request(line: str) -> Request | None:
    """Parses a line; returns None if it is empty or a comment."""
    significant = (" " if letter == "\t" else letter for letter in line if _is_significant(letter))
    words = "".join(significant).partition("#")[0].split()
    if not words:
        return None
    numbered = words[0].isascii() and words[0].isdecimal()
    id_ = words.pop(0) if numbered else ""
    return Request(id_, words[0] if words else "", tuple(words[1:]))


def _is_significant(letter: str) -> bool:
    return letter == "\t" or category(letter) != "Cc"


def format_success(id_: str, text: str = "") -> str:
    """Formats the answer to a command that succeeded. A long text may begin on the second line."""
    gap = "" if not text or text.startswith("\n") else " "
    return f"={id_}{gap}{text}\n\n"


def format_failure(id_: str, message: str) -> str:
    return f"?{id_} {message}\n\n"


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    done: bool
    id: str
    text: str


def parse_answer(lines: Sequence[str]) -> EngineAnswer | None:
    """Parses an answer, without its final empty line; returns None if the lines are not one."""
    match = _ANSWER.fullmatch(lines[0].rstrip()) if lines else None
    if match is None:
        return None
    text = "\n".join(((match["text"] or ""), *(line.rstrip() for line in lines[1:])))
    return EngineAnswer(match["mark"] == "=", match["id"], text)
