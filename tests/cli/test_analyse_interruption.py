"""`grav analyse` is interrupted: it shows what it found so far."""

import signal
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.cli.watched_analysis import RECORDED, TIMEOUT, WatchedAnalysis

from grav.native.search import Search
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

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
def test_an_interruption_shows_the_result_so_far(
    grav: Grav, interrupted_after: Callable[[int], None], language: Language
) -> None:
    interrupted_after(50)
    line = ("analyse", RECORDED, "--move", "5", "--lang", language)
    thought = say("analyse.thought", language, games=50)
    for form, expected in (("--json", '"simulations":50'), ("--plain", thought)):
        done = grav(*line, form)
        assert (done.returncode, done.stderr) == (0, say("analyse.interrupted", language) + "\n")
        assert expected in done.stdout


@in_every_language
def test_an_interruption_at_a_terminal_shows_the_result_so_far(
    command: Path, language: Language
) -> None:
    with WatchedAnalysis(command, "--time", "600", "--lang", language) as terminal:
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
