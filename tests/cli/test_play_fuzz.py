"""Random input never breaks `grav play`."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grav.cli.shared.game_commands import Load, Save, parse_command
from grav.record import load, report
from grav.text import LANGUAGES

Grav = Callable[..., CompletedProcess[str]]

points = st.builds("{}{}".format, st.sampled_from("abcdef"), st.integers(0, 6))
words = points | st.sampled_from(
    (
        *("ok", "grav", "pass", "resign", "remove", "help", "board", "rules", "place", "declare"),
        *(
            "갈",
            "패스",
            "인정",
            "제거",
            "カツ",
            "パス",
            "認める",
            "取り除く",
            "投了",
            "＋１",
            "+1",
            "+0",
        ),
        *("1", "2", "3", "2:", "9", "!", "ｃ３", "\x00", "\x1b[0m", "\ud7ff", "９" * 30),
    )
)
lines = st.lists(words, max_size=4).map(" ".join) | st.text(max_size=12)


def names_no_file(line: str) -> bool:
    return not isinstance(parse_command(line), (Save, Load))


typed = st.lists(lines.filter(names_no_file), max_size=40)
tables = st.sampled_from(
    (
        "5x5 2p 3 3 4 2 4",
        "5x5 3p 3 3 4 1 4 classic",
        "3x3 2p 3 2 3 0 4 strict",
        "4x4 4p 3 2 3 1 3 min_shape=5 bonus_limit=1 bonus_pass=yes",
        "5x5 2p 3 3 4 2 4 first=1",
    )
)


@settings(max_examples=120)
@given(tables, typed, st.sampled_from(LANGUAGES))
def test_any_lines_at_the_table(grav: Grav, rules: str, typed: list[str], language: str) -> None:
    given_lines = "\n".join(line.replace("\n", " ").replace("\r", " ") for line in typed)
    done = grav("play", "--rules", rules, "--lang", language, stdin=given_lines + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    kept = Path("data/grav/unfinished.grav")
    if kept.exists():
        assert report(load(kept)).refused == ()
        kept.unlink()


@settings(max_examples=60)
@given(
    st.lists(st.text(max_size=8) | st.sampled_from(("", "9", "2", "cards", "agree")), max_size=12)
)
def test_any_answers_before_the_game(grav: Grav, answers: list[str]) -> None:
    answers = [answer for answer in answers if names_no_file(answer)]
    done = grav("play", stdin="\n".join(answer.replace("\n", " ") for answer in answers))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "garbage", [b"\xff\xfe\n", b"c3\n\xea\xb7", b"\x89PNG\r\n\x1a\n\x00\xff\n"]
)
def test_bytes_that_are_no_text_leave_no_traceback_bug(grav: Grav, garbage: bytes) -> None:
    """As under a full locale, such as ko_KR.UTF-8, where Python decodes strictly."""
    done = grav("play", "--rules", "5x5 2p 3 3 4 2 4", stdin=garbage + b"c3\nok\n")
    assert done.returncode in (0, 2)


def test_a_line_of_megabytes_is_not_understood(grav: Grav) -> None:
    done = grav("play", "--rules", "5x5 2p 3 3 4 2 4", stdin="x" * 5_000_000 + "\nquit\n")
    assert done.returncode == 0
    told = [line for line in io.StringIO(done.stdout) if line.startswith("! ")]
    assert len(told) == 1
    assert len(told[0]) < 100


def test_lines_typed_after_the_end_do_no_harm(grav: Grav) -> None:
    done = grav("play", "--rules", "5x5 2p 3 3 4 2 4", stdin="c3\n1 resign\nn\nx.json\nc3\nquit\n")
    assert done.returncode == 0
    assert len(json.loads(Path("x.json").read_text("utf-8"))["actions"]) == 2
