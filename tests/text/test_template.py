import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.text import fill_template
from grav.text.template import choose_particle


def test_a_placeholder_is_replaced_by_its_value() -> None:
    assert fill_template("{at} of {at} on {size}", {"at": "c5", "size": 9}) == "c5 of c5 on 9"


def test_other_braces_are_left_alone() -> None:
    assert fill_template("{}, { a }, {a b}, 100 %", {"a": 1, "b": 2}) == "{}, { a }, {a b}, 100 %"


def test_placeholders_within_values_are_not_replaced() -> None:
    assert fill_template("{found}", {"found": "{at}", "at": "c5"}) == "{at}"


@pytest.mark.parametrize("text", ["{at}", "{at|a|b}", "{at:이/가}"])
def test_a_placeholder_without_a_value_is_an_error(text: str) -> None:
    with pytest.raises(KeyError, match="at"):
        fill_template(text, {"size": 9})


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 stones"), (1, "1 stone"), (2, "2 stones"), (21, "21 stones")]
)
def test_there_is_a_form_for_one_and_another_for_the_rest(count: int, told: str) -> None:
    assert fill_template("{count} {count|stone|stones}", {"count": count}) == told


def test_a_form_may_be_empty() -> None:
    assert fill_template("turn{n||s}", {"n": 1}) == "turn"
    assert fill_template("turn{n||s}", {"n": 3}) == "turns"


PARTICLES = ["은/는", "이/가", "을/를", "으로/로", "이에요/예요"]
AFTER_A_CONSONANT = [
    *("돌", "흑돌판", "석", "바둑", "갈!", "홈."),
    *("0", "3", "6", "10", "100", "a3", "-6"),
    *("m", "n", "M", "‘돌판’", "“홈”", "(홈)"),
]
AFTER_A_VOWEL = [
    *("차례", "그라소샤", "패스!", "규칙 a", "‘그라소샤’"),
    *("2", "4", "5", "9", "c2", "a", "c", "x", "Z", "(2)"),
]
AFTER_RIEUL = ["돌", "갈", "1", "7", "8", "21", "c8", "l", "r", "‘갈’", "갈!"]


@every("forms", [pair for pair in PARTICLES if pair != "으로/로"])
@every("word", [*AFTER_A_CONSONANT, *AFTER_RIEUL])
def test_the_closed_form_follows_a_consonant(word: str, forms: str) -> None:
    closed, _ = forms.split("/")
    assert fill_template(f"{{word:{forms}}}", {"word": word}) == f"{word}{closed}"


@every("forms", PARTICLES)
@every("word", AFTER_A_VOWEL)
def test_the_open_form_follows_a_vowel(word: str, forms: str) -> None:
    _, opened = forms.split("/")
    assert fill_template(f"{{word:{forms}}}", {"word": word}) == f"{word}{opened}"


@every("word", [word for word in AFTER_A_CONSONANT if word not in ("돌", "갈!")])
def test_euro_follows_a_consonant(word: str) -> None:
    assert fill_template("{word:으로/로}", {"word": word}) == f"{word}으로"


@every("word", AFTER_RIEUL)
def test_ro_follows_rieul(word: str) -> None:
    assert fill_template("{word:으로/로}", {"word": word}) == f"{word}로"


@pytest.mark.parametrize(
    ("word", "told"), [("갈", "‘갈’은"), ("c5", "‘c5’는"), ("min_shape", "‘min_shape’는")]
)
def test_a_closing_quote_may_precede_the_particle(word: str, told: str) -> None:
    assert fill_template("‘{word:’은/’는}", {"word": word}) == told


def test_ro_follows_rieul_in_quotes_too_bug() -> None:
    """The way in which the Korean catalogue writes a particle after a quoted value."""
    assert fill_template("‘{word:’으로/’로}", {"word": "바둑"}) == "‘바둑’으로"
    assert fill_template("‘{word:’으로/’로}", {"word": "갈"}) == "‘갈’로"


def test_a_number_as_a_value_is_read_in_korean() -> None:
    assert fill_template("{interval:으로/로}", {"interval": 1}) == "1로"
    assert fill_template("{interval:으로/로}", {"interval": 3}) == "3으로"


def test_without_a_last_sound_the_open_form_is_used() -> None:
    assert choose_particle("", "이", "가") == "가"
    assert choose_particle("“”", "이", "가") == "가"


@given(st.integers(0, 11171))
def test_every_syllable_has_the_form_of_its_last_sound(number: int) -> None:
    """Hangul syllables in Unicode order: for each vowel one without a final consonant, then 27 with
    one.
    """
    syllable = chr(0xAC00 + number)
    assert choose_particle(syllable, "이", "가") == ("가" if number % 28 == 0 else "이")
    assert choose_particle(syllable, "으로", "로") == ("로" if number % 28 in (0, 8) else "으로")


CASES = json.loads((Path(__file__).parents[1] / "data/text/places.json").read_text("utf-8"))


@every("case", CASES, ids=lambda case: case["text"])
def test_python_and_the_pages_replace_placeholders_alike(case: dict[str, Any]) -> None:
    """The pages' own tests read the same file."""
    assert fill_template(case["text"], case["values"]) == case["told"]
