"""`grav play` against the levels: offered by name, played to the end, with pauses as people make
them."""

import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from grav.bots import LEVELS, roster
from grav.bots.level_player import LevelPlayer, create_level_player
from grav.cli.playing import setup_prompts
from grav.cli.playing.table import TerminalGame
from grav.cli.shared.console import Console
from grav.game import Accept, Place
from grav.native.loading import NativeMissing
from grav.record import Record, load
from grav.rules import Point, parse_rules
from grav.text import LANGUAGES, Language, say

pytestmark = pytest.mark.needs_core

Grav = Callable[..., CompletedProcess[str]]
in_every_language = pytest.mark.parametrize("language", LANGUAGES)

RULES = "5x5 2p 3 3 4 2 4"


class Guest:
    """Accepts every stone, tries the points in order, and then passes."""

    def __init__(self) -> None:
        self._points = [f"{column}{row}" for row in "12345" for column in "abcde"]
        self._typed: list[str] = []

    def __call__(self, shown: str) -> str:
        assert len(self._typed) < 500, "the game does not end"
        before, prompt = shown.splitlines()[-2:]
        self._typed.append(self._answer(before, prompt.strip()))
        return self._typed[-1]

    def _answer(self, before: str, prompt: str) -> str:
        if prompt == say("play.show_report"):
            return ""
        if prompt == say("play.save_before_leaving"):
            return "out.json"
        if self._typed and self._typed[-1] == "ok" and before.startswith("! "):
            return self._points.pop(0) if self._points else "pass"
        return "ok"


@pytest.mark.parametrize("level", ["1", "5", "6", "10"])
def test_a_game_against_a_level_comes_to_its_end(grav: Grav, level: str) -> None:
    arguments = ("--rules", RULES, "--against", level, "--seed", "spring", "--lang", "en")
    done = grav("play", *arguments, stdin=Guest())
    assert (done.returncode, done.stderr) == (0, "")
    assert any(action.by == 1 for action in load(Path("out.json")).actions)


@in_every_language
def test_the_levels_are_offered_with_their_names(grav: Grav, language: Language) -> None:
    done = grav("play", "--lang", language, stdin="7\n2\n10\n3 3 4 2 4\nquit\n\n")
    assert done.returncode == 0
    for level in LEVELS.values():
        assert f"{level.name.say(language)}: {level.description.say(language)}" in done.stdout


@in_every_language
def test_a_level_plays_under_its_name(grav: Grav, language: Language) -> None:
    arguments = ("--rules", "5x5 3p 3 3 4 2 4", "--against", "6", "--lang", language)
    grav("play", *arguments, stdin="save out.json\nquit\n")
    name = LEVELS[6].name.say(language)
    first = say("report.player", language, seat=1)
    assert load(Path("out.json")).players == (first, f"{name} 1", f"{name} 2")


def test_names_that_were_given_are_kept(grav: Grav) -> None:
    arguments = ("--rules", RULES, "--against", "6", "--name", "Round", "--name", "Square")
    grav("play", *arguments, stdin="save out.json\nquit\n")
    assert load(Path("out.json")).players == ("Round", "Square")


@in_every_language
def test_without_the_core_the_simple_opponents_are_still_offered(
    grav: Grav, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise NativeMissing("native.missing")

    monkeypatch.setattr(setup_prompts, "core", missing)
    monkeypatch.setattr(roster, "core", missing)
    done = grav("play", "--lang", language, stdin="7\n2\n5\nrandom\n3 3 4 2 4\nquit\n\n")
    assert done.returncode == 0
    assert say("native.missing", language) in done.stdout
    assert say("play.no_such_opponent", language, found="5") in done.stdout
    done = grav("play", "--against", "5", "--lang", language)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"grav: {say('native.missing', language)}\n"


def test_a_program_answers_a_stone_after_a_pause() -> None:
    paused: list[float] = []
    record = Record(parse_rules(RULES), (Place(0, Point(2, 2)),))
    console = Console(Language.EN, False)
    table = TerminalGame(
        record, console, bots={1: create_level_player(5, "")}, help=(), pause=paused.append
    )
    table._let_bot_act()
    assert len(paused) == 1
    assert 0 < paused[0] < 10
    assert isinstance(table.record.actions[-1], Accept)


def test_pauses_are_off_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    def waits(*_: object) -> float:
        raise AssertionError("somebody waits")

    monkeypatch.setattr(time, "sleep", waits)
    monkeypatch.setattr(LevelPlayer, "delay", waits)
    record = Record(parse_rules(RULES), (Place(0, Point(2, 2)),))
    table = TerminalGame(
        record, Console(Language.EN, False), bots={1: create_level_player(5, "")}, help=()
    )
    table._let_bot_act()
    assert isinstance(table.record.actions[-1], Accept)
