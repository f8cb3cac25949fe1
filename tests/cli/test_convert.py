"""`grav convert`: conversions lose nothing, and files are written completely or not at all."""

import json
import stat
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from grav.record import format_json_line, load, record_to_json
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

RULES = {"size": 5, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4}
RICH = {
    "grav": 1,
    "name": "Round: Square; {x} # 그라브",
    "players": ["Round, the first", "ボブ\n2"],
    "date": "2026-01-02",
    "place": "\\n\ud800\u2028",
    "rules": RULES | {"edition": "classic", "min_shape": 5, "enforcement": "strict", "first": 1},
    "actions": [
        {"do": "place", "by": 1, "at": "c3"},
        {"do": "place", "by": 1, "at": "c3", "declare": 10**30, "clock": [1.5, None]},
        {"do": "accept", "by": 7},
        {"do": "grav", "by": -1},
        {"do": "remove", "by": 0, "at": "z9999"},
        {"do": "resign", "by": 0},
    ],
    "comments": {"0": "good; really {good}", "5": "oh\n\n no\x00 "},
    "table": {"clocks": [1, 2.5e-7, "x"]},
    "of a later version": {"keys": ["survive", True]},
}


def convert(grav: Grav, source: str, out: str) -> None:
    done = grav("convert", source, out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def check_round_trip(grav: Grav, tmp_path: Path, given: str) -> None:
    """Converts JSON to text to JSON and back: each is the same as before."""
    (tmp_path / "given.json").write_text(given, "utf-8")
    for source, out in (
        ("given.json", "one.json"),
        ("one.json", "one.grav"),
        ("one.grav", "two.json"),
        ("two.json", "two.grav"),
    ):
        convert(grav, source, out)
    assert (tmp_path / "two.json").read_bytes() == (tmp_path / "one.json").read_bytes()
    assert (tmp_path / "two.grav").read_bytes() == (tmp_path / "one.grav").read_bytes()


@pytest.mark.parametrize("file", ["rulings", "games", "large"])
def test_every_vector_goes_to_text_and_back_unchanged(
    grav: Grav, tmp_path: Path, conformance: Path, file: str
) -> None:
    for line in (conformance / f"{file}.ndjson").read_text("utf-8").splitlines():
        check_round_trip(grav, tmp_path, line)
        vector, record = json.loads(line), json.loads((tmp_path / "two.json").read_text("utf-8"))
        assert record["actions"] == [step["action"] for step in vector["steps"]]
        assert record["rules"] == vector["rules"]
        assert record["name"] == vector["name"]


def test_everything_a_record_can_hold_goes_to_text_and_back(grav: Grav, tmp_path: Path) -> None:
    check_round_trip(grav, tmp_path, json.dumps(RICH))
    assert json.loads((tmp_path / "two.json").read_text("utf-8")) == RICH


def test_a_text_written_by_hand_keeps_its_meaning(grav: Grav, tmp_path: Path) -> None:
    text = "Board: 5x5\nSetting: 3 3 4 2 4\n\n1. 1:c3 2. c5+1 ; a remark\ngrav! ; wrong\n"
    (tmp_path / "hand.grav").write_text(text, "utf-8")
    convert(grav, "hand.grav", "hand.json")
    record = json.loads((tmp_path / "hand.json").read_text("utf-8"))
    assert record["actions"] == [
        {"do": "place", "by": 0, "at": "c3"},
        {"do": "place", "by": 1, "at": "c5", "declare": 1},
        {"do": "grav", "by": 0},
    ]
    assert set(record["comments"].values()) == {"a remark", "wrong"}
    check_round_trip(grav, tmp_path, json.dumps(record))


def test_sgf_has_the_stones_and_the_shouts(grav: Grav, tmp_path: Path) -> None:
    (tmp_path / "game.grav").write_text(
        "Board: 5x5\nSetting: 3 3 4 2 4\n\n1:c3 c4 grav! pass\n", "utf-8"
    )
    convert(grav, "game.grav", "game.SGF")
    sgf = (tmp_path / "game.SGF").read_text("utf-8")
    assert sgf.startswith("(;FF[4]")
    assert sgf.endswith(")\n")
    for part in ("SZ[5]", "AB[cc]", "AW[cb]", "AE[cb]", "shouts Grav!", "passes"):
        assert part in sgf


@pytest.mark.parametrize("language", LANGUAGES)
def test_sgf_comments_are_in_the_language(grav: Grav, tmp_path: Path, language: Language) -> None:
    (tmp_path / "g.grav").write_text("Board: 5x5\nSetting: 3 3 4 2 4\n\n1:c3 2:pass\n", "utf-8")
    assert grav("convert", "g.grav", "g.sgf", "--lang", language).returncode == 0
    passed = say("event.passed", language, player=say("report.player", language, seat=2))
    assert passed in (tmp_path / "g.sgf").read_text("utf-8")


@pytest.fixture
def game(tmp_path: Path) -> str:
    (tmp_path / "game.json").write_text(json.dumps({"rules": RULES, "actions": []}), "utf-8")
    return "game.json"


def only_the_game(tmp_path: Path) -> bool:
    return [file.name for file in tmp_path.iterdir()] == ["game.json"]


def refusal(done: CompletedProcess[str]) -> str:
    """Returns the error message, which must be one line."""
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grav: ")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("grav: ").rstrip("\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("out", ["out.txt", "out", ".grav", "out.grav.bak", "out."])
def test_an_unknown_format_is_refused(
    grav: Grav, tmp_path: Path, game: str, out: str, language: Language
) -> None:
    told = refusal(grav("convert", game, out, "--lang", language))
    assert out in told
    assert ".json, .grav, .sgf" in told
    assert only_the_game(tmp_path)


@pytest.mark.parametrize("out", ["nowhere/out.json", "game.json/out.json"])
def test_a_folder_that_does_not_exist_is_reported_by_the_name_that_was_given_bug(
    grav: Grav, tmp_path: Path, game: str, out: str
) -> None:
    assert refusal(grav("convert", game, out)).startswith(f"{out}: ")
    assert only_the_game(tmp_path)


def test_a_folder_in_the_place_of_the_file_is_reported(
    grav: Grav, tmp_path: Path, game: str
) -> None:
    (tmp_path / "out.json").mkdir()
    assert "out.json" in refusal(grav("convert", game, "out.json"))
    assert list((tmp_path / "out.json").iterdir()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_record_is_reported(grav: Grav, tmp_path: Path, language: Language) -> None:
    told = refusal(grav("convert", "none.json", "out.json", "--lang", language))
    assert told == say("cli.no_such_file", language, file="none.json")
    assert list(tmp_path.iterdir()) == []


def test_sgf_is_written_only(grav: Grav, game: str) -> None:
    convert(grav, game, "game.sgf")
    assert refusal(grav("convert", "game.sgf", "back.json")).startswith("game.sgf: ")


def test_a_record_that_is_bad_leaves_the_old_file_alone(
    grav: Grav, tmp_path: Path, game: str
) -> None:
    before = (tmp_path / game).read_bytes()
    (tmp_path / "bad.grav").write_text("Board: 5x5\n", "utf-8")
    assert refusal(grav("convert", "bad.grav", game)).startswith("bad.grav: ")
    assert (tmp_path / game).read_bytes() == before


@pytest.mark.parametrize("out", ["out.json", "out.grav", "out.sgf"])
def test_what_is_nested_too_deep_is_written_or_refused_bug(
    grav: Grav, tmp_path: Path, out: str
) -> None:
    """Also at depths that can be parsed, but are too deep to be written."""
    for depth in range(700, 1050):
        nested = "[" * depth + "]" * depth
        record = json.dumps({"rules": RULES, "actions": [], "x": 0})
        (tmp_path / "deep.json").write_text(record.replace('"x": 0', f'"x": {nested}'), "utf-8")
        assert grav("convert", "deep.json", out).returncode in (0, 2)


def test_a_file_can_be_converted_onto_itself(grav: Grav, tmp_path: Path, game: str) -> None:
    (tmp_path / game).write_text(json.dumps(RICH, indent=4), "utf-8")
    record = load(tmp_path / game)
    convert(grav, game, game)
    assert (tmp_path / game).read_text("utf-8") == format_json_line(record_to_json(record)) + "\n"
    assert load(tmp_path / game) == record
    assert only_the_game(tmp_path)


def test_an_old_file_keeps_its_permissions(grav: Grav, tmp_path: Path, game: str) -> None:
    out = tmp_path / "out.json"
    out.write_text("old", "utf-8")
    out.chmod(0o640)
    convert(grav, game, "out.json")
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert load(out) == load(tmp_path / game)


def test_a_record_may_come_from_standard_input(grav: Grav, tmp_path: Path) -> None:
    given: dict[str, Any] = {"rules": RULES, "actions": []}
    assert grav("convert", "-", "out.json", stdin=json.dumps(given)).returncode == 0
    assert load(tmp_path / "out.json").rules.size == 5
