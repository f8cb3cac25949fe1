"""`grav analyse` while it searches: the progress line, and interruptions."""

import json
import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from grav.native.search import Search
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

RECORDED = Path(__file__).parents[2] / "examples/recorded-game.grav"
TIMEOUT = 60
pytestmark = pytest.mark.needs_core
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def interrupted_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Interrupts every search after so many games."""
    run = Search.run

    def interrupt_after(games: int) -> None:
        def interrupted(search: Search, *_: object) -> None:
            if games:
                run(search, games)
            raise KeyboardInterrupt

        monkeypatch.setattr(Search, "run", interrupted)

    return interrupt_after


def test_an_interruption_before_anything_is_found_ends_it(
    grav: Grav, interrupted_after: Callable[[int], None]
) -> None:
    interrupted_after(0)
    done = grav("analyse", RECORDED, "--move", "2")
    assert (done.returncode, done.stdout) == (130, "")


@in_every_language
def test_after_an_interruption_there_is_what_was_found_so_far(
    grav: Grav, interrupted_after: Callable[[int], None], language: Language
) -> None:
    interrupted_after(50)
    line = ("analyse", RECORDED, "--move", "5", "--lang", language)
    thought = say("analyse.thought", language, games=50)
    for form, expected in (("--json", '"simulations":50'), ("--plain", thought)):
        done = grav(*line, form)
        assert (done.returncode, done.stderr) == (0, say("analyse.interrupted", language) + "\n")
        assert expected in done.stdout


class Watched:
    """The command, with a terminal as its standard error only."""

    def __init__(self, command: Path, *arguments: str) -> None:
        self._leader, follower = pty.openpty()
        words = [str(command), "analyse", str(RECORDED), "--move", "2", *arguments]
        environment = os.environ | {"TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=follower, env=environment
        )
        os.close(follower)
        self.shown = b""

    def __enter__(self) -> "Watched":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self._leader)

    def read(self, until: bytes) -> None:
        """Reads what the terminal shows up to this text, or to the end."""
        late = time.monotonic() + TIMEOUT
        while until not in self.shown and time.monotonic() < late:
            if not select.select([self._leader], [], [], 0.1)[0]:
                continue
            try:
                self.shown += os.read(self._leader, 65536)
            except OSError:  # the command has ended
                return


@in_every_language
def test_an_interruption_at_a_terminal_shows_the_result_so_far(
    command: Path, language: Language
) -> None:
    with Watched(command, "--time", "600", "--lang", language) as terminal:
        left = say("analyse.thinking", language, games=0, move="", worth="", left="|").split("|")[1]
        terminal.read(left.encode())
        terminal.process.send_signal(signal.SIGINT)
        out, _ = terminal.process.communicate(timeout=TIMEOUT)
        terminal.read(say("analyse.interrupted", language).encode())
        assert terminal.process.returncode == 0
        assert left.encode() in terminal.shown
        assert say("analyse.interrupted", language).encode() in terminal.shown
        assert say("analyse.head_then", language).encode() in out
        assert b"\x1b" not in out


def test_no_progress_is_shown_to_programs(command: Path) -> None:
    with Watched(command, "--time", "0.5", "--json") as terminal:
        out, _ = terminal.process.communicate(timeout=TIMEOUT)
        terminal.read(b"never")
        assert json.loads(out)["candidates"]
    assert terminal.shown == b""


def test_no_progress_is_shown_without_a_terminal(real_grav: Grav) -> None:
    done = real_grav("analyse", RECORDED, "--move", "2", "--time", "0.5", "--threads", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert say("analyse.head_then") in done.stdout
