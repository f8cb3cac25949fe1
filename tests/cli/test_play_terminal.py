"""`grav play` at a real terminal: colour, the end of input, an interruption."""

import codecs
import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grav.record import load
from grav.text import LANGUAGES, Language, say

RULES = "5x5 2p 3 3 4 2 4"
TIMEOUT = 120
PROMPT = ">"
COLOUR = re.compile(r"\x1b\[(?!0m)[0-9;]*m")
"""A reset that nothing precedes is not a colour."""
TRUE_COLOUR = re.compile(r"\x1b\[38;2;\d+;\d+;\d+m")


class Terminal:
    """A person at a terminal: reads until something is shown, then types."""

    def __init__(self, process: subprocess.Popen[bytes], handle: int) -> None:
        self.process = process
        self._handle = handle
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.shown = ""
        self._read_to = 0

    def wait_for(self, text: str) -> None:
        """Waits until the text is shown, after what was waited for before."""
        deadline = time.monotonic() + TIMEOUT
        while (at := self.shown.find(text, self._read_to)) < 0:
            assert self._read(deadline), f"{text!r} was never shown, but {self.shown!r}"
        self._read_to = at + len(text)

    def type(self, keys: str) -> None:
        os.write(self._handle, keys.encode())

    def leave(self) -> int:
        """Returns the remaining output, and the exit status."""
        while self._read(time.monotonic() + TIMEOUT):
            pass
        return self.process.wait(TIMEOUT)

    def _read(self, deadline: float) -> bool:
        if not select.select([self._handle], [], [], max(0, deadline - time.monotonic()))[0]:
            return False
        try:
            data = os.read(self._handle, 65536)
        except OSError:  # the other side is closed
            return False
        self.shown += self._decoder.decode(data)
        return bool(data)


@contextmanager
def terminal(command: Path, *arguments: str) -> Iterator[Terminal]:
    ours, theirs = os.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    words = [str(command), "play", "--rules", RULES, *arguments]
    with subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    ) as process:
        os.close(theirs)
        try:
            yield Terminal(process, ours)
        finally:
            process.kill()
            os.close(ours)


def play_some(table: Terminal, language: str = "en") -> int:
    """Plays two stones and a shout; then the input ends."""
    first, second = (say("report.player", language, seat=seat) for seat in (1, 2))
    table.wait_for(PROMPT)
    for line, told in (
        ("c3", say("event.placed", language, player=first, at="c3")),
        ("c4", say("event.placed", language, player=second, at="c4")),
        ("grav", say("breach.distance", language, distance=1, origin="c3", least=2, most=4)),
    ):
        table.type(f"{line}\n")
        table.wait_for(told)
        table.wait_for(PROMPT)
    table.type("\x04")
    return table.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_terminal_gets_colours_in_every_language(command: Path, language: Language) -> None:
    with terminal(command, "--lang", language) as table:
        assert play_some(table, language) == 0
    assert len({*TRUE_COLOUR.findall(table.shown)}) == 2
    assert "Traceback" not in table.shown
    kept = Path("data/grav/unfinished.grav").absolute()
    assert say("play.kept", language, file=str(kept)) in table.shown
    assert len(load(kept).actions) == 3


def test_stones_differ_by_shape_as_well(command: Path) -> None:
    with terminal(command) as table:
        play_some(table)
    stones = dict.fromkeys(re.findall(r"(\x1b\[38;2;[\d;]+m)([◉▮])", table.shown))
    assert len({colour for colour, _ in stones}) == len({shape for _, shape in stones}) == 2


@pytest.mark.parametrize("options", [["--plain"], []], ids=["plain", "NO_COLOR"])
def test_nobody_gets_colours_who_declined_them(
    command: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    if not options:
        monkeypatch.setenv("NO_COLOR", "1")
    with terminal(command, *options) as table:
        assert play_some(table) == 0
    assert not COLOUR.search(table.shown)
    assert ("◉" in table.shown) == (not options)


def test_a_pipe_gets_no_colours(command: Path) -> None:
    words = [str(command), "play", "--rules", RULES]
    done = subprocess.run(words, input=b"c3\nok\n", capture_output=True, timeout=TIMEOUT)
    assert b"\x1b" not in done.stdout


def test_an_interruption_keeps_the_game(command: Path) -> None:
    with terminal(command) as table:
        table.wait_for(PROMPT)
        table.type("c3\n")
        table.wait_for("c3")
        table.wait_for(PROMPT)
        table.process.send_signal(signal.SIGINT)
        table.wait_for("unfinished.grav")
        assert table.leave() in (0, 130)
    assert "Traceback" not in table.shown
    assert len(load(Path("data/grav/unfinished.grav")).actions) == 1


def test_korean_and_japanese_can_be_typed(command: Path) -> None:
    with terminal(command, "--lang", "ko") as table:
        table.wait_for(PROMPT)
        for keys, answer in (
            ("ｃ３\n", "c3"),
            ("인정\n", say("report.player", "ko", seat=2)),
            ("c4\n", "c4"),
            ("カツ！\n", say("breach.distance", "ko", distance=1, origin="c3", least=2, most=4)),
        ):
            table.type(keys)
            table.wait_for(answer)
            table.wait_for(PROMPT)
        table.type("\x04")
        assert table.leave() == 0
