"""`grav join` at a real terminal: what is typed, and what is shown meanwhile."""

import asyncio
import os
import pty
import re
import signal
import termios
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.every import every

from grav.cli.joining.line_editor import Keys, LineEditor, cells
from grav.testing.servers.server_processes import Deployment, deployed
from grav.text import say

TIMEOUT = 30
LINK = re.compile(r"http://[\w.:]+/table/[\w-]+")
TABLE = ("--size", "4", "--setting", "3 3 4 1 2")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    folder = tmp_path_factory.mktemp("server")
    with deployed(f"sqlite:///{folder / 'grav.sqlite'}", None, 1, folder) as servers:
        yield servers


@pytest.fixture
async def url(deployment: Deployment) -> str:
    return await deployment.servers[0].url()


class Screen:
    """A person at a real terminal."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self.shown = ""
        self._read_to = 0
        self._arrived = asyncio.Event()
        asyncio.get_running_loop().add_reader(handle, self._read)

    def _read(self) -> None:
        try:
            piece = os.read(self._handle, 65536)
        except OSError:
            piece = b""
        if not piece:
            asyncio.get_running_loop().remove_reader(self._handle)
        self.shown += piece.decode(errors="replace")
        self._arrived.set()

    async def wait_for(self, text: str) -> None:
        while (at := self.shown.find(text, self._read_to)) < 0:
            self._arrived.clear()
            try:
                await asyncio.wait_for(self._arrived.wait(), TIMEOUT)
            except TimeoutError:
                raise AssertionError(f"{text!r} was never shown, but {self.shown!r}") from None
        self._read_to = at + len(text)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        os.close(self._handle)

    def type(self, keys: str) -> None:
        os.write(self._handle, keys.encode())

    def echoes(self) -> bool:
        """Does the terminal itself show what is typed?"""
        return bool(termios.tcgetattr(self._handle)[3] & termios.ECHO)

    @property
    def bottom(self) -> str:
        """The line that is typed in."""
        return self.shown.rpartition("\x1b[K")[2]


Sit = Callable[..., "asyncio.Future[tuple[Screen, Process]]"]


@pytest.fixture
async def sit(command: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sit]:
    """Starts `grav join` at a terminal of its own, each time as a new guest."""
    monkeypatch.setenv("TERM", "xterm-256color")
    async with AsyncExitStack() as stack:

        async def start(*words: str) -> tuple[Screen, Process]:
            ours, theirs = pty.openpty()
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
async def test_what_is_being_typed_stays_whole_whatever_happens(sit: Sit, url: str) -> None:
    host, _ = await sit(url, *TABLE)
    await host.wait_for(say("join.prompt_gathering"))
    guest, process = await sit(link_in(host))
    await guest.wait_for("begins >")
    guest.type("say thin")
    await guest.wait_for("say thin")
    host.type("say hello\n")
    await guest.wait_for(say("phrases.hello"))
    await guest.wait_for("say thin")
    assert guest.bottom.endswith("> say thin")
    guest.type("\x7f\x7fanks\x1b[D\x1b[D")
    guest.type("\x1b[3~k\n")
    await host.wait_for(f"player 2: {say('phrases.thanks')}")
    guest.type("\x04")
    assert await asyncio.wait_for(process.wait(), TIMEOUT) == 0
    assert "Traceback" not in guest.shown


@pytest.mark.anyio
async def test_time_runs_before_ones_eyes(sit: Sit, url: str) -> None:
    host, _ = await sit(url, *TABLE, "--clock", "60+0")
    await host.wait_for(say("join.prompt_gathering"))
    await sit(link_in(host))
    await host.wait_for("begins >")
    # Two minutes for the first stone, second by second.
    seen = set[str]()
    while len(seen) < 3:
        await host.wait_for("] ")
        seen |= set(re.findall(r"\[([12]:\d\d)\] ", host.shown))


@pytest.mark.anyio
async def test_an_interruption_leaves_the_terminal_as_it_was(sit: Sit, url: str) -> None:
    screen, process = await sit(url, *TABLE)
    await screen.wait_for(say("join.prompt_gathering"))
    screen.type("quit")
    await screen.wait_for("quit")
    assert not screen.echoes()
    process.send_signal(signal.SIGINT)
    assert await asyncio.wait_for(process.wait(), TIMEOUT) == 130
    assert screen.echoes()
    assert "Traceback" not in screen.shown


def typed(keys: str) -> LineEditor:
    editor = LineEditor()
    for key in Keys().feed(keys):
        editor.press(key)
    return editor


LEFT, RIGHT, UP, DOWN, HOME, END, DELETE = (
    f"\x1b[{code}" for code in ("D", "C", "A", "B", "H", "F", "3~")
)


@every(
    ("keys", "text", "cursor"),
    [
        ("c5", "c5", 2),
        ("갈!", "갈!", 2),
        (f"c5{LEFT}x", "cx5", 2),
        (f"c5{LEFT}{LEFT}{LEFT}x", "xc5", 1),
        (f"c5{HOME}x{END}y", "xc5y", 4),
        (f"c5{RIGHT}x", "c5x", 3),
        ("c5\x7f6", "c6", 2),
        (f"c5{HOME}\x7f{DELETE}", "5", 0),
        (f"c5{DELETE}", "c5", 2),
        ("say hello \x17ok", "say ok", 6),
        ("grav\x17", "", 0),
        ("grav\x15ok", "ok", 2),
        (f"grav{LEFT}\x15", "v", 0),
        ("\x1b[200~x\x1b[9;9R\x1bOP\x1bq\x00\x02y", "xy", 2),
        (f"one\ntwo\n{UP}", "two", 3),
        (f"one\ntwo\n{UP}{UP}{UP}", "one", 3),
        (f"one\ntwo\n{UP}{UP}{DOWN}{DOWN}{DOWN}", "", 0),
        ("x\x04", "x", 1),
    ],
)
def test_keys_do_what_they_do_elsewhere(keys: str, text: str, cursor: int) -> None:
    editor = typed(keys)
    assert (editor.text, editor.cursor) == (text, cursor)


def test_a_key_that_comes_in_pieces_is_one_key() -> None:
    keys = Keys()
    assert [*keys.feed("a\x1b"), *keys.feed("["), *keys.feed("Db")] == ["a", "left", "b"]


KEYS = [*"ab갈ａ\u0301 ", LEFT, RIGHT, UP, DOWN, HOME, END, DELETE, "\x7f", "\x17", "\x15", "\n"]


@given(st.lists(st.sampled_from(KEYS)), st.integers(4, 30))
def test_the_line_never_takes_more_room_than_there_is(keys: list[str], width: int) -> None:
    editor = typed("".join(keys))
    shown, before = editor.visible(width)
    assert shown in editor.text
    assert cells(shown) < width
    assert 0 <= before <= cells(shown)
    assert 0 <= editor.cursor <= len(editor.text)


@given(st.text(st.characters(exclude_categories=["C", "Z"])), st.integers(1, 5))
def test_what_is_typed_is_the_line_however_it_arrives(text: str, size: int) -> None:
    keys, editor = Keys(), LineEditor()
    for start in range(0, len(text), size):
        for key in keys.feed(text[start : start + size]):
            editor.press(key)
    assert editor.press("enter") == text
    assert editor.text == ""
