"""Parses and formats the actions of the text protocol; the seat is stated before them.

c5 · c5 declare 1    a stone, with the bonus turns that are claimed
pass · accept · grav · remove c5 · resign
"""

import re
from collections.abc import Sequence

from grav.game import Accept, Action, Grav, Pass, Place, Remove, Resign
from grav.rules import Point, PointError

_NUMBER = re.compile(r"[0-9]{1,4000}")

_PLAIN: dict[str, type[Pass | Accept | Grav | Resign]] = {
    "pass": Pass,
    "accept": Accept,
    "grav": Grav,
    "resign": Resign,
}


def parse_number(word: str) -> int | None:
    """Parses a whole number, 0 or more; returns None if the word is not one."""
    return int(word) if _NUMBER.fullmatch(word) else None


def parse_seat(word: str) -> int | None:
    """Parses a seat; seats count from 1 here, as in the text form of records."""
    number = parse_number(word)
    return None if number is None else number - 1


def parse_action(by: int, arguments: Sequence[str]) -> Action | None:
    """Parses the action of a player; returns None if the words are not one. Ignores case."""
    try:
        return _parse(by, [word.lower() for word in arguments])
    except PointError:
        return None


def _parse(by: int, arguments: list[str]) -> Action | None:
    match arguments:
        case [word] if word in _PLAIN:
            return _PLAIN[word](by)
        case [at]:
            return Place(by, Point.parse(at))
        case ["remove", at]:
            return Remove(by, Point.parse(at))
        case [at, "declare", count] if _NUMBER.fullmatch(count):
            return Place(by, Point.parse(at), int(count))
        case _:
            return None


def format_action(action: Action) -> str:
    """Formats an action so that `parse_action` can parse it."""
    match action:
        case Place(_, at, None):
            return str(at)
        case Place(_, at, declare):
            return f"{at} declare {declare}"
        case Remove(_, at):
            return f"remove {at}"
        case _:
            return next(word for word, kind in _PLAIN.items() if kind is type(action))
