"""`grav roll --verify`: repeats the draw of a table from its record, and reports each check."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.subtests import every

from grav.cli.roll import settle_with_first_cards
from grav.game import Cards, Dice, Roll, commitment_to, roll, seed_of, settling_to_json
from grav.record import Record, record_to_json
from grav.rules import Rules
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]
Form = dict[str, Any]

SHARE, SHARES = "server", ["one", "two"]
SEED = seed_of(SHARE, SHARES)
CHECKS = ("commitment", "seed", "numbers")
WAYS = pytest.mark.parametrize("way", ["dice", "cards"])


def drawn_record(way: str) -> Form:
    """A record whose numbers were drawn at a table, by commit–reveal."""
    settling = (
        roll(Dice(9, 2, SEED), Roll(1))
        if way == "dice"
        else settle_with_first_cards(Cards(9, 2, SEED))
    )
    assert settling.settled is not None
    draw = {"commitment": commitment_to(SHARE), "share": SHARE, "shares": SHARES}
    rules = Rules(9, 2, settling.settled)
    table = {"id": "table", "draw": draw}
    return record_to_json(Record(rules, setting=settling_to_json(settling), table=table))


def with_value(form: Form, path: str, value: object) -> Form:
    """Returns the record with one value changed: `table.draw.share`."""
    copy: Form = json.loads(json.dumps(form))
    *folders, last = path.split(".")
    place = copy
    for folder in folders:
        place = place[folder]
    place[last] = value
    return copy


@pytest.fixture
def verified(grav: Grav, tmp_path: Path) -> Grav:
    """Returns what the command reports of a record."""

    def run(form: Form, *arguments: str) -> CompletedProcess[str]:
        file = tmp_path / "record.json"
        file.write_text(json.dumps(form))
        return grav(*arguments, "roll", "--verify", file)

    return run


def key_of(line: str, language: Language = Language.EN) -> str:
    """Returns the check that a line is about, by how its text begins."""
    for key in (f"{check}{end}" for check in (*CHECKS, "steps") for end in ("", "_wrong")):
        if key != "steps":
            text = say(f"cli.roll_verify_{key}", language, found="*", expected="*", why="*")
            if line.startswith(text.partition("*")[0]):
                return key
    raise AssertionError(line)


@WAYS
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_was_checked_is_reported(verified: Grav, way: str, language: Language) -> None:
    done = verified(drawn_record(way), "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert [key_of(line, language) for line in done.stdout.splitlines()] == list(CHECKS)
    assert commitment_to(SHARE) in done.stdout
    assert SEED in done.stdout


@WAYS
@pytest.mark.parametrize(
    ("path", "value", "wrong"),
    [
        ("table.draw.commitment", commitment_to("another"), {"commitment"}),
        ("table.draw.share", "another", {"commitment", "seed"}),
        ("table.draw.shares", ["one", "three"], {"seed"}),
        ("table.draw.shares", ["two", "one"], {"seed"}),
        ("rules.a", 9, {"numbers"}),
        ("rules.size", 8, {"numbers"}),
        ("setting.settled", "3 3 4 2 4", {"steps"}),
        ("setting.seed", seed_of(SHARE, ["", ""]), {"seed", "steps"}),
    ],
)
def test_failed_checks_are_reported(
    verified: Grav,
    way: str,
    path: str,
    value: object,
    wrong: set[str],
) -> None:
    done = verified(with_value(drawn_record(way), path, value))
    assert (done.returncode, done.stderr) == (1, "")
    lines = [key_of(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(CHECKS)
    assert {line.removesuffix("_wrong") for line in lines if line.endswith("_wrong")} == wrong


def test_steps_that_are_not_finished_lead_to_no_numbers(
    verified: Grav,
) -> None:
    form = with_value(
        with_value(drawn_record("dice"), "setting.steps", []), "setting.settled", None
    )
    done = verified(form)
    assert done.returncode == 1
    assert done.stdout.splitlines()[2].endswith("9x9 2p ?")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", [None, {}, [], {"id": "table"}])
def test_a_record_without_a_draw_is_refused(
    verified: Grav, table: object, language: Language
) -> None:
    done = verified(with_value(drawn_record("dice"), "table", table), "--lang", language)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"record.json: {say('cli.roll_verify_none', language)}\n")


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("table.draw", 5, "table.draw"),
        ("table.draw", {"share": "x", "commitment": "x"}, "table.draw"),
        ("table.draw.commitment", None, "table.draw.commitment"),
        ("table.draw.share", ["x"], "table.draw.share"),
        ("table.draw.share", "\ud800", "table.draw.share"),
        ("table.draw.shares", "one", "table.draw.shares"),
        ("table.draw.shares", ["one"], "table.draw.shares"),
        ("table.draw.shares", ["one", "two\nthree"], "table.draw.shares[1]"),
        ("setting", None, "setting"),
        ("setting.seed", 7, "setting.seed"),
    ],
)
def test_a_draw_that_cannot_be_read_is_reported_with_its_place(
    verified: Grav, path: str, value: object, where: str
) -> None:
    done = verified(with_value(drawn_record("dice"), path, value))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"record.json: {where}: " in done.stderr


def test_numbers_that_were_agreed_have_no_seed(
    verified: Grav,
) -> None:
    agreed = {"how": "agreement", "size": 9, "players": 2, "steps": [], "settled": None}
    done = verified(with_value(drawn_record("dice"), "setting", agreed))
    assert done.returncode == 2
    assert "seed" in done.stderr


def test_a_file_that_does_not_exist_is_reported(grav: Grav) -> None:
    done = grav("roll", "--verify", "none.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "none.json" in done.stderr


def test_a_record_can_come_from_standard_input(grav: Grav) -> None:
    done = grav("roll", "--verify", "-", stdin=json.dumps(drawn_record("dice")))
    assert done.returncode == 0


@every("language", LANGUAGES)
@every("option", [["--size", "9"], ["--players", "2"], ["--seed", "x"], ["--cards"], ["--json"]])
def test_what_a_record_states_cannot_be_stated_again(
    grav: Grav, option: list[str], language: Language
) -> None:
    done = grav("--lang", language, "roll", "--verify", "none.json", *option)
    told = say("cli.roll_verify_alone", language, option=option[0])
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"grav: {told}\n")
