"""Results of played games in an append-only NDJSON file, one line per game.

The first line states the schedule. A game is written as soon as it is over, so that the file holds
all finished games after a crash; at worst its last line is torn, and is cut off on opening. Before
the first game of a program stands a line with its provenance, which holds up to the next such line.
"""

import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from grav.arena.played_game import PlayedGame, played_game_from_json
from grav.arena.schedule import Schedule, schedule_from_json
from grav.bots.player_definition import define_player
from grav.provenance import Provenance, provenance, provenance_from_json
from grav.record import RecordError, decode, format_json_line, parse_json
from grav.rules.json_fields import FormError, Json, format_json_value
from grav.text import GravError

PROVENANCE = "provenance"
"""The only key of a line that states who plays the games after it."""


class ResultsError(GravError):
    """The file does not hold games of this schedule."""


class Results:
    """The games of a schedule so far. Without a path they are held in memory only."""

    def __init__(self, schedule: Schedule, path: Path | None = None) -> None:
        self.schedule = schedule
        self.path = path
        self._games: dict[int, PlayedGame] = {}
        self._provenance: list[Provenance] = []
        self._is_stated = False
        """Whether the last entry in the file is this program's."""
        self.has_unstated_games = False
        """Whether the file has games of an earlier version, which did not state who played."""
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

    @property
    def provenance(self) -> Sequence[Provenance]:
        """Who played the games in the file: an entry for each program, as often as they took
        turns."""
        return self._provenance

    @property
    def stored_games(self) -> list[PlayedGame]:
        """All played games, in order."""
        return [self._games[number] for number in sorted(self._games)]

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
            self._write(self._state_program() + line)
            self._games[played.number] = replace(played, record=None)  # it is in the file

    @property
    def _header(self) -> bytes:
        return _encode_line(format_json_line(self.schedule.to_json()))

    @cached_property
    def _definitions(self) -> Mapping[str, Json]:
        return {name: define_player(name) for name in self.schedule.players}

    def _state_program(self) -> bytes:
        """Returns the line with this program's provenance, unless the file ends with its games."""
        if self._file is None or self._is_stated:
            return b""
        self._is_stated = True
        entry = provenance(self.schedule.command, self._definitions)
        if self._provenance and entry.is_same_program(self._provenance[-1]):
            return b""
        self._provenance.append(entry)
        return _encode_line(format_json_line({PROVENANCE: entry.to_json()}))

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
                self._read_line(parse_json(decode(line), number), path)
            except (RecordError, FormError) as error:
                values = {"file": str(path), "line": number, "cause": error.text}
                raise ResultsError("arena.line", **values) from error
        return whole

    def _read_line(self, value: Json, path: Path) -> None:
        if isinstance(value, dict) and [*value] == [PROVENANCE]:
            self._provenance.append(provenance_from_json(value[PROVENANCE], PROVENANCE))
            return
        played = played_game_from_json(value, self.schedule)
        self._games[played.number] = played
        if self._provenance:
            self._check_players(self._provenance[-1].players, path)
        else:
            self.has_unstated_games = True

    def _check_players(self, found: Mapping[str, Json], path: Path) -> None:
        """Raises an error if a name meant another player, as when a level has changed: shares of
        the games of both would mean nothing."""
        for name, present in self._definitions.items():
            if found.get(name) != present:
                values = {"file": str(path), "player": name} | _difference(found.get(name), present)
                raise ResultsError("arena.other_players", **values)

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


def read_results(path: Path) -> Results:
    """Reads the results in a file, whatever their schedule. They are in memory, the file stays as
    it is.

    :raises ResultsError: when the file does not hold games of the arena, or of other players of
        these names
    """
    with path.open("rb") as file:
        first = file.readline()
    try:
        schedule = schedule_from_json(parse_json(decode(first)))
    except (RecordError, FormError) as error:
        raise ResultsError("arena.not_results", file=str(path)) from error
    results = Results(schedule)
    results._read(path)
    return results


def _difference(found: Json, present: Json) -> dict[str, str]:
    """Returns the first part in which two definitions of a player differ, with both values."""
    one = found if isinstance(found, dict) else {}
    part = next(key for key in [*present, *one] if one.get(key) != present.get(key))
    return {
        "part": part,
        "found": format_json_value(one.get(part)),
        "expected": format_json_value(present.get(part)),
    }


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
