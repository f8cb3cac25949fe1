"""Line editor: takes keys, holds the text and the cursor. Does not access the terminal."""

import re
import unicodedata
from collections.abc import Iterator

_ESCAPE = "\x1b"
_SEQUENCE = re.compile(r"\x1b(?:\[[0-9;?]*[@-~]|O.|[^\[O])")
_UNFINISHED = re.compile(r"\x1b(?:\[[0-9;?]*|O)?")
_KEYS = {
    "\x1b[A": "up", "\x1bOA": "up", "\x1b[B": "down", "\x1bOB": "down",
    "\x1b[C": "right", "\x1bOC": "right", "\x1b[D": "left", "\x1bOD": "left",
    "\x1b[H": "home", "\x1bOH": "home", "\x1b[1~": "home", "\x01": "home",
    "\x1b[F": "end", "\x1bOF": "end", "\x1b[4~": "end", "\x05": "end",
    "\x1b[3~": "delete", "\x7f": "backspace", "\x08": "backspace",
    "\x15": "clear", "\x17": "word", "\r": "enter", "\n": "enter", "\x04": "eof",
}  # fmt: skip
"""Escape sequences and control characters of the supported keys; others are ignored."""


class Keys:
    """Splits terminal input into keys: characters as they are, all other keys by name."""

    def __init__(self) -> None:
        self._rest = ""

    def feed(self, text: str) -> Iterator[str]:
        text = self._rest + text
        self._rest = ""
        at = 0
        while at < len(text):
            if text[at] == _ESCAPE:
                if _UNFINISHED.fullmatch(text, at):
                    self._rest = text[at:]
                    return
                sequence = _SEQUENCE.match(text, at)
                pressed = sequence[0] if sequence else text[at]
            else:
                pressed = text[at]
            at += len(pressed)
            if pressed in _KEYS:
                yield _KEYS[pressed]
            elif pressed.isprintable():
                yield pressed


class LineEditor:
    """Edits one line: cursor movement, deletion, and history by up and down."""

    def __init__(self) -> None:
        self.text = ""
        self.cursor = 0
        self._earlier: list[str] = []
        self._at = 0
        """The index of the history line shown; the length of the history means the new line."""

    def press(self, key: str) -> str | None:
        """Applies a key; returns the line if the key is Enter."""
        match key:
            case "enter":
                return self._enter()
            case "left" | "right" | "home" | "end":
                self._move(key)
            case "backspace":
                self._cut(self.cursor - 1)
            case "delete":
                if self.cursor < len(self.text):
                    self.cursor += 1
                    self._cut(self.cursor - 1)
            case "clear":
                self._cut(0)
            case "word":
                self._cut(self.text[: self.cursor].rstrip().rfind(" ") + 1)
            case "up" | "down":
                self._look(-1 if key == "up" else 1)
            case "eof":
                pass
            case letter:
                self.text = self.text[: self.cursor] + letter + self.text[self.cursor :]
                self.cursor += len(letter)
        return None

    def visible(self, width: int) -> tuple[str, int]:
        """Returns the part of the line around the cursor that fits, and the cursor's column."""
        start, end = self.cursor, self.cursor
        while start and cells(self.text[start - 1 : end]) < width:
            start -= 1
        while end < len(self.text) and cells(self.text[start : end + 1]) < width:
            end += 1
        return self.text[start:end], cells(self.text[start : self.cursor])

    def _move(self, key: str) -> None:
        steps = {"left": self.cursor - 1, "right": self.cursor + 1, "home": 0}
        self.cursor = min(max(0, steps.get(key, len(self.text))), len(self.text))

    def _enter(self) -> str:
        line = self.text
        if line.strip() and self._earlier[-1:] != [line]:
            self._earlier.append(line)
        self._at = len(self._earlier)
        self.text, self.cursor = "", 0
        return line

    def _cut(self, start: int) -> None:
        """Deletes the text from `start` to the cursor."""
        start = max(0, start)
        self.text = self.text[:start] + self.text[self.cursor :]
        self.cursor = start

    def _look(self, step: int) -> None:
        self._at = min(max(0, self._at + step), len(self._earlier))
        self.text = self._earlier[self._at] if self._at < len(self._earlier) else ""
        self.cursor = len(self.text)


def cells(text: str) -> int:
    """Returns the width in terminal cells: wide East Asian characters take two, accents none."""
    return sum(
        0
        if unicodedata.combining(letter)
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )
