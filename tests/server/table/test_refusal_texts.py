"""Refusals have a code and a sentence in every language; so have phrases."""

from typing import get_args

import pytest
from tests.subtests import every

from grav.game import Refusal, RefusalCode, SettlingCode, SettlingError
from grav.rules import RulesError
from grav.server.messages.commands import Phrase
from grav.server.table.refusals import TableCode, TableRefusal, code_of
from grav.text import LANGUAGES, Language, catalogue

VALUES = {"seat": 2, "seats": 3, "most": 30}
NO_SENTENCES = {"guest"}


def keys(topic: str, language: Language) -> set[str]:
    return {
        key.removeprefix(f"{topic}.") for key in catalogue(language) if key.startswith(f"{topic}.")
    }


@every("language", LANGUAGES)
@every("code", TableCode)
def test_every_refusal_has_a_sentence_in_every_language(
    code: TableCode, language: Language
) -> None:
    refusal = TableRefusal(code, **VALUES)
    assert refusal.say(language)
    assert (refusal.code, code_of(refusal)) == (code, str(code))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_belongs_to_a_refusal(language: Language) -> None:
    assert keys("table", language) == {str(code) for code in TableCode} | NO_SENTENCES


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_and_their_texts_are_the_same_in_every_language(
    language: Language,
) -> None:
    assert keys("phrases", language) == set(get_args(Phrase))


def test_a_refusal_of_the_game_keeps_its_own_code() -> None:
    assert code_of(Refusal(RefusalCode.OCCUPIED, at="c3")) == "occupied"
    assert code_of(SettlingError(SettlingCode.WRONG_PHASE)) == "wrong_phase"


def test_an_invalid_value_has_its_own_code() -> None:
    assert code_of(RulesError("rules.too_small", name="a", value=1, least=3)) == "bad_value"
