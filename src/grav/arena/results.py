"""Results of played games in an append-only NDJSON file, one line per game.

The first line states the schedule. A game is written as soon as it is over, so that the file holds
all finished games after a crash; at worst its last line is torn, and is cut off on opening.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from grav.arena.played_game import PlayedGame, played_game_from_json
from grav.arena.schedule import Schedule
from grav.record import RecordError, decode, format_json_line, parse_json
from grav.rules.json_fields import FormError
from grav.text import GravError


class ResultsError(GravError):
    """The file does not hold games of this schedule."""


class Results:
    """The games of a schedule so far. Without a path they are held in memory only."""

    def __init__(self, schedule: Schedule, path: Path | None = None) -> None:
        self.schedule = schedule
        self.path = path
        self._games: dict[int, PlayedGame] = {}
        self._file: BinaryIO | None = None
        if path is not None:
            whole = self._read(path)
            self._file = path.open("ab", buffering=0)
            if path.is_file():
                self._file.truncate(whole)
            if whole == 0:
                self._write(self._header)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def games(self, each: int) -> list[PlayedGame]:
        """Returns the played games, in order, of a schedule with `each` games per table."""
        return [
            self._games[number]
            for number in range(self.schedule.total(each))
            if number in self._games
        ]

    def missing(self, each: int) -> list[int]:
        """Returns the numbers of the games not yet played, with `each` games per table."""
        return [n for n in range(self.schedule.total(each)) if n not in self._games]

    def add(self, played: PlayedGame) -> None:
        line = _encode_line(format_json_line(played.to_json()))
        with _defer_sigint():  # the count reported after Ctrl-C must match the file
            self._write(line)
            self._games[played.number] = replace(played, record=None)  # it is in the file

    @property
    def _header(self) -> bytes:
        return _encode_line(format_json_line(self.schedule.to_json()))

    def _write(self, line: bytes) -> None:
        while self._file is not None and line:  # a full disk may write a part before it fails
            line = line[self._file.write(line) :]

    def _read(self, path: Path) -> int:
        """Reads the games in the file; returns the length in bytes of its complete lines."""
        if not path.is_file():  # reading a device or a pipe might never end
            return 0
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole == 0:
            if not self._header.startswith(data):
                raise ResultsError("arena.not_results", file=str(path))
            return 0
        first, *lines = data[:whole].splitlines()
        self._check_header(path, first)
        for number, line in enumerate(lines, start=2):
            try:
                played = played_game_from_json(parse_json(decode(line), number), self.schedule)
            except (RecordError, FormError) as error:
                values = {"file": str(path), "line": number, "cause": error.text}
                raise ResultsError("arena.line", **values) from error
            self._games[played.number] = played
        return whole

    def _check_header(self, path: Path, line: bytes) -> None:
        try:
            found = parse_json(decode(line))
        except RecordError:
            found = None
        if not isinstance(found, dict) or "arena" not in found:
            raise ResultsError("arena.not_results", file=str(path))
        for part, expected in self.schedule.to_json().items():
            if found.get(part) != expected:
                values = {"file": str(path), "part": part, "expected": format_json_line(expected)}
                found_text = format_json_line(found.get(part))[:200]
                raise ResultsError("arena.other_schedule", **values, found=found_text)


def _encode_line(text: str) -> bytes:
    return text.encode() + b"\n"


@contextmanager
def _defer_sigint() -> Iterator[None]:
    """Defers SIGINT until the block is left.

    Blocking the signal is not enough: a library may have threads that receive it, and whichever
    thread does, Python runs the handler in the main thread, which is this one. So a temporary
    handler notes the signal, and it is raised again at the end of the block.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield  # not interrupted in this thread, or a handler not set by Python
        return
    received: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if received:
            signal.raise_signal(signal.SIGINT)
