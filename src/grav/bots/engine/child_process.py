"""A child process that speaks the text protocol over its standard input and output."""

import subprocess
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from grav.bots.engine.line_format import EngineAnswer, parse_answer
from grav.text import GravError

_MAX_LINE_LENGTH = 10_000
"""Maximum characters read as one line, and maximum lines of a valid answer."""
_EXIT_TIMEOUT = 1.0
"""Seconds to exit after its standard input is closed, before the program is killed."""


class ProgramError(GravError):
    """A program cannot be started, or does not follow the protocol."""


class ChildProcess:
    """Ends with `close`, or when it is garbage-collected. Every failure is a ProgramError."""

    def __init__(self, words: Sequence[str], timeout: float) -> None:
        self._name, self._timeout = words[0], timeout
        self._asked = 0
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise ProgramError("bots.program_missing", program=self._name, why=why) from error
        self.close = weakref.finalize(self, _terminate, self._process)
        assert self._process.stdout is not None
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        reader = Thread(target=_read_lines, args=(self._process.stdout, self._lines), daemon=True)
        reader.start()

    def ask(self, command: str) -> str:
        """Sends a command and returns the text of the program's answer."""
        self._asked += 1
        self._write(f"{self._asked} {command}\n")
        answer = self._read_answer(command)
        if not answer.done:
            raise self._close_with_error("refused", command=command, message=answer.text[:200])
        return answer.text

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._make_exit_error() from error

    def _read_answer(self, command: str) -> EngineAnswer:
        deadline = time.monotonic() + self._timeout
        lines: list[str] = []
        while (line := self._next_line(deadline, command).strip()) or not lines:
            lines += [line] if line else []
            if lines and (len(lines) > _MAX_LINE_LENGTH or parse_answer(lines[:1]) is None):
                break
        answer = parse_answer(lines)
        if answer is None or answer.id != str(self._asked) or len(lines) > _MAX_LINE_LENGTH:
            raise self._close_with_error("garbage", command=command, found=lines[0][:60])
        return answer

    def _next_line(self, deadline: float, command: str) -> str:
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except Empty:
            raise self._close_with_error(
                "silent", command=command, seconds=round(self._timeout)
            ) from None
        if line is None:
            raise self._make_exit_error()
        return line

    def _make_exit_error(self) -> ProgramError:
        self.close()
        return self._close_with_error("ended", status=self._process.returncode)

    def _close_with_error(self, how: str, **values: object) -> ProgramError:
        """Ends the program, which is not used again after a failure, and returns the error."""
        self.close()
        return ProgramError(f"bots.program_{how}", program=self._name, **values)


def _read_lines(source: IO[str], lines: "SimpleQueue[str | None]") -> None:
    with source, suppress(OSError, ValueError):
        while line := source.readline(_MAX_LINE_LENGTH):
            lines.put(line)
    lines.put(None)


def _terminate(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(_EXIT_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
