"""The catalogues of all languages agree; formatting of texts."""

import pickle
import re

import pytest
from tests.subtests import every

from grav.game import RefusalCode
from grav.text import LANGUAGES, GravError, Language, Text, catalogue, printable, say

ENGLISH = catalogue(Language.EN)
PLACE = re.compile(r"\{(\w+)(\|[^|{}]*\|[^|{}]*|:[^/{}]+/[^/{}]+)?\}")
OTHERS = [language for language in LANGUAGES if language is not Language.EN]
SCRIPT = {Language.JA: r"[぀-ヿ一-鿿]", Language.KO: r"[가-힣]"}
"""Letters of the languages that are not written in the Latin alphabet."""

# Texts with words that may be the same in other languages.
ALIKE = frozenset({"play.card_reach"})


def has_words(text: str) -> bool:
    """Whether the text has letters outside placeholders."""
    return any(letter.isalpha() for letter in PLACE.sub(lambda place: place[2] or "", text))


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys(language: Language) -> None:
    assert sorted(catalogue(language)) == sorted(ENGLISH)


@every("key", ENGLISH)
def test_every_language_has_the_same_placeholders(key: str) -> None:
    names = {
        language: {match[1] for match in PLACE.finditer(catalogue(language)[key])}
        for language in LANGUAGES
    }
    assert len({frozenset(found) for found in names.values()}) == 1, names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_brace_is_part_of_a_placeholder(language: Language) -> None:
    wrong = [
        key for key, text in catalogue(language).items() if set("{}") & set(PLACE.sub("", text))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_left_in_english(language: Language) -> None:
    texts = catalogue(language)
    left = [key for key in ENGLISH if has_words(ENGLISH[key]) and texts[key] == ENGLISH[key]]
    assert [key for key in left if key not in ALIKE] == []


@pytest.mark.parametrize("language", SCRIPT)
def test_every_text_with_words_is_in_the_languages_script(language: Language) -> None:
    texts = catalogue(language)
    foreign = [
        key
        for key in ENGLISH
        if has_words(ENGLISH[key]) and not re.search(SCRIPT[language], texts[key])
    ]
    assert [key for key in foreign if key not in ALIKE] == []


def test_the_list_of_exceptions_has_no_text_that_differs_in_every_language() -> None:
    for key in ALIKE:
        assert any(catalogue(language)[key] == ENGLISH[key] for language in OTHERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: Language) -> None:
    assert [key for key, text in catalogue(language).items() if not text.strip(" ")] == []


@every("code", RefusalCode)
def test_every_refusal_has_a_text(code: RefusalCode) -> None:
    assert f"refused.{code}" in ENGLISH


def test_a_text_is_formatted_with_its_values() -> None:
    assert say("refused.occupied", at="c5") == "there is a stone on c5 already"
    assert say("refused.occupied", "ja", at="c5") == "c5 にはもう石があります"
    assert say("refused.occupied", "ko", at="c5") == "c5에는 이미 돌이 있어요"


def test_a_list_is_formatted_with_the_separator_of_the_language() -> None:
    values = {"found": "x", "expected": ["a", "b"], "where": "here"}
    assert say("form.action", "en", **values).endswith("a, b")
    assert say("form.action", "ja", **values).endswith("a、b")


def test_a_nested_text_is_formatted_in_the_same_language() -> None:
    inner = Text("refused.game_over")
    outer = Text("refused.violation", {"at": "c5", "breaches": [inner, inner]})
    for language in LANGUAGES:
        assert outer.say(language).count(inner.say(language)) == 2


def test_a_missing_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("refused.nonsense")


def test_a_missing_language_is_an_error() -> None:
    with pytest.raises(ValueError, match="tlh"):
        catalogue("tlh")


def test_the_catalogue_is_immutable() -> None:
    with pytest.raises(TypeError):
        ENGLISH["refused.game_over"] = ""  # type: ignore[index]


@pytest.mark.parametrize("letter", ["\n", "\x1b", "\x7f", "\u2028", "\ud800"])
def test_unprintable_characters_are_replaced(letter: str) -> None:
    assert printable(f"a{letter}b") == "a�b"
    assert letter not in say("refused.occupied", at=f"c{letter}5")


def test_printable_characters_are_unchanged() -> None:
    assert printable("Grasôxa 그라소샤 グラソーシャ　石") == "Grasôxa 그라소샤 グラソーシャ　石"


def test_an_error_has_a_text_in_every_language() -> None:
    error = GravError("refused.occupied", at="c5")
    assert str(error) == error.say() == say("refused.occupied", at="c5")
    for language in LANGUAGES:
        assert error.say(language) == say("refused.occupied", language, at="c5")


def test_an_error_is_unchanged_by_pickling_bug() -> None:
    error = GravError("refused.occupied", at="c5")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
