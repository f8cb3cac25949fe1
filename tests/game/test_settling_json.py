"""Settling as JSON: it is replayed, survives a round trip, and is checked for tampering."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.game.agreement import AcceptProposal, Agreement, Propose
from grav.game.cards import Cards, Draw, Keep
from grav.game.dice import Dice, Roll
from grav.game.sensible_settings import sensible_settings
from grav.game.settling_json import (
    Settling,
    SettlingStep,
    settle,
    settling_from_json,
    settling_to_json,
)
from grav.game.settling_refusal import SettlingCode, SettlingError
from grav.rules.json_fields import FormError
from grav.rules.setting import RulesError, Setting
from grav.text import LANGUAGES, GravError, catalogue

SETTING = Setting(3, 3, 4, 2, 4)
DICE: dict[str, Any] = {
    "how": "dice",
    "size": 9,
    "players": 2,
    "seed": "grav",
    "steps": [{"do": "roll", "by": 1}],
    "settled": "6 5 17 3 4",
}
CARDS: dict[str, Any] = {
    "how": "cards",
    "size": 9,
    "players": 2,
    "seed": "grav",
    "steps": [{"do": "draw", "by": 0}, {"do": "keep", "by": 0, "index": 1}],
    "settled": None,
}
AGREEMENT: dict[str, Any] = {
    "how": "agreement",
    "size": 9,
    "players": 2,
    "steps": [{"do": "propose", "by": 0, "setting": "3 3 4 2 4"}, {"do": "accept", "by": 1}],
    "settled": "3 3 4 2 4",
}


@st.composite
def settlings(draw: st.DrawFn) -> Settling:
    """Draws a settling by any way, after any number of allowed steps."""
    size, players = draw(st.integers(3, 25)), draw(st.integers(2, 6))
    seed = draw(st.text(st.characters(exclude_categories=["Cs"])))
    ways: list[Settling] = [
        Dice(size, players, seed),
        Cards(size, players, seed),
        Agreement(size, players),
    ]
    settling = draw(st.sampled_from(ways))
    for _ in range(draw(st.integers(0, 12))):
        if settling.settled is None:
            settling = settle(settling, draw(steps_of(settling)))
    return settling


def steps_of(settling: Settling) -> st.SearchStrategy[SettlingStep]:
    """Returns the steps that are allowed now."""
    seats = range(settling.players)
    match settling:
        case Dice():
            return st.builds(Roll, st.sampled_from(seats))
        case Cards(to_act=int(seat), hand=()):
            return st.just(Draw(seat))
        case Cards(to_act=int(seat), hand=hand):
            return st.builds(Keep, st.just(seat), st.sampled_from(range(len(hand))))
        case Agreement() as agreement:
            setting = st.sampled_from(sensible_settings(settling.size))
            propose = st.builds(Propose, st.sampled_from(seats), setting)
            if agreement.proposal is None:
                return propose
            others = sorted(set(seats) - agreement.accepted)
            return propose | st.builds(AcceptProposal, st.sampled_from(others))
        case _:
            raise AssertionError(settling)


@given(settlings())
def test_settling_survives_a_round_trip_through_json(settling: Settling) -> None:
    text = json.dumps(settling_to_json(settling))
    read = settling_from_json(json.loads(text))
    assert read == settling
    assert json.dumps(settling_to_json(read)) == text


@pytest.mark.parametrize("record", [DICE, CARDS, AGREEMENT], ids=lambda record: record["how"])
def test_stored_examples_are_unchanged_by_a_round_trip(record: dict[str, Any]) -> None:
    assert settling_to_json(settling_from_json(record)) == record


@given(settlings(), st.data())
def test_a_result_that_does_not_follow_from_the_steps_is_refused(
    settling: Settling, data: st.DataObject
) -> None:
    record = settling_to_json(settling)
    false = st.none() | st.sampled_from(sensible_settings(settling.size)).map(str)
    record["settled"] = data.draw(false.filter(lambda claim: claim != record["settled"]))
    with pytest.raises(FormError, match="the steps lead to"):
        settling_from_json(record)


@given(settlings(), st.text(st.characters(exclude_categories=["Cs"])))
def test_with_another_seed_the_result_follows_that_seed_or_the_record_is_refused(
    settling: Settling, seed: str
) -> None:
    record = settling_to_json(settling)
    if "seed" in record:
        record["seed"] = seed
        try:
            read = settling_from_json(record)
        except FormError:
            return
        assert settling_to_json(read) == record


@every(
    ("record", "change", "message"),
    [
        (DICE, {"how": "bones"}, "setting.how"),
        (DICE, {"how": ["dice"]}, "setting.how"),
        (DICE, {"size": "9"}, "setting.size"),
        (DICE, {"players": True}, "setting.players"),
        (DICE, {"seed": 5}, "setting.seed"),
        (DICE, {"seed": "\ud800"}, "UTF-8"),
        (DICE, {"seed": "other"}, "setting.settled"),
        (DICE, {"size": 8}, "setting.settled"),
        (DICE, {"settled": "6 5 17 3 5"}, "setting.settled"),
        (DICE, {"settled": None}, "setting.settled"),
        (DICE, {"settled": [6, 5, 17, 3, 4]}, "setting.settled"),
        (DICE, {"steps": []}, "setting.settled"),
        (DICE, {"steps": {}}, "setting.steps"),
        (DICE, {"steps": [{"do": "roll", "by": 0}] * 2}, r"setting.steps\[1\]: the numbers are"),
        (DICE, {"steps": [{"do": "roll", "by": 2}]}, r"setting.steps\[0\]: there is no player 3"),
        (DICE, {"steps": [{"do": "draw", "by": 0}]}, r"setting.steps\[0\]: found \"draw\""),
        (DICE, {"steps": [{"do": None, "by": 0}]}, r"setting.steps\[0\]"),
        (DICE, {"steps": [{"do": "roll", "by": 0, "at": "c5"}]}, '"at" is not known'),
        (DICE, {"steps": [{"do": "roll"}]}, '"by" is missing'),
        (DICE, {"loaded": True}, '"loaded" is not known'),
        (CARDS, {"settled": "3 3 4 2 4"}, "setting.settled"),
        (CARDS, {"steps": [{"do": "keep", "by": 0, "index": 0}]}, r"setting.steps\[0\]"),
        (CARDS, {"steps": [{"do": "draw", "by": 0}, {"do": "keep", "by": 0}]}, '"index" is'),
        (AGREEMENT, {"seed": "grav"}, '"seed" is not known'),
        (AGREEMENT, {"steps": [{"do": "accept", "by": 0}]}, "nothing has been proposed"),
        (AGREEMENT, {"steps": [{"do": "propose", "by": 0, "setting": "3 3"}]}, "not understood"),
        (AGREEMENT, {"steps": [{"do": "propose", "by": 0, "setting": "2 3 4 2 4"}]}, "a is 2"),
    ],
)
def test_a_record_that_was_tampered_with_is_refused(
    record: dict[str, Any], change: dict[str, Any], message: str
) -> None:
    with pytest.raises(FormError, match=message):
        settling_from_json(record | change)


@every("key", DICE)
def test_a_record_without_one_of_its_keys_is_refused(key: str) -> None:
    with pytest.raises(FormError, match="is missing"):
        settling_from_json({name: value for name, value in DICE.items() if name != key})


@pytest.mark.parametrize("change", [{"size": 2}, {"players": 7}])
def test_a_record_of_an_impossible_table_is_refused(change: dict[str, int]) -> None:
    with pytest.raises(RulesError):
        settling_from_json(DICE | change)


def test_a_step_of_another_way_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="settling by agreement"):
        settle(Agreement(9, 2), Roll(0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_in_every_language(language: str) -> None:
    values = {"seat": 3, "players": 2, "card": 3, "cards": 1, "setting": SETTING}
    for code in SettlingCode:
        sentence = SettlingError(code, **values).say(language)
        assert sentence
        assert "{" not in sentence
    keys = {key for key in catalogue(language) if key.startswith("settling.")}
    assert {f"settling.{code}" for code in SettlingCode} < keys


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", 'setting.settled: found null, but the steps lead to "6 5 17 3 4"'),
        ("ja", 'setting.settled: null とありますが、手順どおりなら "6 5 17 3 4" です'),
        ("ko", 'setting.settled: null이라고 적혀 있지만, 단계를 따라가면 "6 5 17 3 4"예요'),
    ],
)
def test_a_false_result_is_reported_in_every_language(language: str, told: str) -> None:
    with pytest.raises(GravError) as refused:
        settling_from_json(DICE | {"settled": None})
    assert refused.value.say(language) == told


def test_a_refused_step_is_reported_with_its_place_in_the_readers_language() -> None:
    with pytest.raises(GravError) as refused:
        settling_from_json(CARDS | {"steps": [{"do": "draw", "by": 1}]})
    assert refused.value.say("ko") == "setting.steps[0]: 지금은 1번 플레이어의 차례예요"
