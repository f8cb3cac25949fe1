"""`--aid` and `--strict`: the kinds of help shown on the board, and strict play."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

TWO = "5x5 2p 3 3 4 2 4"
PARALLELOGRAM = ["b2", "ok", "d2", "ok", "b4", "ok"]
STRICT = ("--size", "5", "--players", "2", "--setting", "3 3 4 2 4", "--strict")


@pytest.mark.parametrize("language", LANGUAGES)
def test_strict_play_refuses_with_the_reason(grav: Grav, language: Language) -> None:
    lines = ["c3", "c4", "ok", "c5 +1", "c5", "quit", "out.json"]
    done = grav("play", *STRICT, "--lang", language, stdin="\n".join(lines))
    breach = say("breach.distance", language, distance=1, origin="c3", least=2, most=4)
    assert [line[2:] for line in done.stdout.splitlines() if line.startswith("! ")] == [
        say("refused.violation", language, at="c4", breaches=breach),
        say("play.no_stone_waits", language),
        say("refused.too_many_declared", language, declared=1, shapes=0),
    ]
    did = json.loads(Path("out.json").read_text("utf-8"))["actions"]
    assert [(action["by"], action["at"]) for action in did] == [(0, "c3"), (1, "c5")]


def rows(shown: str) -> list[str]:
    """Returns the rows of the last board that was shown."""
    lines = shown.splitlines()
    last = max(index for index, line in enumerate(lines) if line.startswith("    a  b"))
    return lines[last - 5 : last]


@pytest.mark.parametrize(
    ("aid", "row_4", "row_2"),
    [
        ([], " 4  .  ◉  .  .  .", " 2  .  ◉  .  ▮  ."),
        (["last"], " 4  . [◉] .  .  .", " 2  .  ◉  .  ▮  ."),
        (["shapes"], " 4  .  ◉  .  .1 .", " 2  .  ◉  .  ▮  ."),
        (["legal"], " 4  .  ◉  .  .' .'", " 2  .' ◉  .' ▮  ."),
        (["legal", "shapes", "last"], " 4  . [◉] .  .1 .'", " 2  .' ◉  .' ▮  ."),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else "",
)
def test_each_kind_of_aid_is_shown_by_itself(
    grav: Grav, aid: list[str], row_4: str, row_2: str
) -> None:
    options = [word for kind in aid for word in ("--aid", kind)]
    rules = "5x5 2p 3 3 9 2 4"
    done = grav("play", "--rules", rules, *options, stdin="\n".join([*PARALLELOGRAM, "board"]))
    found = rows(done.stdout)
    assert (found[1], found[3]) == (row_4, row_2)


def test_beginners_see_all_there_is_unless_they_ask_for_less(grav: Grav) -> None:
    def first_rows(*options: str) -> list[str]:
        return rows(grav("play", *STRICT, *options, stdin="c3").stdout)

    assert first_rows() == first_rows("--aid", "legal", "--aid", "shapes", "--aid", "last")
    assert first_rows() != first_rows("--aid", "last")


def test_plain_boards_have_digits_for_stones(grav: Grav) -> None:
    shown = grav("play", "--rules", TWO, "--plain", stdin="c3\nok\nc5\n").stdout
    assert not re.search("[◉▮▰✶◊◌]", shown)
    first = re.fullmatch(r" 3  \.  \.  (\d)  \.  \.", rows(shown)[2])
    second = re.fullmatch(r" 5  \.  \. \[(\d)\] \.  \.", rows(shown)[0])
    assert first
    assert second
    assert first[1] != second[1]
