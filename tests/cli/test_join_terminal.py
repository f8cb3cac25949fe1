"""`grav join` at a real terminal: what is typed, and what is shown meanwhile."""

import asyncio
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pyte
import pytest

from grav.testing.servers.server_processes import Deployment
from grav.text import say

TIMEOUT = 120
LINK = re.compile(r"http://[\w.:]+/table/[\w-]+")
COLUMNS, LINES = 120, 500
LEFT, UP, HOME, DELETE = (f"\x1b[{code}" for code in ("D", "A", "H", "3~"))
TABLE = ("--size", "4", "--setting", "3 3 4 1 2")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def url(deployment: Deployment) -> str:
    return await deployment.servers[0].url()


class Screen:
    """A person at a real terminal; a terminal emulator interprets all output."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._written = b""
        self._emulated = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self._emulated)
        self._arrived = asyncio.Event()
        asyncio.get_running_loop().add_reader(handle, self._read)

    def _read(self) -> None:
        try:
            piece = os.read(self._handle, 65536)
        except OSError:
            piece = b""
        if not piece:
            asyncio.get_running_loop().remove_reader(self._handle)
        self._stream.feed(piece)
        self._written += piece
        self._arrived.set()

    @property
    def lines(self) -> list[str]:
        """Returns all lines up to the one with the cursor; a wide character takes two cells."""
        shown = (line.rstrip() for line in self._emulated.display)
        return list(shown)[: self._emulated.cursor.y + 1]

    @property
    def shown(self) -> str:
        return "\n".join(self.lines)

    @property
    def bottom(self) -> str:
        """Returns the input line."""
        return self.lines[-1]

    async def wait_until(self, has_come: Callable[[], bool]) -> None:
        while not has_come():
            self._arrived.clear()
            try:
                await asyncio.wait_for(self._arrived.wait(), TIMEOUT)
            except TimeoutError:
                raise AssertionError(f"it never came, but:\n{self.shown}") from None

    async def wait_for(self, text: str) -> None:
        await self.wait_until(lambda: text in self.shown)

    async def wait_to_type(self, text: str) -> None:
        """Waits until the input line ends with the text."""
        await self.wait_until(lambda: self.bottom.endswith(text))

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        os.close(self._handle)

    def type(self, keys: str) -> None:
        os.write(self._handle, keys.encode())

    def hang_up(self) -> None:
        self.close()
        self._handle = os.open(os.devnull, os.O_RDONLY)

    def resize(self, columns: int) -> None:
        set_size(self._handle, columns)
        self._emulated.resize(LINES, columns)

    def echoes(self) -> bool:
        """Whether the terminal itself echoes what is typed."""
        return bool(termios.tcgetattr(self._handle)[3] & termios.ECHO)


def set_size(handle: int, columns: int) -> None:
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, columns, 0, 0))


Sit = Callable[..., "asyncio.Future[tuple[Screen, Process]]"]


@pytest.fixture
async def sit(command: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sit]:
    """Starts `grav join` at a terminal of its own, each time as a new guest."""
    monkeypatch.setenv("TERM", "xterm-256color")
    async with AsyncExitStack() as stack:

        async def start(*words: str) -> tuple[Screen, Process]:
            ours, theirs = pty.openpty()
            set_size(ours, COLUMNS)
            process = await asyncio.create_subprocess_exec(
                command,
                "join",
                "--guest",
                *words,
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                start_new_session=True,
            )
            os.close(theirs)
            screen = Screen(ours)
            stack.push_async_callback(_end, process)
            stack.callback(screen.close)
            return screen, process

        yield lambda *words: asyncio.ensure_future(start(*words))


def link_in(screen: Screen) -> str:
    found = LINK.search(screen.shown)
    assert found is not None
    return found[0]


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


@pytest.mark.anyio
async def test_output_does_not_break_up_the_line_being_typed(sit: Sit, url: str) -> None:
    host, _ = await sit(url, *TABLE)
    await host.wait_to_type(say("join.prompt_gathering"))
    guest, process = await sit(link_in(host))
    await guest.wait_to_type("begins >")
    guest.type("say thin")
    await guest.wait_to_type("> say thin")
    host.type("say hello\n")
    await guest.wait_for(f"player 1: {say('phrases.hello')}\n")
    await guest.wait_to_type("> say thin")
    assert guest.shown.count("say thin") == 1
    guest.type(f"\x7f\x7fanks{LEFT}{LEFT}")
    guest.type(f"{DELETE}k\n")
    await host.wait_for(f"player 2: {say('phrases.thanks')}")
    guest.type("\x04")
    assert await asyncio.wait_for(process.wait(), TIMEOUT) == 0
    assert "Traceback" not in guest.shown


@pytest.mark.anyio
async def test_korean_is_typed_between_news_earlier_lines_come_back_and_the_window_can_shrink(
    sit: Sit, url: str
) -> None:
    host, _ = await sit(url, *TABLE)
    await host.wait_to_type(say("join.prompt_gathering"))
    guest, _ = await sit(link_in(host), "--lang", "ko")
    await guest.wait_to_type("시작해요 >")
    guest.type("말 안넝하세요")
    await guest.wait_to_type("말 안넝하세요")
    host.type("say hello\n")
    await guest.wait_for(say("phrases.hello", "ko"))
    guest.type(f"{LEFT * 3}\x7f녕{HOME}{DELETE}말")
    await guest.wait_to_type("말 안녕하세요")
    guest.type("\n")
    await host.wait_for(f"player 2: {say('phrases.hello')}")
    guest.type(UP)
    await guest.wait_to_type("말 안녕하세요")
    guest.resize(20)
    guest.type("요")
    await guest.wait_to_type("하세요요")


@pytest.mark.anyio
async def test_lines_that_are_pasted_are_lines(sit: Sit, url: str) -> None:
    host, _ = await sit(url, *TABLE)
    await host.wait_to_type(say("join.prompt_gathering"))
    host.type("\x1b[200~nonsense\nquatsch\x1b[201~\n")
    await host.wait_for("nonsense")
    await host.wait_until(lambda: host.shown.count("\n! ") == 2)


@pytest.mark.anyio
async def test_the_time_left_counts_down_on_the_screen(sit: Sit, url: str) -> None:
    host, _ = await sit(url, *TABLE, "--clock", "60+0")
    await host.wait_to_type(say("join.prompt_gathering"))
    await sit(link_in(host))
    # Two minutes for the first stone, second by second.
    seen = set[str]()

    def three_seconds_are_seen() -> bool:
        seen.update(re.findall(r"^\[([12]:\d\d)\] ", host.bottom))
        return len(seen) >= 3

    await host.wait_until(three_seconds_are_seen)


@pytest.mark.anyio
@pytest.mark.parametrize("by", ["signal", "key"])
async def test_an_interruption_leaves_the_terminal_as_it_was(sit: Sit, url: str, by: str) -> None:
    screen, process = await sit(url, *TABLE)
    await screen.wait_to_type(say("join.prompt_gathering"))
    screen.type("quit")
    await screen.wait_to_type("quit")
    assert not screen.echoes()
    if by == "signal":
        process.send_signal(signal.SIGINT)
    else:
        screen.type("\x03")
    assert await asyncio.wait_for(process.wait(), TIMEOUT) == 130
    assert screen.echoes()
    assert "Traceback" not in screen.shown
    assert not screen.bottom


@pytest.mark.anyio
async def test_a_closed_terminal_ends_the_command(sit: Sit, url: str) -> None:
    screen, process = await sit(url, *TABLE)
    await screen.wait_to_type(say("join.prompt_gathering"))
    screen.hang_up()
    await asyncio.wait_for(process.wait(), TIMEOUT)


POSIX_MODULES = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty")
POSIX_SIGNALS = ("SIGCONT", "SIGHUP", "SIGTSTP", "SIGWINCH")
ON_THE_WAY = ("grav.cli.join", "grav.cli.play", "grav.cli.joining.table", "grav.client")


def test_the_terminal_code_imports_without_posix_modules() -> None:
    """These modules do not exist on Windows; asyncio's own event loop for POSIX is loaded
    before."""
    script = (
        "import asyncio, importlib, signal, subprocess, sys\n"
        f"sys.modules |= dict.fromkeys({POSIX_MODULES})\n"
        f"for name in {POSIX_SIGNALS}: delattr(signal, name)\n"
        f"for name in {ON_THE_WAY}: importlib.import_module(name)\n"
        "from grav.cli.joining.terminal import PromptTerminal\n"
        "from prompt_toolkit.input import DummyInput\n"
        "from prompt_toolkit.output import DummyOutput\n"
        "from prompt_toolkit.application import create_app_session\n"
        "with create_app_session(input=DummyInput(), output=DummyOutput()):\n"
        "    async def visit():\n"
        "        async with PromptTerminal() as terminal:\n"
        "            terminal.show('news')\n"
        "            return await terminal.line()\n"
        "    print(asyncio.run(visit()))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "None\n", done.stderr
