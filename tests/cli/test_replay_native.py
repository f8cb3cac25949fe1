"""`grav replay` answers the same, line for line, by the Python rules and by the native core."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from hypothesis import given

from grav.game import action_to_json
from grav.native.loading import core
from grav.rules import rules_to_json
from grav.testing.strategies import Game, games
from grav.text import LANGUAGES

Grav = Callable[..., CompletedProcess[str]]

needs_core = pytest.mark.needs_core
GOOD = b'{"rules":{"size":3,"players":2,"a":3,"b":2,"c":3,"d":0,"e":4},"actions":[]}\n'


@pytest.fixture
def _no_core(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "grav.native._core", None)
    core.cache_clear()
    yield
    core.cache_clear()


def answers(grav: Grav, engine: str, *arguments: str | Path, stdin: bytes = b"") -> tuple[int, str]:
    done = grav("replay", "--engine", engine, *arguments, stdin=stdin)
    return done.returncode, done.stdout


@needs_core
@pytest.mark.parametrize("options", [(), ("--states",)], ids=["the last state", "every state"])
@pytest.mark.parametrize("name", ["rulings", "games", "large"])
def test_both_answer_the_vectors_byte_for_byte_the_same(
    grav: Grav, conformance: Path, name: str, options: tuple[str, ...]
) -> None:
    file = conformance / f"{name}.ndjson"
    plain = grav("replay", *options, file)
    assert (plain.returncode, plain.stderr) == (0, "")
    assert plain.stdout.count("\n") == len(file.read_text("utf-8").splitlines())
    for engine in ("python", "native"):
        assert answers(grav, engine, *options, file) == (0, plain.stdout)


@needs_core
@given(games())
def test_both_answer_games_with_refused_actions_the_same(grav: Grav, game: Game) -> None:
    actions = [action_to_json(action) for action, _ in game.plies]
    record = json.dumps({"rules": rules_to_json(game.rules), "actions": actions}).encode()
    for options in ((), ("--states",)):
        found = answers(grav, "native", *options, "-", stdin=record)
        assert found == answers(grav, "python", *options, "-", stdin=record)


@needs_core
def test_numbers_that_no_board_reaches_are_answered_the_same(grav: Grav) -> None:
    rules = {"size": 5, "players": 2, "a": 10**3999, "b": 5, "c": 25, "d": 8, "e": 10**3999}
    rules |= {"min_shape": 10**3999, "bonus_limit": 10**3999}
    actions = [
        {"do": "pass", "by": 10**3999},
        {"do": "place", "by": 0, "at": "z9999"},
        {"do": "place", "by": 0, "at": "a1", "declare": 10**3999},
        {"do": "place", "by": 1, "at": "e5", "declare": 1},
    ]
    record = json.dumps({"rules": rules, "actions": actions}).encode()
    found = answers(grav, "native", "--states", "-", stdin=record)
    assert found == answers(grav, "python", "--states", "-", stdin=record)
    assert found[0] == 0


@pytest.mark.usefixtures("_no_core")
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_the_core_the_error_says_how_to_get_it(grav: Grav, language: str) -> None:
    done = grav("--lang", language, "replay", "--engine", "native", "-", stdin=GOOD)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grav: ")
    assert "make native" in done.stderr
    assert done.stderr.count("\n") == 1
    english = grav("--lang", "en", "replay", "--engine", "native", "-", stdin=GOOD).stderr
    assert (done.stderr == english) == (language == "en")
    assert english.isascii()


@pytest.mark.usefixtures("_no_core")
def test_without_the_core_the_readable_rules_answer(grav: Grav) -> None:
    assert answers(grav, "python", "-", stdin=GOOD) == (0, grav("replay", "-", stdin=GOOD).stdout)


def test_there_is_no_other_engine(grav: Grav) -> None:
    done = grav("replay", "--engine", "steam", "-", stdin=GOOD)
    assert (done.returncode, done.stdout) == (2, "")
    assert "python, native" in done.stderr
