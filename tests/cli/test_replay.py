"""`grav replay`: every conformance vector, every invalid line, and answers line by line."""

import json
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.subtests import every

from grav.text import LANGUAGES

Grav = Callable[..., CompletedProcess[str]]

MAX_LENGTH = 16_000_000
RULES = {"size": 5, "players": 2, "a": 3, "b": 3, "c": 4, "d": 0, "e": 4}


def line_of(**parts: Any) -> bytes:
    """Returns a valid record with these parts replaced."""
    return json.dumps({"rules": RULES, "actions": []} | parts).encode()


GOOD = line_of(name="good")


def answers(done: CompletedProcess[str]) -> list[Any]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def names(done: CompletedProcess[str]) -> list[str | None]:
    return [answer["name"] for answer in answers(done)]


@pytest.mark.parametrize("name", ["rulings", "games", "large"])
def test_agrees_with_every_vector(grav: Grav, conformance: Path, name: str) -> None:
    file = conformance / f"{name}.ndjson"
    vectors = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    done = grav("replay", "--states", file)
    assert (done.returncode, done.stderr) == (0, "")
    found = answers(done)
    assert len(found) == len(vectors)
    for answer, vector in zip(found, vectors, strict=True):
        steps = [step.get("state", {"error": step.get("error")}) for step in vector["steps"]]
        assert answer == {"name": vector["name"], "states": steps}


def test_without_states_only_the_last_state_is_reported(grav: Grav, conformance: Path) -> None:
    file = conformance / "rulings.ndjson"
    vectors = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for answer, vector in zip(answers(grav("replay", file)), vectors, strict=True):
        states = [step["state"] for step in vector["steps"] if "state" in step]
        assert answer == {"name": vector["name"], "state": states[-1]}


def test_without_actions_the_state_is_the_start(grav: Grav) -> None:
    [answer] = answers(grav("replay", "-", stdin=GOOD))
    assert answer["state"]["phase"] == "opening"
    assert answer["state"]["board"] == ["....."] * 5
    assert len(answer["state"]["legal"]) == 25
    [answer] = answers(grav("replay", "--states", "-", stdin=GOOD))
    assert answer == {"name": "good", "states": []}


def test_a_refused_action_is_reported_by_its_code_and_the_game_goes_on(grav: Grav) -> None:
    actions = [
        {"do": "pass", "by": 0},
        {"do": "place", "by": 0, "at": "c3"},
        {"do": "place", "by": 1, "at": "c3"},
        {"do": "accept", "by": 1},
    ]
    [answer] = answers(grav("replay", "--states", "-", stdin=line_of(actions=actions)))
    told = [state.get("error") or state["phase"] for state in answer["states"]]
    assert told == ["wrong_phase", "window", "occupied", "turn"]


def test_the_name_is_null_where_there_is_none(grav: Grav) -> None:
    lines = b"\n".join((GOOD, line_of(), line_of(name=None)))
    assert names(grav("replay", "-", stdin=lines)) == ["good", None, None]
    assert names(grav("replay", "--states", "-", stdin=lines)) == ["good", None, None]


def test_an_answer_is_one_line_of_ascii_whatever_the_name_holds(grav: Grav) -> None:
    wild = ["グラヴ", "그라브", "two\nlines\r\u2028\u2029\x00", "\U0001f600", "\ud800"]
    done = grav("replay", "-", stdin=b"\n".join(line_of(name=name) for name in wild))
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert names(done) == wild


def test_a_file_and_standard_input_get_the_same_answer(
    grav: Grav, tmp_path: Path, conformance: Path
) -> None:
    given = (conformance / "rulings.ndjson").read_bytes()
    (tmp_path / "some.ndjson").write_bytes(given)
    assert grav("replay", "some.ndjson").stdout == grav("replay", "-", stdin=given).stdout


def test_lines_may_end_in_either_way_or_not_at_all(grav: Grav) -> None:
    assert names(grav("replay", "-", stdin=GOOD + b"\r\n" + GOOD)) == ["good", "good"]
    assert names(grav("replay", "-", stdin=b"\xef\xbb\xbf" + GOOD + b"\n")) == ["good"]


def test_no_lines_get_no_answers(grav: Grav) -> None:
    done = grav("replay", "-", stdin=b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_blank_lines_are_skipped_but_counted(grav: Grav) -> None:
    done = grav("replay", "-", stdin=b"\n  \t\r\n" + GOOD + b"\n\n" + GOOD + b"\n\nbad\n")
    assert names(done) == ["good", "good"]
    assert done.returncode == 2
    assert "line 7," in done.stderr


BAD = {
    "no JSON": b"grav",
    "half a record": GOOD[:-1],
    "two records": GOOD + GOOD,
    "no object": b"[]",
    "null": b"null",
    "bytes": bytes(range(128, 256)),
    "half a letter": GOOD.replace(b"good", b"\xea\xb7"),
    "nul": b"\x00",
    "no number": line_of(rules=RULES | {"a": float("nan")}),
    "infinity": line_of(x=float("inf")),
    "too large a float": b'{"x": 1e999}',
    "too many digits": b'{"x": ' + b"9" * 5000 + b"}",
    "no rules": b'{"actions": []}',
    "no actions": json.dumps({"rules": RULES}).encode(),
    "rules are a list": line_of(rules=[]),
    "a board of 1000": line_of(rules=RULES | {"size": 1000}),
    "a huge board": line_of(rules=RULES | {"size": 10**40}),
    "half a point a side": line_of(rules=RULES | {"size": 5.5}),
    "too many players": line_of(rules=RULES | {"players": 7}),
    "no such edition": line_of(rules=RULES | {"edition": "blue"}),
    "actions are no list": line_of(actions={"do": "pass", "by": 0}),
    "an action is no object": line_of(actions=["pass"]),
    "no such action": line_of(actions=[{"do": "fly", "by": 0}]),
    "nobody acts": line_of(actions=[{"do": "pass"}]),
    "a seat is a text": line_of(actions=[{"do": "pass", "by": "0"}]),
    "a point is a number": line_of(actions=[{"do": "place", "by": 0, "at": 3}]),
    "no such point name": line_of(actions=[{"do": "place", "by": 0, "at": "c"}]),
    "a step without action": json.dumps({"rules": RULES, "steps": [{}]}).encode(),
    "a name is a number": line_of(name=1),
    "another version": line_of(grav=2),
}


@every("bad", BAD.values(), ids=BAD.keys())
def test_a_malformed_line_stops_and_the_lines_before_it_are_answered(
    grav: Grav, bad: bytes
) -> None:
    done = grav("replay", "-", stdin=b"\n".join((GOOD, b"", GOOD, bad, GOOD)))
    assert done.returncode == 2
    assert names(done) == ["good", "good"]
    assert done.stderr.startswith("grav: -: line 4")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_malformed_line_is_reported_in_every_language(grav: Grav, language: str) -> None:
    done = grav("replay", "-", "--lang", language, stdin=GOOD + b"\n{")
    assert (done.returncode, names(done)) == (2, ["good"])
    assert "2" in done.stderr
    english = grav("replay", "-", "--lang", "en", stdin=GOOD + b"\n{").stderr
    assert (done.stderr == english) == (language == "en")
    assert english.isascii()


def test_huge_seats_and_declarations_are_refused_not_malformed(grav: Grav) -> None:
    actions = [
        {"do": "pass", "by": 10**3999},
        {"do": "place", "by": 0, "at": "z9999"},
        {"do": "place", "by": 0, "at": "c3", "declare": 10**3999},
    ]
    done = grav("replay", "--states", "-", stdin=line_of(actions=actions))
    told = [state.get("error") or state["phase"] for state in answers(done)[0]["states"]]
    assert told == ["no_such_seat", "off_board", "window"]


WHERE_NESTED = {
    "alone": "%s",
    "as rules": '{"rules": %s, "actions": []}',
    "as size": '{"rules": {"size": %s}, "actions": []}',
    "as action": '{"rules": RULES, "actions": [%s]}',
    "as version": '{"grav": %s, "rules": RULES, "actions": []}',
    "as name": '{"rules": RULES, "actions": [], "name": %s}',
    "as a key nobody knows": '{"rules": RULES, "actions": [], "x": %s}',
}


@pytest.mark.full
@pytest.mark.parametrize("place", WHERE_NESTED.values(), ids=WHERE_NESTED.keys())
@pytest.mark.parametrize("brackets", [("[", "]"), ('{"x":', "}")], ids=["lists", "objects"])
def test_no_depth_of_nesting_is_too_much_bug(
    grav: Grav, place: str, brackets: tuple[str, str]
) -> None:
    """Also at depths that can be parsed, but are too deep for an error message."""
    opening, closing = brackets
    form = place.replace("RULES", json.dumps(RULES))
    for depth in (*range(700, 1050), 100_000):
        nested = opening * depth + "1" + closing * depth
        done = grav("replay", "-", stdin=form.replace("%s", nested))
        assert done.returncode in (0, 2)
        assert len(done.stderr) < 400


def pad(length: int) -> bytes:
    return GOOD + b" " * (length - len(GOOD))


def test_a_line_of_16_megabytes_is_read(grav: Grav) -> None:
    done = grav("replay", "-", stdin=pad(MAX_LENGTH) + b"\r\n" + GOOD)
    assert (done.returncode, names(done)) == (0, ["good", "good"])


def test_a_longer_line_is_refused(grav: Grav) -> None:
    done = grav("replay", "-", stdin=GOOD + b"\n" + pad(MAX_LENGTH + 1) + b"\n" + GOOD)
    assert (done.returncode, names(done)) == (2, ["good"])
    assert done.stderr == "grav: -: line 2 is longer than 16 MB\n"


def test_a_line_without_end_is_not_read_whole(real_grav: Grav) -> None:
    done = real_grav("replay", "/dev/zero")
    assert done.returncode == 2
    assert done.stderr == "grav: /dev/zero: line 1 is longer than 16 MB\n"


def test_answers_come_before_the_next_line_is_sent(command: Path) -> None:
    with subprocess.Popen(
        [command, "replay", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        too_late = threading.Timer(20, process.kill)
        too_late.start()
        try:
            for name in ("first", "second"):
                process.stdin.write(line_of(name=name) + b"\n")
                process.stdin.flush()
                assert json.loads(process.stdout.readline())["name"] == name
            process.stdin.close()
            assert process.wait() == 0
        finally:
            too_late.cancel()
            process.kill()
