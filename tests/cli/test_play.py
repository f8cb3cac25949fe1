"""Whole games typed in `grav play`, in each language with its own words."""

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.cli.conftest import own_word
from tests.subtests import every

from grav.record import load, report, report_text
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]
in_every_language = pytest.mark.parametrize("language", LANGUAGES)

WORDS = ["ok", "grav", "remove", "pass", "resign", "help", "board", "rules", "declare", "yes"]


def in_words_of(language: str, lines: list[str]) -> list[str]:
    """Translates the English words of these lines into those of a language."""
    others = {word: own_word(word, language) for word in WORDS}
    return [" ".join(others.get(word, word) for word in line.split()) for line in lines]


def do(by: int, what: str, at: str | None = None, **more: int) -> dict[str, Any]:
    return {"do": what, "by": by, **({"at": at} if at else {}), **more}


TWO = "5x5 2p 3 3 4 2 4"
TWO_PLAY = [
    *("help", "board", "rules"),
    *("c3", "ok", "c5", "e5"),  # a stone accepts the one before it
    *("e4", "grav", "remove c5"),  # right: one step from e5
    *("d4", "grav"),  # wrong
    *("pass", "pass"),
]
TWO_DID = [
    do(0, "place", "c3"),
    do(1, "accept"),
    do(1, "place", "c5"),
    do(0, "place", "e5"),
    do(1, "place", "e4"),
    do(0, "grav"),
    do(0, "remove", "c5"),
    do(0, "place", "d4"),
    do(1, "grav"),
    do(0, "pass"),
    do(1, "pass"),
]

THREE = "7x7 3p 3 3 4 1 4"
THREE_PLAY = [
    *("2 d4", "ok"),  # on behalf of all
    *("d6", "grav", "2 grav"),  # without a player; and wrong
    *("d5", "3 ok", "2 c5", "ok"),  # one by one; player 2 skips, and cannot accept by acting
    *("d3", "1 grav", "remove d5", "remove d6"),  # right; d5 is the shouter's own
    *("resign", "pass", "pass"),
]
THREE_DID = [
    do(1, "place", "d4"),
    do(2, "accept"),
    do(0, "accept"),
    do(2, "place", "d6"),
    do(1, "grav"),
    do(0, "place", "d5"),
    do(2, "accept"),
    do(1, "accept"),
    do(2, "place", "d3"),
    do(0, "grav"),
    do(0, "remove", "d6"),
    do(0, "resign"),
    do(1, "pass"),
    do(2, "pass"),
]


def finish(grav: Grav, rules: str, lines: list[str], *options: str) -> tuple[str, list[Any]]:
    """Returns what is shown of a game that ends with these lines, and its saved actions."""
    done = grav("play", "--rules", rules, *options, stdin="\n".join((*lines, "", "out.json", "")))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout, json.loads(Path("out.json").read_text("utf-8"))["actions"]


def complaints(shown: str) -> list[str]:
    return [line.removeprefix("! ") for line in shown.splitlines() if line.startswith("! ")]


@in_every_language
@every("own_words", [False, True], ids=["english words", "own words"])
def test_a_game_of_two_to_its_end(grav: Grav, language: Language, own_words: bool) -> None:
    lines = in_words_of(language if own_words else "en", TWO_PLAY)
    shown, did = finish(grav, TWO, lines, "--lang", language)
    assert did == TWO_DID
    assert complaints(shown) == []
    name = say("report.player", language, seat=1)
    how = say("report.ended_passes", language)
    assert say("event.ended", language, winner=name, how=how) in shown.splitlines()
    assert report_text(report(load(Path("out.json"))), language) in shown


@in_every_language
def test_a_game_of_three_to_its_end(grav: Grav, language: Language) -> None:
    shown, did = finish(grav, THREE, in_words_of(language, THREE_PLAY), "--lang", language)
    assert did == THREE_DID
    assert complaints(shown) == [
        say("play.who", language, seats=[1, 2]),
        say("play.answer_first", language),
        say("refused.not_their_stone", language, at="d5", seat=3),
    ]


@in_every_language
def test_what_happens_is_reported_in_the_language(grav: Grav, language: Language) -> None:
    shown = finish(grav, TWO, TWO_PLAY, "--lang", language, "--name", "Round", "--name", "Square")[
        0
    ]
    told = shown.splitlines()
    for key, values in (
        ("event.placed", {"player": "Round", "at": "c3"}),
        ("event.wrong_shout", {"player": "Square"}),
        ("event.removed", {"player": "Round", "of": "Square", "at": "c5"}),
        ("event.skipped", {"player": "Square"}),
        ("event.passed", {"player": "Round"}),
    ):
        assert say(key, language, **values) in told
    assert not any(say("report.player", language, seat=1) in line for line in told)


@pytest.mark.parametrize("language", ["ja", "ko"])
def test_full_width_letters_mean_the_same(grav: Grav, language: str) -> None:
    wide = {ord(narrow): ord(narrow) + 0xFEE0 for narrow in map(chr, range(33, 127))} | {32: 0x3000}
    lines = [line.translate(wide) for line in in_words_of(language, THREE_PLAY)]
    assert finish(grav, THREE, lines)[1] == THREE_DID
    assert (
        finish(grav, THREE, [line.upper().translate(wide) for line in THREE_PLAY])[1] == THREE_DID
    )


def test_half_width_and_decomposed_letters_mean_the_same(grav: Grav) -> None:
    def typed(shout: str, passing: str) -> list[str]:
        exact = {"grav": shout, "pass": passing}
        return [exact.get(line, line) for line in TWO_PLAY]

    assert finish(grav, TWO, typed("ｶﾂ", "ﾊﾟｽ"))[1] == TWO_DID
    apart = [unicodedata.normalize("NFD", word) for word in ("갈", "패스")]
    assert finish(grav, TWO, typed(*apart))[1] == TWO_DID


@every("shout", ["grav!", "GRAV!!", "カツ！", "喝", "갈!", "1 갈!", "1: grav", "1.grav"])
def test_a_shout_may_have_capitals_and_exclamation_marks(grav: Grav, shout: str) -> None:
    lines = [shout if line == "grav" else line for line in TWO_PLAY[:9]]
    assert finish(grav, TWO, [*lines, "1 resign"])[1][-2:] == [do(0, "grav"), do(0, "resign")]


DECLARED = "5x5 2p 3 3 9 1 8"
PARALLELOGRAM = ["b2", "ok", "d2", "ok", "b4", "ok"]


@every(
    "line",
    [
        "d4+1",
        "d4 +1",
        "D4 + 1",
        "d4 declare 1",
        "d4 宣言 1",
        "d4 선언 1",
        "place d4 +1",
        "놓기 d4 +1",
    ],
)
def test_a_declaration_comes_with_the_stone(grav: Grav, line: str) -> None:
    shown, did = finish(
        grav, DECLARED, [*PARALLELOGRAM, line, "ok", "pass", "a1", "ok", "1 resign"]
    )
    assert did[6] == do(1, "place", "d4", declare=1)
    assert did[8] == do(1, "place", "a1")
    assert "player 2 places d4 and declares 1 bonus turn" in shown
    assert "player 2 has a bonus turn" in shown
    assert complaints(shown) == [say("refused.must_place")]


def test_too_many_declared_are_worth_nothing(grav: Grav) -> None:
    shown, did = finish(grav, DECLARED, [*PARALLELOGRAM, "d4 +2", "ok", "1 resign"])
    assert did[6:] == [do(1, "place", "d4", declare=2), do(0, "accept"), do(0, "resign")]
    assert "has a bonus turn" not in shown
    assert "2 declared, 1 shape completed: worth nothing" in shown


@in_every_language
def test_help_says_what_can_be_done_now(grav: Grav, language: Language) -> None:
    def can(*lines: str) -> set[str]:
        """Returns the kinds of action that `help` names after these lines."""
        done = grav("play", "--rules", TWO, "--lang", language, stdin="\n".join((*lines, "help")))
        listed = done.stdout.rpartition("help\n")[2].splitlines()
        kinds = ("place", "pass", "accept", "grav", "remove", "resign")
        return {kind for kind in kinds if f"  {say(f'play.how_{kind}', language)}" in listed}

    assert can() == {"place", "resign"}
    assert can("c3") == {"accept", "grav", "place", "pass", "resign"}
    assert can("c3", "ok") == {"place", "pass", "resign"}
    assert can("c3", "c5", "c4", "grav") == {"remove", "resign"}


@in_every_language
@every(
    ("line", "key", "values"),
    [
        ("c3", "refused.occupied", {"at": "c3"}),
        ("f1", "refused.off_board", {"at": "f1", "size": 5}),
        ("1 c5", "refused.not_your_turn", {"seat": 2}),
        ("7 pass", "refused.no_such_seat", {"seat": 7, "players": 2}),
        ("grav", "play.no_stone_waits", {}),
        ("remove c3", "refused.wrong_phase", {}),
        ("remove", "play.remove_what", {}),
        ("save", "play.which_file", {"word": "save"}),
        ("load", "play.which_file", {"word": "load"}),
        ("hello", "play.not_understood", {"found": "hello"}),
        ("c5 x 1", "play.not_understood", {"found": "c5 x 1"}),
        ("pass now", "play.not_understood", {"found": "pass now"}),
        ("c5 +99999", "play.not_understood", {"found": "c5 +99999"}),
        ("\x1b[31m", "play.not_understood", {"found": "\x1b[31m"}),
    ],
)
def test_a_bad_line_is_reported_and_asked_again(
    grav: Grav, language: Language, line: str, key: str, values: dict[str, Any]
) -> None:
    lines = ["c3", "ok", line, "pass", "pass"]
    shown, did = finish(grav, TWO, lines, "--lang", language)
    assert complaints(shown) == [say(key, language, **values)]
    assert did == [do(0, "place", "c3"), do(1, "accept"), do(1, "pass"), do(0, "pass")]


def test_an_empty_line_does_nothing(grav: Grav) -> None:
    shown, did = finish(grav, TWO, ["", "  ", "c3", "", "ok", "", "1 resign"])
    assert complaints(shown) == []
    assert len(did) == 3


@in_every_language
def test_the_report_is_offered_and_may_be_declined(grav: Grav, language: Language) -> None:
    lines = ["c3", "1 resign"]
    for answer, is_shown in (
        ("", True),
        (say("play.words_yes", language).split()[-1], True),
        ("n", False),
    ):
        done = grav(
            "play", "--rules", TWO, "--lang", language, stdin="\n".join((*lines, answer, ""))
        )
        assert say("play.show_report", language) in done.stdout
        assert (say("report.title", language) in done.stdout) == is_shown
        assert say("play.save_before_leaving", language) in done.stdout


def test_the_report_is_not_offered_before_the_end(grav: Grav) -> None:
    done = grav("play", "--rules", TWO, stdin="c3\nok\nquit\n\n")
    assert say("play.show_report") not in done.stdout
