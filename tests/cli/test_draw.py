"""`grav draw`: where pictures are written, and what the options change in them."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def recorded(tmp_path: Path, vectors: list[dict[str, Any]]) -> str:
    """The recorded game of the Korean rulebook: 33 stones, breaches at 24 and 32."""
    [vector] = [vector for vector in vectors if vector["name"] == "recorded-game"]
    (tmp_path / "recorded.json").write_text(json.dumps(vector), "utf-8")
    return "recorded.json"


def picture(done: CompletedProcess[str]) -> str:
    """Returns the picture on the standard output, which must be complete."""
    assert (done.returncode, done.stderr) == (0, "")
    assert ET.fromstring(done.stdout).tag == f"{SVG}svg"
    return done.stdout


def texts(drawn: str) -> list[str]:
    return ["".join(text.itertext()) for text in ET.fromstring(drawn).iter(f"{SVG}text")]


def stone_numbers(drawn: str) -> set[int]:
    """Returns the numbers on stones; 1 to 9 are left out, since rows of the board have them too."""
    return {int(text) for text in texts(drawn) if text.isdecimal()} - set(range(10))


def test_a_whole_game_is_drawn_with_its_stones_numbered(grav: Grav, recorded: str) -> None:
    drawn = picture(grav("draw", recorded))
    assert stone_numbers(drawn) == set(range(10, 34))
    assert "3 3 4 2 4" in " ".join(texts(drawn))


def test_a_file_has_the_same_content_as_standard_output(
    grav: Grav, recorded: str, tmp_path: Path
) -> None:
    drawn = picture(grav("draw", recorded))
    for option in ("-o", "--out"):
        done = grav("draw", recorded, option, f"{option}.svg")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert (tmp_path / f"{option}.svg").read_bytes() == drawn.encode()


def test_the_record_may_come_from_standard_input(grav: Grav, recorded: str, tmp_path: Path) -> None:
    given = (tmp_path / recorded).read_bytes()
    assert picture(grav("draw", "-", stdin=given)) == picture(grav("draw", recorded))


def test_a_move_is_drawn_with_the_stones_up_to_it(grav: Grav, recorded: str) -> None:
    drawn = picture(grav("draw", recorded, "--move", "12"))
    assert max(stone_numbers(drawn)) <= 12
    assert drawn != picture(grav("draw", recorded, "--move", "13"))


@pytest.mark.parametrize("option", ["--breaches", "--shapes", "--dark"])
def test_an_option_changes_the_picture_of_a_move(grav: Grav, recorded: str, option: str) -> None:
    move = (recorded, "--move", "32")
    assert picture(grav("draw", *move, option)) != picture(grav("draw", *move))


def test_breaches_are_drawn_where_there_are_some(grav: Grav, recorded: str) -> None:
    def has_breaches(move: str) -> bool:
        with_them = picture(grav("draw", recorded, "--move", move, "--breaches"))
        return len(with_them) > len(picture(grav("draw", recorded, "--move", move)))

    assert [has_breaches(move) for move in ("23", "24", "31", "32", "33")] == [
        False,
        True,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_in_the_picture_are_in_the_language(
    grav: Grav, recorded: str, language: Language
) -> None:
    drawn = " ".join(texts(picture(grav("--lang", language, "draw", recorded))))
    words = {each: say("parts.edition_revised", each) for each in LANGUAGES}
    assert [name for name, word in words.items() if word.lower() in drawn.lower()] == [language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("move", ["34", "999999999999"])
def test_a_move_that_was_never_played_is_refused(
    grav: Grav, recorded: str, language: Language, move: str
) -> None:
    done = grav("--lang", language, "draw", recorded, "--move", move, "-o", "out.svg")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grav: recorded.json: ")
    assert "33" in done.stderr
    assert not Path("out.svg").exists()
    assert done.stderr.isascii() or language != "en"
    english = grav("--lang", "en", "draw", recorded, "--move", move, "-o", "out.svg").stderr
    assert (done.stderr == english) == (language == "en")


def test_a_game_without_stones_is_an_empty_board(grav: Grav) -> None:
    rules = {"size": 3, "players": 2, "a": 3, "b": 2, "c": 3, "d": 0, "e": 4}
    drawn = picture(grav("draw", "-", stdin=json.dumps({"rules": rules, "actions": []})))
    assert {"a", "b", "c"} <= set(texts(drawn))


def test_text_of_the_record_cannot_break_the_picture(grav: Grav) -> None:
    rules = {"size": 3, "players": 2, "a": 3, "b": 2, "c": 3, "d": 0, "e": 4}
    record = {
        "rules": rules,
        "actions": [],
        "name": "</svg><script>&amp;\x00\x1b[31m\ud800\ufffe",
        "place": "]]>\u202e",
        "players": ["<b>", '"'],
    }
    drawn = picture(grav("draw", "-", stdin=json.dumps(record)))
    assert not list(ET.fromstring(drawn).iter(f"{SVG}script"))
    assert any("</svg><script>" in text for text in texts(drawn))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("out", ["nowhere/out.svg", "recorded.json/out.svg", "folder"])
def test_a_picture_that_cannot_be_written_is_reported_by_the_name_that_was_given_bug(
    grav: Grav, recorded: str, tmp_path: Path, out: str, language: Language
) -> None:
    (tmp_path / "folder").mkdir()
    done = grav("draw", recorded, "-o", out, "--lang", language)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"grav: {out}: ")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["folder", "recorded.json"]


def test_a_missing_record_is_reported_in_every_language(grav: Grav) -> None:
    for language in LANGUAGES:
        done = grav("draw", "none.json", "--lang", language, "-o", "out.svg")
        told = say("cli.no_such_file", language, file="none.json")
        assert (done.returncode, done.stderr) == (2, f"grav: {told}\n")
    assert not Path("out.svg").exists()
