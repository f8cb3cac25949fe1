"""Parses the text form of a record; errors report line and column."""

import json
import re
from collections.abc import Callable

from grav.game import Action, Place, State, action_keys, start
from grav.record.model import Record
from grav.record.notation import meant_actions, parse_word, state_after
from grav.record.record_json import VERSION
from grav.record.text_headers import Headers
from grav.record.text_line import TextLine
from grav.rules import Rules
from grav.rules.json_fields import Json

_BLANKS = re.compile(r"\s*")
_NUMBER = re.compile(r"(\d{1,9})\.", re.ASCII)
_TOKEN = re.compile(r"\d{1,9}\.(?=[^\s;{])|[^\s;{]+", re.ASCII)  # `1.f7` is two words
_TITLE = re.compile(r"Grav\s+(\d{1,9})\s*", re.ASCII)


Watch = Callable[[int], None]
"""Called with the number of each action before it is played; may raise to stop reading."""


def _unwatched(_actions: int) -> None:
    pass


def parse_text_record(text: str, watch: Watch = _unwatched) -> Record:
    """Parses a record; raises RecordError with line and column if the text is invalid."""
    lines = [
        TextLine(number, line.removesuffix("\r"))
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1)
    ]
    headers = Headers()
    body = _read_headers(lines, headers)
    rules = headers.rules(lines[min(body, len(lines) - 1)])
    fields = headers.fields(rules.players)
    moves = _Moves(rules, watch)
    for line in lines[body:]:
        moves.read(line)
    moves.finish(lines[-1])
    if moves.remark:
        if "comment" in fields["extra"]:
            line, at = moves.remark_at
            line.fail(at, "one_remark")
        fields["extra"]["comment"] = "\n".join(moves.remark)
    return Record(
        rules,
        tuple(moves.actions),
        comments={index: "\n".join(text) for index, text in moves.comments.items()},
        action_extra=moves.extra,
        **fields,
    )


def _blanks_end(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _read_headers(lines: list[TextLine], headers: Headers) -> int:
    """Reads the headers, up to an empty line; returns the index of the line after it."""
    begun = False
    for index, line in enumerate(lines):
        if not line.text.strip():
            if begun:
                return index + 1
            continue
        title = None if begun else _TITLE.fullmatch(line.text)
        if title is None:
            headers.read(line)
        elif int(title[1]) != VERSION:
            line.fail(title.start(1), "version", version=VERSION)
        begun = True
    return len(lines)


class _Moves:
    """Parses the moves word by word, and plays the game along with them."""

    def __init__(self, rules: Rules, watch: Watch) -> None:
        self.actions: list[Action] = []
        self.comments: dict[int, list[str]] = {}
        self.extra: dict[int, dict[str, Json]] = {}
        self.remark: list[str] = []
        """The lines of comment before the first action."""
        self.remark_at = (TextLine(1, ""), 0)
        self._state: State = start(rules)
        self._placements = 0
        self._numbered = False
        """Whether a move number was read and its placement must follow."""
        self._watch = watch

    def read(self, line: TextLine) -> None:
        at = 0
        while True:
            at = _blanks_end(line.text, at)
            if at >= len(line.text):
                return
            if line.text[at] == ";":
                self._comment(line, at)
                return
            at = self._extra(line, at) if line.text[at] == "{" else self._word(line, at)

    def finish(self, line: TextLine) -> None:
        if self._numbered:
            line.fail(len(line.text), "placement")

    def _comment(self, line: TextLine, at: int) -> None:
        begin = at + 2 if line.text[at + 1 : at + 2] == " " else at + 1
        text = line.unescaped(begin, line.text[begin:])
        if not self.actions and not self.remark:
            self.remark_at = (line, at)
        here = self.comments.setdefault(len(self.actions) - 1, []) if self.actions else self.remark
        here.append(text)

    def _extra(self, line: TextLine, at: int) -> int:
        """Reads the unknown keys of the action before, as a JSON object."""
        if not self.actions:
            line.fail(at, "word")
        try:
            value, end = json.JSONDecoder().raw_decode(line.text, at)
        except (ValueError, RecursionError):
            line.fail(at, "json")
        index = len(self.actions) - 1
        known = action_keys(self.actions[index]).intersection(value)
        if index in self.extra or known or not value:
            line.fail(at, "unknown_keys")
        self.extra[index] = line.json(at, line.text[at:end], within=2)
        return end

    def _word(self, line: TextLine, at: int) -> int:
        token = _TOKEN.match(line.text, at)
        assert token is not None
        number = _NUMBER.fullmatch(token[0])
        if number:
            self._move_number(line, at, int(number[1]))
            return token.end()
        word = parse_word(token[0])
        if word is None:
            line.fail(at, "word")
        actions = meant_actions(word, self._state)
        if not actions:
            line.fail(at, "seat", word=token[0])
        if self._numbered and word.kind is not Place:
            line.fail(at, "placement")
        for action in actions:
            self._act(action)
        return token.end()

    def _move_number(self, line: TextLine, at: int, number: int) -> None:
        if self._numbered:
            line.fail(at, "placement")
        if number != self._placements + 1:
            line.fail(at, "move_number", number=self._placements + 1)
        self._numbered = True

    def _act(self, action: Action) -> None:
        self._watch(len(self.actions) + 1)
        before, self._state = self._state, state_after(self._state, action)
        self.actions.append(action)
        self._numbered = False
        if isinstance(action, Place) and self._state is not before:
            self._placements += 1
