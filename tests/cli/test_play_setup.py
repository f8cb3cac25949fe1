"""The questions before a game in `grav play`: the board, the players, the opponent, the five
numbers."""

import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.cli.conftest import own_word
from tests.subtests import every

from grav.atlas import atlas, find_thinkers
from grav.cli.forecasts.balance_text import balance_text
from grav.cli.forecasts.settling_forecast import SettlingForecast
from grav.game import Cards, settling_from_json
from grav.rules import REVISED, Setting, parse_rules
from grav.text import LANGUAGES, Language, catalogue, say

Grav = Callable[..., CompletedProcess[str]]
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def settle(grav: Grav, *lines: str, options: tuple[str, ...] = ()) -> tuple[str, dict[str, Any]]:
    """Returns what is shown when these answers lead to a game, and the record of that game."""
    Path("out.json").unlink(missing_ok=True)
    typed = "\n".join((*lines, "save out.json", "quit", ""))
    done = grav("play", *options, stdin=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout, json.loads(Path("out.json").read_text("utf-8"))


def complaints(shown: str) -> list[str]:
    return [line.removeprefix("! ") for line in shown.splitlines() if line.startswith("! ")]


def numbers(record: dict[str, Any]) -> str:
    return " ".join(str(record["rules"][name]) for name in "abcde")


def test_enter_answers_every_question(grav: Grav) -> None:
    shown, record = settle(grav, "", "", "", "")
    assert (record["rules"]["size"], record["rules"]["players"]) == (9, 2)
    assert record["rules"]["enforcement"] == "challenge"
    assert record["setting"]["how"] == "dice"
    assert complaints(shown) == []


def test_the_five_numbers_may_be_typed(grav: Grav) -> None:
    shown, record = settle(grav, "7", "3", "", " 3 3  4 2 4 ")
    assert numbers(record) == "3 3 4 2 4"
    assert (record["rules"]["size"], record["rules"]["players"]) == (7, 3)
    assert "setting" not in record
    assert "7x7 3p 3 3 4 2 4 revised" in shown.splitlines()


@in_every_language
def test_questions_are_asked_in_the_language(grav: Grav, language: Language) -> None:
    options = ("--lang", language)
    words = (own_word("nobody", language), own_word("dice", language))
    shown, _ = settle(grav, "9", "2", *words, options=options)
    for key in ("ask_size", "ask_players", "ask_opponent", "ask_setting"):
        assert catalogue(language)[f"play.{key}"].partition("{")[0] in shown
    assert complaints(shown) == []


@in_every_language
@every("how", ["dice", "cards", "agree"])
def test_every_way_can_be_verified_afterwards(grav: Grav, language: Language, how: str) -> None:
    answers = {
        "dice": [],
        "cards": ["1", "2", "", "1", "2", "1", "1", "1", "1"][:5],
        "agree": ["3 3 4 2 4", "3 3 5 2 4", "", ""],
    }
    word = own_word(how, language)
    options = ("--size", "9", "--players", "3", "--lang", language)
    shown, record = settle(grav, word, *answers[how], options=options)
    assert complaints(shown) == []
    settling = settling_from_json(record["setting"])
    assert str(settling.settled) == numbers(record)
    assert numbers(record) in shown
    assert settling.players == 3


def test_dice_and_cards_print_their_seed(grav: Grav) -> None:
    for lines in (["dice"], ["cards", "", "", "", "", ""]):
        shown, record = settle(grav, *lines, options=("--size", "9", "--players", "2"))
        assert f"(seed {record['setting']['seed']})" in shown


def test_each_player_keeps_the_card_that_was_chosen(grav: Grav) -> None:
    """A card may be the only one left of its number; the answers still lead to five numbers."""
    options = ("--size", "9", "--players", "2")
    shown, record = settle(grav, "cards", "2", "1", "2", "1", "2", options=options)
    kept = [step for step in record["setting"]["steps"] if step["do"] == "keep"]
    assert [(step["by"], step["index"]) for step in kept] == [
        (0, 1),
        (1, 0),
        (0, 1),
        (1, 0),
        (0, 1),
    ]
    offered = [line.strip() for line in shown.splitlines() if line.startswith("  2: ")]
    assert f"Player 1 keeps {offered[0].removeprefix('2: ')}." in shown


@every("answer", ["0", "3", "-1", "x", "1.0", "９９", "9" * 30])
def test_an_invalid_card_is_asked_for_again(grav: Grav, answer: str) -> None:
    options = ("--size", "9", "--players", "2")
    shown, _ = settle(grav, "cards", answer, "1", "1", "1", "1", "1", options=options)
    found = unicodedata.normalize("NFKC", answer)
    assert complaints(shown) == [say("play.no_such_card", found=found)]


def test_a_card_with_thousands_of_digits_is_asked_for_again_bug(grav: Grav) -> None:
    options = ("--size", "9", "--players", "2")
    shown, _ = settle(grav, "cards", "9" * 5000, "1", "1", "1", "1", "1", options=options)
    assert complaints(shown) == [say("play.no_such_card", found="9" * 40)]


def test_an_agreement_needs_everybody(grav: Grav) -> None:
    """The third player makes a counter-proposal, so the other two are asked again."""
    lines = ("agree", "3 3 4 2 4", "", "4 3 4 2 4", "", "")
    shown, record = settle(grav, *lines, options=("--size", "9", "--players", "3"))
    steps = [(step["do"], step["by"]) for step in record["setting"]["steps"]]
    assert steps == [("propose", 0), ("accept", 1), ("propose", 2), ("accept", 0), ("accept", 1)]
    assert numbers(record) == "4 3 4 2 4"
    assert say("play.agreed", setting="4 3 4 2 4") in shown.splitlines()


@in_every_language
def test_bad_answers_are_reported_and_asked_again(grav: Grav, language: Language) -> None:
    lines = [
        *("1000", "nine", "9.5", "2", "9" * 5000, "5"),
        *("1", "7", "-2", "3"),
        *("nobody else", "none"),
        *("magic", "3 3 4", "3 6 4 2 4", "2 3 4 2 4", "agree"),
        *("", "1 1 1 1 1", "3 3 4 2 4", "hm", "", ""),
    ]
    shown, record = settle(grav, *lines, options=("--lang", language))
    assert numbers(record) == "3 3 4 2 4"
    told = complaints(shown)
    assert len(told) == 5 + 3 + 1 + 4 + 3
    size = {"least": 3, "most": 25}
    assert told[0] == say("play.not_in_range", language, found="1000", **size)
    assert told[8] == say("play.no_such_opponent", language, found="nobody else")
    bounds = {"name": "b", "value": 6, "least": 2, "most": 5}
    assert told[11] == say("rules.out_of_bounds", language, **bounds)


@pytest.mark.parametrize(
    ("line", "plain"),
    [("ｄｉｃｅ", "dice"), ("３　３　４　２　４", "3 3 4 2 4"), ("ＤＩＣＥ", "dice")],
)
def test_full_width_answers_mean_the_same_as_they_do_in_the_game_bug(
    grav: Grav, line: str, plain: str
) -> None:
    shown, record = settle(grav, "９", "２", "", line)
    assert complaints(shown) == []
    assert ("setting" in record) == (plain == "dice")


def test_options_of_the_command_line_are_not_asked_for(grav: Grav) -> None:
    options = ("--size", "5", "--players", "2", "--setting", "3 3 4 2 4", "--edition")
    shown, record = settle(grav, options=(*options, "classic bonus_limit=1"))
    assert shown.startswith("5x5 2p 3 3 4 2 4 classic bonus_limit=1\n")
    assert record["rules"]["edition"] == "classic"
    assert record["rules"]["bonus_limit"] == 1


def test_rules_may_come_in_one_line(grav: Grav) -> None:
    line = "9x9 3p 3 3 4 2 4 revised min_shape=5 strict first=1"
    shown, record = settle(grav, options=("--rules", line))
    assert shown.startswith(f"{line}\n")
    assert record["rules"]["first"] == 1


def test_names_stand_in_the_record(grav: Grav) -> None:
    options = ("--rules", "5x5 2p 3 3 4 2 4", "--name", "앤", "--name", "ボブ")
    shown, record = settle(grav, options=options)
    assert record["players"] == ["앤", "ボブ"]
    assert "앤" in shown


def test_a_name_with_control_characters_cannot_steer_the_terminal_bug(grav: Grav) -> None:
    rules = {"size": 3, "players": 2, "a": 3, "b": 2, "c": 3, "d": 0, "e": 4}
    record = {"rules": rules, "players": ["A\x07\x08\x9b31m", "B\n\n\r"], "actions": []}
    Path("names.json").write_text(json.dumps(record), "utf-8")
    shown = grav("play", "names.json", stdin="board\nhelp\n1 a1\n").stdout
    assert not set(shown) & set("\x07\x08\x9b\r")


@pytest.mark.parametrize(
    "options",
    [("--strict",), ("--size", "5"), ("--players", "3"), ("--setting", "4 3 4 2 4")],
    ids=" ".join,
)
def test_an_option_beside_a_whole_line_of_rules_is_not_ignored_bug(
    grav: Grav, options: tuple[str, ...]
) -> None:
    """It takes effect or is refused; a beginner who asks for strict play must get it."""
    line = "9x9 2p 3 3 4 2 4"
    done = grav("play", "--rules", line, *options, stdin="quit\n")
    assert done.returncode == 2 or not done.stdout.startswith(f"{line} revised\n")


def test_leaving_before_the_game_began_keeps_nothing(grav: Grav, tmp_path: Path) -> None:
    for given in ("", "9\n", "9\n2\n\n", "9\n2\n\nagree\n3 3 4 2 4\n"):
        done = grav("play", stdin=given)
        assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


@in_every_language
def test_forecasts_are_shown_while_numbers_are_settled(grav: Grav, language: Language) -> None:
    options = ("--size", "9", "--players", "2", "--lang", language)
    agree = own_word("agree", language)
    shown, _ = settle(grav, agree, "3 3 4 2 4", "4 2 3 2 6", "", options=options)
    for setting, times in (("3 3 4 2 4", 1), ("4 2 3 2 6", 2)):  # proposed; proposed and settled
        for text in SettlingForecast(9, 2, REVISED).of(Setting.parse(setting)):
            assert shown.splitlines().count(text.say(language)) == times


def test_a_setting_is_reported_as_the_atlas_shows_it(grav: Grav) -> None:
    shown, _ = settle(grav, "3 3 4 2 4", options=("--size", "9", "--players", "2"))
    known = json.loads(grav("atlas", "show", "3 3 4 2 4", "--size", "9", "--json").stdout)
    by_random = next(each for each in known["forecasts"] if each["who"] == "random")
    stones = round(by_random["measures"]["length"]["value"])
    sight = round(100 * by_random["harder_than"])
    told = re.search(r"random play: (\d+) stones, .* hard to see: (\d+) of 100", shown)
    assert told is not None
    assert [int(number) for number in told.groups()] == [stones, sight]
    found = find_thinkers(atlas(), parse_rules("9x9 2p 3 3 4 2 4 revised"))
    assert balance_text(found).say() in shown


def test_each_card_in_hand_is_reported_with_what_can_still_come(grav: Grav) -> None:
    shown, record = settle(
        grav, "cards", "1", "1", "1", "1", "1", options=("--size", "9", "--players", "2")
    )
    settling = settling_from_json(record["setting"])
    assert isinstance(settling, Cards)
    forecast = SettlingForecast(9, 2, REVISED)
    lines = shown.splitlines()
    for index, card in enumerate(settling.kept):
        (first, *_) = forecast.with_cards((*settling.kept[:index], card))
        assert first.say("en") in lines
    (first, *_) = forecast.of(Setting.parse(numbers(record)))
    assert lines.count(first.say("en")) >= 2, "with the fifth card, all is known"


@pytest.mark.parametrize("how", ["cards", "dice"])
def test_where_nothing_was_measured_who_wins_is_reported_to_be_unknown(
    grav: Grav, how: str
) -> None:
    shown, _ = settle(
        grav, how, *([""] * 5 if how == "cards" else []), options=("--size", "8", "--players", "2")
    )
    assert "atlas" not in shown
    assert say("forecast.balance_unknown") in shown


@in_every_language
@every(
    ("rules", "key"),
    [
        ("13x13 2p 6 5 4 2 9 revised", "balance_board_decided"),
        ("8x8 2p 3 3 4 2 4 revised", "balance_unknown"),
    ],
)
def test_without_a_forecast_only_who_wins_is_reported(
    language: Language, rules: str, key: str
) -> None:
    asked = parse_rules(rules)
    assert atlas().forecast(asked) is None
    forecast = SettlingForecast(asked.size, asked.players, asked.edition)
    (told,) = forecast.of(asked.setting)
    balance = balance_text(find_thinkers(atlas(), asked))
    assert balance.key == f"forecast.{key}"
    assert told.say(language).strip() == balance.say(language)


def test_few_measured_settings_are_said_to_be_too_few() -> None:
    rules = parse_rules("23x23 2p 3 3 4 2 6 revised min_shape=6 bonus_limit=1")
    *_, told = SettlingForecast(rules.size, rules.players, rules.edition).of(rules.setting)
    assert told.say().strip() == say("forecast.balance_few")
