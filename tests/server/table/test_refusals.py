"""Every refusal has a code and a sentence; every phrase has its words."""

from typing import get_args

import pytest
from tests.every import every

from grav.game import Code, Refusal, SettlingCode, SettlingError
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
def test_every_refusal_is_told_in_every_language(code: TableCode, language: Language) -> None:
    refusal = TableRefusal(code, **VALUES)
    assert refusal.say(language)
    assert (refusal.code, code_of(refusal)) == (code, str(code))


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_no_sentence_without_a_refusal(language: Language) -> None:
    assert keys("table", language) == {str(code) for code in TableCode} | NO_SENTENCES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_has_words_in_every_language_and_no_words_are_left_over(
    language: Language,
) -> None:
    assert keys("phrases", language) == set(get_args(Phrase))


def test_a_refusal_of_the_game_keeps_its_own_code() -> None:
    assert code_of(Refusal(Code.OCCUPIED, at="c3")) == "occupied"
    assert code_of(SettlingError(SettlingCode.WRONG_PHASE)) == "wrong_phase"


def test_a_value_that_cannot_be_is_told_as_that() -> None:
    assert code_of(RulesError("rules.too_small", name="a", value=1, least=3)) == "bad_value"
