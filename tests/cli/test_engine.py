"""`grav engine`: the text protocol on the standard streams."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.cli.conftest import TIMEOUT
from tests.subtests import every

from grav import __version__
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]
in_every_language = pytest.mark.parametrize("language", LANGUAGES)

GAME = "grav-rules 5x5 2p 3 3 4 2 4 revised\ngenmove 1\ngrav-window 2\ngenmove 2\n"


def test_lines_are_answered_until_quit(grav: Grav) -> None:
    done = grav("engine", stdin="1 name\n\n# nothing\nversion\n2 quit\n3 name\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"=1 Grav\n\n= {__version__}\n\n=2\n\n"


@pytest.mark.parametrize("typed", ["", "name", "name\r\n", "\r\nname\r\n\r\n"])
def test_the_end_of_the_input_ends_the_engine(grav: Grav, typed: str) -> None:
    done = grav("engine", stdin=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ("= Grav\n\n" if typed else "")


def test_no_input_at_all_ends_the_engine(command: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{command} engine <&-"], capture_output=True, timeout=TIMEOUT
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_each_answer_comes_before_the_next_command(command: Path) -> None:
    with subprocess.Popen(
        [command, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for number in range(3):
            running.stdin.write(f"{number} name\n")
            running.stdin.flush()
            assert running.stdout.readline() == f"={number} Grav\n"
            assert running.stdout.readline() == "\n"


def test_the_same_seed_gives_the_same_answers(grav: Grav) -> None:
    def answers(*options: str) -> str:
        return grav("engine", "--player", "random", *options, stdin=GAME).stdout

    assert answers("--seed", "x") == answers("--seed", "x")
    assert len({answers("--seed", str(seed)) for seed in range(5)}) > 1
    assert len({answers() for _ in range(5)}) > 1


@in_every_language
def test_a_refusal_is_reported_in_a_language(grav: Grav, language: Language) -> None:
    done = grav("--lang", language, "engine", stdin="play 9 pass\nfly\n")
    seat = say("refused.no_such_seat", language, seat=9, players=2)
    fly = say("engine.unknown_command", language, found="fly")
    assert done.stdout == f"? no_such_seat: {seat}\n\n? unknown_command: {fly}\n\n"
    assert done.returncode == 0


@in_every_language
@every("name", ["nobody", "", "cmd:", "cmd:'"])
def test_an_unknown_player_is_reported_at_once(grav: Grav, language: Language, name: str) -> None:
    done = grav("engine", "--player", name, "--lang", language, stdin="name\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grav: ")
    assert done.stderr.count("\n") == 1


def test_a_program_may_be_the_player(grav: Grav) -> None:
    inner = f"cmd:{sys.executable} -m grav engine --seed x"
    done = grav("engine", "--player", inner, stdin=GAME)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n\n") == 4
    assert "?" not in done.stdout


def test_a_program_that_does_not_exist_is_reported_when_it_is_asked(grav: Grav) -> None:
    done = grav("engine", "--player", "cmd:./none", stdin="genmove 1\nplay 1 e5\n")
    assert done.returncode == 0
    failed, _, rest = done.stdout.partition("\n\n")
    assert failed.startswith("? player_failed: ")
    assert "./none" in failed
    assert rest == "=\n\n"


def test_bytes_that_are_no_letters_are_answered(grav: Grav) -> None:
    done = grav("engine", stdin=b"\xff\xfe\nname\n\x00\x01\n")
    assert done.returncode == 0
    assert done.stdout.startswith("? unknown_command: ")
    assert done.stdout.endswith("\n\n= Grav\n\n")
