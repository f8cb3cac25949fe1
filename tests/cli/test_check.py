"""`grav check`: the report of what was played, true and called, as text and JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from grav.record import load, report, report_text
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

DISTANCE = '{"rule":"distance","from":"b1","distance":1,"least":2,"most":4}'
CONTINUITY = '{"rule":"continuity","points":["e6","f5","g4","h3"],"interval":1,"limit":3}'
MOVE_24 = f'{{"move":24,"by":1,"at":"b2","breaches":[{DISTANCE}],"shapes":13,"called":null}}'
MOVE_32 = f'{{"move":32,"by":1,"at":"h3","breaches":[{CONTINUITY}],"shapes":16,"called":null}}'

SHOUTS = """Grav 1
Board: 5x5
Setting: 3 3 4 2 4

1:c3 c4 grav! c5 e5 grav!
"""
"""c4 is shouted at rightly (its player has nothing else to lose), e5 wrongly."""


@pytest.fixture
def recorded(tmp_path: Path, vectors: list[dict[str, Any]]) -> Path:
    """The recorded game of the Korean rulebook."""
    [vector] = [vector for vector in vectors if vector["name"] == "recorded-game"]
    file = tmp_path / "recorded.json"
    file.write_text(json.dumps(vector), "utf-8")
    return file


@pytest.fixture
def shouts(tmp_path: Path) -> Path:
    file = tmp_path / "shouts.grav"
    file.write_text(SHOUTS, "utf-8")
    return file


@pytest.fixture
def refused(tmp_path: Path) -> Path:
    """A record whose second and third actions the rules refuse."""
    rules = {"size": 5, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4}
    stone = {"do": "place", "by": 0, "at": "c3"}
    actions = [stone, {"do": "remove", "by": 1, "at": "c3"}, stone, {"do": "accept", "by": 1}]
    file = tmp_path / "refused.json"
    file.write_text(json.dumps({"rules": rules, "actions": actions}), "utf-8")
    return file


def test_the_recorded_game_breaks_rules_at_moves_24_and_32_alone(
    grav: Grav, recorded: Path
) -> None:
    done = grav("check", "--json", recorded)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 33
    assert [line for line in lines if '"breaches":[]' not in line] == [MOVE_24, MOVE_32]
    assert [json.loads(line)["move"] for line in lines] == list(range(1, 34))
    assert all(json.loads(line)["called"] is None for line in lines)


def test_lines_for_programs_are_the_same_in_every_language(grav: Grav, recorded: Path) -> None:
    told = {grav("--lang", name, "check", "--json", recorded).stdout for name in LANGUAGES}
    assert len(told) == 1


def test_shouts_are_reported_with_who_and_whether_they_were_right(grav: Grav, shouts: Path) -> None:
    placements = [json.loads(line) for line in grav("check", "--json", shouts).stdout.splitlines()]
    told = [(stone["move"], stone["at"], stone["called"]) for stone in placements]
    assert told == [
        (1, "c3", None),
        (2, "c4", {"by": 0, "right": True}),
        (3, "c5", None),
        (4, "e5", {"by": 0, "right": False}),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_read_of_both_breaches_in_their_language(
    grav: Grav, recorded: Path, language: Language
) -> None:
    done = grav("check", recorded, "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == report_text(report(load(recorded)), language)
    assert done.stdout.count(say("report.nobody_saw", language)) == 2
    lines = done.stdout.splitlines()
    for move, rule, shown in ((24, "distance", "b1"), (32, "continuity", "e6")):
        [at] = [index for index, line in enumerate(lines) if line.startswith(f"{move}. ")]
        assert say(f"breach.name_{rule}", language) in lines[at + 1]
        assert shown in lines[at + 1]
    english = report_text(report(load(recorded)), "en")
    assert (done.stdout == english) == (language == "en")
    assert english.isascii()


def test_no_line_of_the_account_is_the_same_in_two_languages(grav: Grav, shouts: Path) -> None:
    heads, *told = zip(
        *(grav("--lang", language, "check", shouts).stdout.splitlines() for language in LANGUAGES),
        strict=True,
    )
    assert len(set(heads)) == len(LANGUAGES)
    for lines in told:
        assert len(set(lines)) == (len(LANGUAGES) if lines[0] else 1)


def test_shouts_are_reported_to_people(grav: Grav, shouts: Path) -> None:
    told = grav("check", shouts).stdout
    assert "Called: 2 shouts, 1 right, 1 wrong." in told
    assert "Played: 4 stones placed, 1 voided, 0 removed." in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_refused_actions_are_reported_and_give_status_1(
    grav: Grav, refused: Path, language: Language
) -> None:
    done = grav("check", refused, "--lang", language)
    assert (done.returncode, done.stderr) == (1, "")
    wrong = say("refused.wrong_phase", language)
    assert done.stdout.count(wrong) == 2
    assert say("report.refused", language, index=2, why=wrong) in done.stdout.splitlines()


def test_refused_actions_leave_the_lines_for_programs_alone(grav: Grav, refused: Path) -> None:
    done = grav("check", "--json", refused)
    assert done.returncode == 1
    assert [json.loads(line)["at"] for line in done.stdout.splitlines()] == ["c3"]
    assert [line[:5] for line in done.stderr.splitlines()] == ["grav:", "grav:"]
    assert "action 2" in done.stderr
    assert "action 3" in done.stderr


def test_standard_input_is_read_too(grav: Grav, recorded: Path) -> None:
    assert grav("check", "-", stdin=recorded.read_bytes()).stdout == grav("check", recorded).stdout


BAD = {
    "nothing": b"",
    "blanks": b" \n\n ",
    "bytes": b"\x89PNG\r\n\x1a\n\x00\xff",
    "no record": b"Hello",
    "half a record": b'{"rules": {',
    "a record and more": b'{"rules": {}, "actions": []} {}',
    "a board of 1000": SHOUTS.replace("5x5", "1000x1000").encode(),
    "a move that is none": SHOUTS.replace("e5", "e55x").encode(),
    "SGF": b"(;FF[4])",
    "too much": b" " * 16_000_001,
    "lists without end": b"[" * 100_000,
}


@pytest.mark.parametrize("command", [["check"], ["check", "--json"], ["draw"], ["play"]])
@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_what_holds_no_record_is_reported_with_the_name_of_its_file(
    grav: Grav, tmp_path: Path, command: list[str], bad: bytes
) -> None:
    (tmp_path / "bad.grav").write_bytes(bad)
    done = grav(*command, "bad.grav")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("grav: bad.grav: ")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 400
