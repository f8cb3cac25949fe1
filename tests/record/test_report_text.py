"""The report as text, in each language."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given

from grav.record import Record, parse_text_record, record_from_json, report, report_text
from grav.testing.strategies import Game, games
from grav.text import LANGUAGES

HEAD = "Board: 9x9\nSetting: 3 3 4 2 4\nFirst: 1\n"
NAMED = "Name: A short one\nPlayer 1: Round\nPlayer 2: Square\nDate: today\nPlace: here\n"
SQUARE = "1. c3 ok 2. c5 ok 3. e5 ok 4. e3"


def report_text_of(moves: str, headers: str = NAMED, language: str = "en") -> str:
    return report_text(report(parse_text_record(f"{HEAD}{headers}\n{moves}")), language)


def after_the_summary(text: str) -> list[str]:
    """Returns the lines after the summary, which report single moves."""
    return text.split("\n\n")[2].splitlines() if text.count("\n\n") > 1 else []


def test_a_game_with_mistakes_is_reported_line_by_line() -> None:
    moves = "1. c3 ok 2. c4 ok 3. c6 ok 4. c7 grav! -c4 5. e6 grav! 6. c8 1:resign"
    assert report_text_of(moves) == (
        "A short one: 9x9 2p 3 3 4 2 4 revised first=0\n"
        "today, here\n"
        "\n"
        "Played: 6 stones placed, 1 voided, 1 removed.\n"
        "True: 2 stones broke a rule, 1 of them stood.\n"
        "Called: 2 shouts, 1 right, 1 wrong.\n"
        "Over, since the others resigned. Square wins. Square: 0, Round: 4\n"
        "\n"
        "2. c4, Square:\n"
        "    breaks distance: 1 step from c3; 2 to 4 allowed\n"
        "    nobody shouted; it stood\n"
        "4. c7, Square:\n"
        "    breaks distance: 1 step from c6; 2 to 4 allowed\n"
        "    Round shouted Grav! and was right; the stone was void\n"
        "5. e6, Round: Square shouted Grav! and was wrong; the stone stood\n"
    )


def test_a_game_without_mistakes_has_a_short_report() -> None:
    assert report_text_of("1. c3 ok", headers="") == (
        "A game of Grav: 9x9 2p 3 3 4 2 4 revised first=0\n"
        "\n"
        "Played: 1 stone placed, 0 voided, 0 removed.\n"
        "True: 0 stones broke a rule, 0 of them stood.\n"
        "Called: 0 shouts, 0 right, 0 wrong.\n"
        "Not over yet. player 1: 1, player 2: 0\n"
    )


@pytest.mark.parametrize(
    ("last", "told"),
    [
        ("", ["4. e3, Square: 1 shape completed, 0 declared"]),
        ("+1", []),
        ("+2", ["4. e3, Square: 2 declared, 1 shape completed: worth nothing"]),
    ],
)
def test_wrong_declarations_are_reported(last: str, told: list[str]) -> None:
    assert after_the_summary(report_text_of(f"{SQUARE}{last} ok")) == told


def test_a_declaration_without_any_shape_is_reported() -> None:
    told = after_the_summary(report_text_of("1. c3+2 ok"))
    assert told == ["1. c3, Round: 2 declared, 0 shapes completed: worth nothing"]


def test_a_breach_in_an_open_window_has_not_stood_yet() -> None:
    assert "it stood" not in report_text_of("1. c3 ok 2. c4")


def test_refused_actions_are_reported_by_their_number_in_the_record() -> None:
    told = after_the_summary(report_text_of("1. c3 ok 1:pass 7:ok"))
    assert told == [
        "action 3 is refused: it is player 2's turn",
        "action 4 is refused: there is no player 7; this game has 2",
    ]


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("1. c3 ok pass pass", "Over, since all passed. Round wins. Round: 1, Square: 0"),
        ("1. c3 ok 2:resign", "Over, since the others resigned. Round wins. Round: 1, Square: 0"),
        ("1. c3 ok 2. c5 ok pass pass", "Over, since all passed. Square wins. Square: 1, Round: 1"),
        ("1. c3 ok 2. c5 ok", "Not over yet. Round: 1, Square: 1"),
    ],
)
def test_the_result_is_reported(moves: str, result: str) -> None:
    assert report_text_of(moves).splitlines()[6] == result


def test_a_repetition_is_reported() -> None:
    # Round's own stone is voided again and again: she has no other to lose.
    moves = "1. c3 2. c5 3. c6 grav! -c3" + " pass 1:c6 grav!" * 2
    assert "Over, since the position came back for the third time." in report_text_of(moves)


RECORDED = {
    "en": [
        "Played: 33 stones placed, 0 voided, 0 removed.",
        "True: 2 stones broke a rule, 2 of them stood.",
        "24. b2, player 2:",
        "breaks distance: 1 step from b1; 2 to 4 allowed",
        "32. h3, player 2:",
        "breaks continuity: 4 stones at interval 1 (e6, f5, g4, h3); at most 3",
        "13 shapes completed, 0 declared",
        "16 shapes completed, 0 declared",
    ],
    "ja": [
        "配置33個",
        "24. b2、プレイヤー2",
        "32. h3、プレイヤー2",
        "e6、f5、g4、h3",
        "13個、宣言0回",
    ],
    "ko": [
        "놓은 돌 33개",
        "24. b2, 2번 플레이어",
        "32. h3, 2번 플레이어",
        "e6, f5, g4, h3",
        "13개, 선언 0번",
    ],
}


@pytest.mark.parametrize("language", RECORDED)
def test_the_recorded_game_is_reported_in_each_language(
    vectors: Sequence[dict[str, Any]], language: str
) -> None:
    (vector,) = [vector for vector in vectors if vector["name"] == "recorded-game"]
    told = report_text(report(record_from_json(vector)), language)
    assert [text for text in RECORDED[language] if text not in told] == []
    assert not re.search("[{}]", told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_placeholder_is_left_in_any_language(language: str) -> None:
    moves = "1. c3 ok 2. c4 ok 3. c6+5 ok 4. c7 grav! -c4 5. e6 grav! 7:ok 6. c8 1:resign"
    told = report_text_of(moves, language=language)
    assert not re.search("[{}]", told)
    assert all(name in told for name in ("A short one", "Round", "Square", "today", "here", "c7"))


def test_braces_in_names_are_shown_unchanged() -> None:
    told = report_text_of(
        "1. c3 ok 2:resign", headers="Name: {title}\nPlayer 1: {x}\nPlayer 2: {count}\n"
    )
    assert told.startswith("{title}: 9x9")
    assert "{x} wins. {x}: 1, {count}: 0" in told


def test_control_characters_in_names_are_replaced() -> None:
    headers = "Name: a\\u001b[2J\\nb\nPlayer 1: \\u0007\nPlayer 2: \\ud800\nDate: \\u2028\n"
    told = report_text_of("1. c3 ok 2. c4 ok", headers)
    assert told.startswith("a�[2J�b: 9x9")
    told.encode()
    assert not {"\x1b", "\x07", "\u2028"} & set(told)


@given(games())
def test_every_game_has_a_report_in_each_language(game: Game) -> None:
    played = report(Record(game.rules, tuple(action for action, _ in game.plies)))
    for language in LANGUAGES:
        told = report_text(played, language)
        assert not re.search("[{}]", told)
        assert told.endswith("\n")
        for placement in played.missed_breaches:
            assert f"{placement.move}. {placement.at}" in told
