"""Parses the commands that a person types, in any of the three languages."""

import re
import unicodedata
from dataclasses import dataclass

from grav.cli.shared.typed_words import words_for
from grav.game import Accept, Action, Grav, Pass, Place, Remove, Resign
from grav.record.notation import Word
from grav.rules import Point
from grav.text import Text

_SEAT = re.compile(r"([1-9])\s*(?:[:.]\s*|\s+)(?=\S)", re.ASCII)
_PLACE = re.compile(
    r"(?P<point>[a-z][1-9]\d?)(?:\s*(?:\+\s*|(?P<declare>\S+)\s+)(?P<count>\d{1,4}))?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Save:
    path: str


@dataclass(frozen=True, slots=True)
class Load:
    path: str


@dataclass(frozen=True, slots=True)
class Show:
    """One of `help`, `board`, `rules`."""

    what: str


@dataclass(frozen=True, slots=True)
class Quit:
    pass


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    why: Text


GameCommand = Word | Save | Load | Show | Quit | NotUnderstood

_ACTIONS: dict[str, type[Action]] = {
    "pass": Pass,
    "grav": Grav,
    "ok": Accept,
    "resign": Resign,
}


def parse_command(line: str) -> GameCommand:
    """Parses a line. `2 grav` names the player; `c5 +1` places and declares."""
    # Korean and Japanese keyboards may produce full-width letters.
    text = unicodedata.normalize("NFKC", line).strip()
    seat: int | None = None
    if match := _SEAT.match(text):
        seat, text = int(match[1]) - 1, text[match.end() :]
    first, _, rest = text.partition(" ")
    rest = rest.strip()
    name = _find_command(first.lower().rstrip("!"))
    if name in _ACTIONS and not rest:
        return Word(seat, _ACTIONS[name])
    if name == "remove":
        return _parse_removal(rest.lower(), "play.remove_what", seat, Remove)
    if seat is None and name in ("save", "load"):
        typed = line.split(maxsplit=1)[1:]  # as it was typed: file names are not normalised
        return _parse_file_command(name, first, typed[0].strip() if typed else "")
    if seat is None and name in ("help", "board", "rules") and not rest:
        return Show(name)
    if seat is None and name == "quit" and not rest:
        return Quit()
    return _parse_placement(rest.lower() if name == "place" else text.lower(), seat, line)


def _parse_file_command(name: str, word: str, path: str) -> GameCommand:
    if not path:
        return NotUnderstood(Text("play.which_file", {"word": word}))
    return Save(path) if name == "save" else Load(path)


def _find_command(word: str) -> str | None:
    names = (*_ACTIONS, "place", "remove", "save", "load", "help", "board", "rules", "quit")
    return next((name for name in names if word in words_for(name)), None)


def _parse_placement(text: str, seat: int | None, line: str) -> GameCommand:
    match = _PLACE.fullmatch(text)
    if match is None or (match["declare"] and match["declare"] not in words_for("declare")):
        return NotUnderstood(Text("play.not_understood", {"found": line.strip()[:40]}))
    count = None if match["count"] is None else int(match["count"])
    return Word(seat, Place, Point.parse(match["point"]), count)


def _parse_removal(text: str, otherwise: str, seat: int | None, kind: type[Action]) -> GameCommand:
    if not re.fullmatch(r"[a-z][1-9]\d?", text, re.ASCII):
        return NotUnderstood(Text(otherwise))
    return Word(seat, kind, Point.parse(text))
