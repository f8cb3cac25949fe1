"""Parses the headers of the text form, one per line: `Setting: 3 3 4 2 4`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn, TypeVar

from grav.record.record_json import KNOWN_KEYS
from grav.record.text_line import TextLine
from grav.rules import (
    EDITIONS,
    PARTS,
    Edition,
    Enforcement,
    Rules,
    RulesError,
    Setting,
    parse_edition,
)
from grav.rules.json_fields import Json
from grav.rules.setting import check_bounds

T = TypeVar("T")

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_PLAYER = re.compile(r"player (\d{1,15})", re.ASCII)
_BOARD = re.compile(r"(\d{1,15})\s*[x×]\s*(\d{1,15})", re.ASCII)
_WHOLE = re.compile(r"-?\d{1,15}", re.ASCII)

_TEXTS = {"name": "name", "date": "date", "place": "place"}
_VALUES = {"settled": "setting", "table": "table"}
_OF_RULES = {"board", "players", "setting", "edition", "house rules", "enforcement", "first"}
# The header that an error about an out-of-bounds number refers to.
_STATED_BY = {"size": "board"} | dict.fromkeys(Setting._fields, "setting")
_STATED_BY |= dict.fromkeys(PARTS, "house rules")


@dataclass(frozen=True, slots=True)
class Header:
    line: TextLine
    at: int
    """The index in the line where the value begins."""
    value: str

    def text(self) -> str:
        return self.line.unescaped(self.at, self.value)

    def json(self) -> Json:
        return self.line.json(self.at, self.value)


class Headers:
    """The headers of a record, by name in lower case; a name in quotes is an unknown key."""

    def __init__(self) -> None:
        self._headers: dict[str, Header] = {}
        self.extra: dict[str, Json] = {}

    def read(self, line: TextLine) -> None:
        at = len(line.text) - len(line.text.lstrip())
        quoted = _QUOTED.match(line.text, at)
        colon = line.text.find(":", quoted.end() if quoted else at)
        if colon < 0 or (quoted and line.text[quoted.end() : colon].strip()):
            line.fail(at, "header")
        value = line.text[colon + 1 :]
        header = Header(line, len(line.text) - len(value.lstrip()), value.strip())
        if quoted:
            self._read_extra(line, at, quoted[0], header)
            return
        key = " ".join(line.text[at:colon].lower().split())
        if key not in _OF_RULES | _TEXTS.keys() | _VALUES.keys() and not _PLAYER.fullmatch(key):
            line.fail(at, "header")
        if key in self._headers:
            line.fail(at, "header_once")
        self._headers[key] = header

    def _read_extra(self, line: TextLine, at: int, name: str, header: Header) -> None:
        """Reads an unknown key; fails for a known one, which has a header of its own."""
        key = line.json(at, name)
        if key in KNOWN_KEYS:
            line.fail(at, "unknown_key")
        if key in self.extra:
            line.fail(at, "header_once")
        self.extra[key] = header.json()

    def rules(self, end: TextLine) -> Rules:
        """Returns the rules that the headers state; a missing header is reported at `end`."""
        for key in ("board", "setting"):
            if key not in self._headers:
                end.fail(0, "header_missing", header=key.capitalize())
        edition = self._edition()
        enforcement = self._value("enforcement", _enforcement, Enforcement.CHALLENGE)
        size = self._value("board", _size, 0)
        setting = self._value("setting", _setting, None)
        assert setting is not None
        players = self._value("players", _whole, 2)
        first = self._value("first", _whole, None)
        try:
            rules = Rules(size, players, setting, edition, enforcement)
            if first is not None:  # players count from 1 here
                check_bounds("first", first, 1, players)
                return replace(rules, first=first - 1)
        except RulesError as error:
            self._blame(error, "setting")
        return rules

    def fields(self, players: int) -> dict[str, Any]:
        """Returns the other headers as fields of a record."""
        fields: dict[str, Any] = {"extra": self.extra}
        for keys, read in ((_TEXTS, Header.text), (_VALUES, Header.json)):
            for name, key in keys.items():
                if name in self._headers:
                    fields[key] = read(self._headers[name])
        names = {key: header for key, header in self._headers.items() if _PLAYER.fullmatch(key)}
        if names:
            fields["players"] = _player_names(names, players)
        return fields

    def _edition(self) -> Edition:
        name = self._value("edition", _edition_name, "revised")
        house_rules = self._value("house rules", Header.text, "")
        try:
            return parse_edition(f"{name} {house_rules}")
        except RulesError as error:
            self._blame(error, "edition" if "house rules" not in self._headers else "house rules")

    def _value(self, key: str, read: Callable[[Header], T], default: T) -> T:
        header = self._headers.get(key)
        return default if header is None else read(header)

    def _blame(self, error: RulesError, otherwise: str) -> NoReturn:
        name = str(error.text.values.get("name", ""))
        key = _STATED_BY.get(name, name)
        header = self._headers.get(key) or self._headers[otherwise]
        header.line.blame(header.at, error)


def _player_names(headers: Mapping[str, Header], players: int) -> tuple[str, ...]:
    """Returns the names of all seats: if one has a name, each must have one."""
    expected = {f"player {seat + 1}" for seat in range(players)}
    for key, header in headers.items():
        if key not in expected:
            header.line.fail(0, "player", players=players)
    for key in sorted(expected - headers.keys()):
        last = list(headers.values())[-1]
        last.line.fail(len(last.line.text), "header_missing", header=key.capitalize())
    return tuple(headers[f"player {seat + 1}"].text() for seat in range(players))


def _edition_name(header: Header) -> str:
    if header.value not in EDITIONS:
        known = ", ".join(EDITIONS)
        error = RulesError("rules.edition", found=header.value[:40], expected=known)
        header.line.blame(header.at, error)
    return header.value


def _size(header: Header) -> int:
    match = _BOARD.fullmatch(header.value)
    if match is None or match[1] != match[2]:
        header.line.fail(header.at, "board")
    return int(match[1])


def _whole(header: Header) -> int:
    if not _WHOLE.fullmatch(header.value):
        header.line.fail(header.at, "whole")
    return int(header.value)


def _enforcement(header: Header) -> Enforcement:
    if header.value not in set(Enforcement):
        header.line.fail(header.at, "one_of", choices=[e.value for e in Enforcement])
    return Enforcement(header.value)


def _setting(header: Header) -> Setting:
    try:
        return Setting.parse(header.value)
    except RulesError:
        header.line.fail(header.at, "setting")
