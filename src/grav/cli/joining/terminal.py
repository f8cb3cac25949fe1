"""A terminal with concurrent input and output: output never breaks up the line being typed."""

import asyncio
import codecs
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from grav.cli.shared.console import can_edit_lines, new_session


class TypedLine(NamedTuple):
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

    async def line(self) -> TypedLine | None:
        """Returns the next line that is typed; None at the end of the input."""


def open_terminal() -> Terminal:
    """Returns the terminal that suits the standard streams of this process."""
    return PromptTerminal() if can_edit_lines() else LineTerminal()


class _LineQueue:
    """The lines that were typed and not yet handled."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[TypedLine | None] = asyncio.Queue()

    async def line(self) -> TypedLine | None:
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)  # every later call returns None, too
        return line

    def _add_line(self, text: str, at: float) -> None:
        self._lines.put_nowait(TypedLine(text.strip(), at))

    def _add_end(self) -> None:
        self._lines.put_nowait(None)


class LineTerminal(_LineQueue):
    """Reads and prints whole lines: for pipes, files, and terminals without cursor control.

    Standard input is read in a thread, so that no file, pipe or terminal blocks the event loop.
    """

    is_person = False

    def __init__(self) -> None:
        super().__init__()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._begun = ""
        self._question = ""

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        # A daemon thread: a blocking read cannot be cancelled, and must not delay the exit.
        threading.Thread(target=self._read, args=(sys.stdin.fileno(),), daemon=True).start()
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

    def _take(self, data: bytes, at: float) -> None:
        """Handles input that was read at this time; empty data is the end of the input."""
        *lines, self._begun = (self._begun + self._decoder.decode(data, not data)).split("\n")
        if not data and self._begun:
            lines.append(self._begun)
        for line in lines:
            if not sys.stdin.isatty():
                self.show(line)  # echoed, so that the log of a piped game shows the input too
            self._add_line(line, at)
        if not data:
            self._add_end()


def _is_gone() -> bool:
    """Whether the terminal was closed."""
    try:
        os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        return True
    return False


class PromptTerminal(_LineQueue):
    """Edits lines with prompt_toolkit: the bottom is the input line, and all output goes above."""

    is_person = True

    def __init__(self) -> None:
        super().__init__()
        self._session = new_session()
        self._prompt = ""
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._reading is not None
        self._session.app.erase_when_done = True
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading

    def show(self, text: str) -> None:
        # At once, unlike `patch_stdout`, which prints up to 0.2 s later: how long a stone was
        # visible counts from here.
        app = self._session.app
        if app.is_running:
            app.renderer.erase()
        app.output.write_raw(f"{text}\n")
        app.output.flush()
        app.invalidate()

    def ask(self, question: str, time_left: str) -> None:
        prompt = f"[{time_left}] {question} " if time_left else f"{question} "
        if prompt != self._prompt:
            self._prompt = prompt
            self._session.app.invalidate()
        if _is_gone():
            self._add_end()  # prompt_toolkit would go on reading

    async def _read(self) -> None:
        while True:
            try:
                text = await self._session.prompt_async(
                    lambda: self._prompt, set_exception_handler=False, handle_sigint=False
                )
            except EOFError:
                self._add_end()
                return
            except KeyboardInterrupt:  # the key Ctrl-C, which sends no signal here
                signal.raise_signal(signal.SIGINT)  # asyncio cancels its main task, and ends
                return
            at = time.monotonic()
            for line in text.splitlines() or [""]:  # several, if they were pasted
                self._add_line(line, at)
