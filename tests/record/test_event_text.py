"""Events as sentences in each language, with Korean particles that fit the names."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.game import (
    Accepted,
    BonusTurnBegun,
    Ended,
    Event,
    GameEnded,
    Passed,
    Placed,
    Removed,
    Resigned,
    Shouted,
    Skipped,
    Stood,
    Voided,
    view_event,
)
from grav.record import event_text, player_text
from grav.rules import Point, TooFullSquare, TooLongRun, Verdict, WrongDistance
from grav.text import LANGUAGES, Text

C3, C5 = Point.parse("c3"), Point.parse("c5")
RUN = TooLongRun((C3, C5), 2, 1)
BREACHES = (RUN, TooFullSquare(C3, 5, 4), WrongDistance(C5, 1, 2, 4))
NAMES = ("Round", "Square", "Capsule")

EXAMPLES: list[Event] = [
    Placed(1, C3, None, Verdict((), 0)),
    Placed(1, C3, 0, Verdict(BREACHES, 3)),
    Placed(1, C3, 2, Verdict((), 2)),
    Placed(1, C3, None),
    Placed(1, C3, 2, shapes=2),
    Accepted(1),
    Stood(1, C3),
    Shouted(1, 0, C3, ()),
    Shouted(1, 0, C3, BREACHES),
    Voided(1, C3),
    Removed(1, 0, C3),
    Skipped(1, 0),
    Skipped(1, 2),
    Passed(1),
    Resigned(1),
    BonusTurnBegun(1, 0),
    BonusTurnBegun(1, 3),
    *(GameEnded(how, (1, 0, 2)) for how in Ended),
]
SILENT = (Accepted, Stood, Voided)
TOLD = [event for event in EXAMPLES if not isinstance(event, SILENT)]


def told(event: Event, language: str, names: tuple[str, ...] | None = NAMES) -> str:
    text = event_text(event, names)
    assert text is not None
    return text.say(language)


def test_every_kind_of_event_has_an_example() -> None:
    assert {type(event) for event in EXAMPLES} == set(get_args(Event))


@every("event", TOLD, ids=repr)
@every("language", LANGUAGES)
@every("names", [NAMES, None], ids=["names", "no names"])
def test_the_text_of_an_event_names_its_player(
    event: Event, language: str, names: tuple[str, ...] | None
) -> None:
    sentence = told(event, language, names)
    assert not set("{}") & set(sentence)
    assert ("Square" if names else Text("report.player", {"seat": 2}).say(language)) in sentence


@pytest.mark.parametrize("event", [e for e in EXAMPLES if isinstance(e, SILENT)], ids=repr)
def test_events_that_the_board_shows_have_no_text(event: Event) -> None:
    assert event_text(event, NAMES) is None
    assert event_text(event, None) is None


def test_texts_differ_between_languages() -> None:
    for event in TOLD:
        assert len({told(event, language) for language in LANGUAGES}) == len(LANGUAGES)


@every(
    ("event", "sentence"),
    [
        (Placed(0, C3, None, Verdict((), 0)), "Round places c3"),
        (Placed(0, C3, 0, Verdict((), 5)), "Round places c3"),
        (Placed(0, C3, 1, Verdict((), 5)), "Round places c3 and declares 1 bonus turn"),
        (Placed(0, C3, 2, Verdict((), 5)), "Round places c3 and declares 2 bonus turns"),
        (Shouted(1, 0, C3, ()), "Square shouts Grav! and is wrong. The stone stands"),
        (
            Shouted(1, 0, C3, BREACHES),
            (
                "Square shouts Grav! and is right: 2 stones at interval 2 (c3, c5); at most 1; "
                "also 5 stones in the square from c3; at most 4; also 1 step from c5; 2 to 4 "
                "allowed. The stone is void"
            ),
        ),
        (Removed(1, 0, C3), "Square removes c3, a stone of Round"),
        (BonusTurnBegun(2, 0), "Capsule has a bonus turn"),
        (BonusTurnBegun(2, 1), "Capsule has a bonus turn, and 1 more to come"),
        (GameEnded(Ended.PASSES, (2, 0, 1)), "Over, since all passed. Capsule wins"),
    ],
)
def test_english_sentences(event: Event, sentence: str) -> None:
    assert told(event, "en") == sentence


def test_a_placement_in_a_view_has_the_same_text() -> None:
    """The text never depends on the verdict."""
    for declared in (None, 0, 1, 2):
        for verdict in (Verdict((), 0), Verdict(BREACHES, 3)):
            placed = Placed(1, C3, declared, verdict)
            assert event_text(placed, NAMES) == event_text(view_event(placed, 0), NAMES)


def test_a_player_without_a_name_is_named_by_number() -> None:
    assert player_text(NAMES, 1) == "Square"
    assert player_text(None, 1) == Text("report.player", {"seat": 2})
    assert told(Passed(1), "en", None) == "player 2 passes"
    assert told(Passed(1), "ja", None) == "プレイヤー2がパスしました"
    assert told(Passed(1), "ko", None) == "2번 플레이어가 패스했어요"


@every(
    ("name", "particle"),
    [
        ("민수", "가"),
        ("지훈", "이"),
        ("서울", "이"),
        ("가", "가"),
        ("힣", "이"),
        ("Anna", "가"),
        ("Kim", "이"),
        ("KIM", "이"),
        ("Noel", "이"),
        ("Tablet 1", "이"),
        ("Otto", "가"),
        ("R2", "가"),
        ("R3", "이"),
        ("R4", "가"),
        ("R5", "가"),
        ("Bot 6", "이"),
        ("Bot 7", "이"),
        ("Bot 8", "이"),
        ("Bot 9", "가"),
        ("Bot 10", "이"),
        ("Bot 1", "이"),
        ("(지훈)", "이"),
        ("민수!", "가"),
        ("ゆき", "가"),
        ("…", "가"),
        ("", "가"),
    ],
)
def test_the_subject_has_the_particle_for_its_last_sound(name: str, particle: str) -> None:
    names = (name, "x")
    assert told(Passed(0), "ko", names) == f"{name}{particle} 패스했어요"
    assert told(Resigned(0), "ko", names) == f"{name}{particle} 기권했어요"
    assert told(Skipped(0, 0), "ko", names) == f"{name}{particle} 한 턴을 쉬어요"
    ended = told(GameEnded(Ended.PASSES, (0, 1)), "ko", names)
    assert ended == f"종료(모두 패스했어요). {name}{particle} 승리했어요"


@every(
    ("row", "particle"),
    [
        *((1, "을"), (2, "를"), (3, "을"), (4, "를"), (5, "를"), (6, "을"), (7, "을"), (8, "을")),
        *((9, "를"), (10, "을"), (12, "를"), (20, "을"), (25, "를")),
    ],
)
def test_the_object_has_the_particle_for_its_number(row: int, particle: str) -> None:
    removed = Removed(0, 1, Point(2, row - 1))
    assert told(removed, "ko", ("민수", "지훈")) == f"민수가 지훈의 돌 c{row}{particle} 제거했어요"


@every(
    ("interval", "particle"),
    [
        *((1, "로"), (2, "로"), (3, "으로"), (4, "로"), (5, "로"), (6, "으로"), (7, "로")),
        *((8, "로"), (10, "으로")),
    ],
)
def test_an_interval_has_the_particle_for_its_number(interval: int, particle: str) -> None:
    shouted = Shouted(0, 1, C3, (TooLongRun((C3, C5), interval, 1),))
    assert f"간격 {interval}{particle} 돌 2개가" in told(shouted, "ko", ("민수", "지훈"))


@given(st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=1))
def test_a_korean_name_has_the_particle_of_its_last_syllable(name: str) -> None:
    ends_in_a_vowel = (ord(name[-1]) - 0xAC00) % 28 == 0
    particle = "가" if ends_in_a_vowel else "이"
    assert told(Passed(0), "ko", (name, "x")) == f"{name}{particle} 패스했어요"


@given(st.text(st.characters(exclude_categories=())), st.sampled_from(LANGUAGES))
def test_any_name_gives_a_text(name: str, language: str) -> None:
    sentence = told(Passed(0), language, (name, "x"))
    sentence.encode()
    assert len(sentence.splitlines()) == 1
