"""A terminal at which things are shown while somebody types: what is typed is never torn apart."""

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

from grav.cli.join_line import Keys, LineEditor, cells

_CLEAR = "\r\x1b[K"


class Typed(NamedTuple):
    """A line, and when its Enter was pressed, by a clock that never jumps."""

    text: str
    at: float


class Terminal(Protocol):
    is_person: bool
    """Does somebody type here? Then what comes sooner than anybody can see is no answer."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def show(self, text: str) -> None:
        """Shows lines; it is on its way to the screen when this returns."""

    def ask(self, question: str, time_left: str) -> None:
        """What is asked from now on, and how much time there is for it, if any."""

    async def line(self) -> Typed | None:
        """The next line that is typed; None: there will be no more."""


def open_terminal() -> Terminal:
    """What suits the streams of this process."""
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        try:
            return KeyTerminal()
        except ImportError:
            pass  # no termios: Windows has none
    return LineTerminal()


class _Input(ABC):
    """What comes from the standard input, read in a thread: no file, pipe or terminal blocks."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[Typed | None] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    async def line(self) -> Typed | None:
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)  # it stays so
        return line

    def _begin(self) -> None:
        self._loop = asyncio.get_running_loop()
        # A daemon: nothing can end a read, and nobody should have to press a key to leave.
        threading.Thread(target=self._read, args=(sys.stdin.fileno(),), daemon=True).start()

    def _read(self, handle: int) -> None:
        assert self._loop is not None
        data = b"?"
        while data:
            try:
                data = os.read(handle, 65536)
            except OSError:  # the terminal is gone
                data = b""
            try:
                self._loop.call_soon_threadsafe(self._take, data, time.monotonic())
            except RuntimeError:  # so is everything else
                return

    @abstractmethod
    def _take(self, data: bytes, at: float) -> None:
        """What was read just then; nothing: the end."""

    def _typed(self, text: str, at: float) -> None:
        self._lines.put_nowait(Typed(text.strip(), at))

    def _ended(self) -> None:
        self._lines.put_nowait(None)


class LineTerminal(_Input):
    """Whole lines in and out: for pipes, files, and terminals that can do no more."""

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
                self.show(line)  # a log of a piped game reads like the game
            self._typed(line, at)
        if not data:
            self._ended()


class KeyTerminal(_Input):
    """Key by key: one line at the bottom is typed in, and all that is shown goes above it."""

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
        self._tty.setcbreak(sys.stdin)  # Ctrl-C and Ctrl-Z still do what they always do

    def _come_back(self) -> None:
        """Somebody else had the terminal."""
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
        """The line that is typed in, and the cursor at its place. It never takes two lines."""
        columns = shutil.get_terminal_size().columns
        prompt = self._prompt if cells(self._prompt) < columns - 12 else "> "
        shown, before = self._editor.visible(columns - cells(prompt))
        back = cells(shown) - before
        return f"{prompt}{shown}" + (f"\x1b[{back}D" if back else "")

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
