"""A terminal with concurrent input and output: output never breaks up the line being typed."""

import asyncio
import codecs
import os
import shutil
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from grav.cli.joining.line_editor import Keys, LineEditor, cells

_CLEAR = "\r\x1b[K"


class Typed(NamedTuple):
    """A line, and when it was read, in seconds of the monotonic clock."""

    text: str
    at: float


class Terminal(Protocol):
    is_person: bool
    """Whether a person types here: the minimum reaction time then applies to answers."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def show(self, text: str) -> None:
        """Prints lines, and flushes them."""

    def ask(self, question: str, time_left: str) -> None:
        """Sets the prompt, and the time left that it shows, if any."""

    async def line(self) -> Typed | None:
        """Returns the next line that is typed; None at the end of the input."""


def open_terminal() -> Terminal:
    """Returns the terminal that suits the standard streams of this process."""
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        try:
            return KeyTerminal()
        except ImportError:
            pass  # no termios: Windows has none
    return LineTerminal()


class _Input(ABC):
    """Reads standard input in a thread, so that no file, pipe or terminal blocks the event loop."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[Typed | None] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    async def line(self) -> Typed | None:
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)  # every later call returns None, too
        return line

    def _begin(self) -> None:
        self._loop = asyncio.get_running_loop()
        # A daemon thread: a blocking read cannot be cancelled, and must not delay the exit.
        threading.Thread(target=self._read, args=(sys.stdin.fileno(),), daemon=True).start()

    def _read(self, handle: int) -> None:
        assert self._loop is not None
        data = b"?"
        while data:
            try:
                data = os.read(handle, 65536)
            except OSError:  # the terminal was closed
                data = b""
            try:
                self._loop.call_soon_threadsafe(self._take, data, time.monotonic())
            except RuntimeError:  # the event loop is closed
                return

    @abstractmethod
    def _take(self, data: bytes, at: float) -> None:
        """Handles input that was read at this time; empty data is the end of the input."""

    def _typed(self, text: str, at: float) -> None:
        self._lines.put_nowait(Typed(text.strip(), at))

    def _ended(self) -> None:
        self._lines.put_nowait(None)


class LineTerminal(_Input):
    """Reads and prints whole lines: for pipes, files, and terminals without cursor control."""

    is_person = False

    def __init__(self) -> None:
        super().__init__()
        self._begun = ""
        self._question = ""

    async def __aenter__(self) -> Self:
        self._begin()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def show(self, text: str) -> None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def ask(self, question: str, time_left: str) -> None:  # noqa: ARG002
        if question != self._question:
            self._question = question
            self.show(question)

    def _take(self, data: bytes, at: float) -> None:
        *lines, self._begun = (self._begun + self._decoder.decode(data, not data)).split("\n")
        if not data and self._begun:
            lines.append(self._begun)
        for line in lines:
            if not sys.stdin.isatty():
                self.show(line)  # echoed, so that the log of a piped game shows the input too
            self._typed(line, at)
        if not data:
            self._ended()


class KeyTerminal(_Input):
    """Reads single keys: the bottom line is the input line, and all output goes above it."""

    is_person = True

    def __init__(self) -> None:
        super().__init__()
        import termios
        import tty

        self._termios, self._tty = termios, tty
        self._usual = termios.tcgetattr(sys.stdin)
        self._keys = Keys()
        self._editor = LineEditor()
        self._prompt = ""

    async def __aenter__(self) -> Self:
        self._take_keys()
        asyncio.get_running_loop().add_signal_handler(signal.SIGCONT, self._come_back)
        self._begin()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGCONT)
        self._termios.tcsetattr(sys.stdin, self._termios.TCSADRAIN, self._usual)
        self._write(_CLEAR)

    def show(self, text: str) -> None:
        self._write(f"{_CLEAR}{text}\n{self._drawn()}")

    def ask(self, question: str, time_left: str) -> None:
        prompt = f"[{time_left}] {question} " if time_left else f"{question} "
        if prompt != self._prompt:
            self._prompt = prompt
            self._write(_CLEAR + self._drawn())

    def _take_keys(self) -> None:
        self._tty.setcbreak(sys.stdin)  # Ctrl-C and Ctrl-Z still send their signals

    def _come_back(self) -> None:
        """Restores the terminal mode and the input line on SIGCONT, as after Ctrl-Z."""
        self._take_keys()
        self._write(_CLEAR + self._drawn())

    def _take(self, data: bytes, at: float) -> None:
        if not data:
            self._ended()
            return
        for key in self._keys.feed(self._decoder.decode(data)):
            if key == "eof" and not self._editor.text:
                self._ended()
            line = self._editor.press(key)
            if line is not None:
                self._write(f"{_CLEAR}{self._prompt}{line}\n")
                self._typed(line, at)
        self._write(_CLEAR + self._drawn())

    def _drawn(self) -> str:
        """Returns the output that draws the input line and its cursor, cut to one screen line."""
        columns = shutil.get_terminal_size().columns
        prompt = self._prompt if cells(self._prompt) < columns - 12 else "> "
        shown, before = self._editor.visible(columns - cells(prompt))
        back = cells(shown) - before
        return f"{prompt}{shown}" + (f"\x1b[{back}D" if back else "")

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
