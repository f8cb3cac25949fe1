import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from tests.subtests import every

from grav.rules import (
    CLASSIC,
    EDITIONS,
    REVISED,
    Bonus,
    Criterion,
    Edition,
    Enforcement,
    Rules,
    RulesError,
    Setting,
    parse_edition,
    parse_rules,
    rules_from_json,
    rules_to_json,
)
from grav.rules.json_fields import FormError
from grav.testing import strategies
from grav.text import LANGUAGES

SETTING = Setting(3, 3, 4, 2, 4)
PLAIN = Rules(9, 2, SETTING)
STATED: dict[str, Any] = {"size": 9, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4}


def test_revised_and_challenge_are_the_defaults() -> None:
    assert Rules(9, 2, SETTING, REVISED, Enforcement.CHALLENGE, None) == PLAIN
    assert not PLAIN.is_strict


def test_the_editions_are_the_documented_ones() -> None:
    assert Edition("classic", Bonus.GRANTED, Criterion.EVERY, True, 4, None) == CLASSIC
    assert Edition("revised", Bonus.DECLARED, Criterion.LARGEST, False, 4, None) == REVISED
    assert {"classic": CLASSIC, "revised": REVISED} == EDITIONS


@every(
    ("changes", "name", "value", "bounds"),
    [
        ({"size": 2}, "size", 2, [3, 25]),
        ({"size": 26}, "size", 26, [3, 25]),
        ({"players": 1}, "players", 1, [2, 6]),
        ({"players": 7}, "players", 7, [2, 6]),
        ({"first": -1}, "first", -1, [0, 1]),
        ({"first": 2}, "first", 2, [0, 1]),
        ({"setting": Setting(3, 3, 10, 2, 4)}, "c", 10, [2, 9]),
    ],
)
@every("language", LANGUAGES)
def test_rules_out_of_bounds_are_reported_with_value_and_bounds(
    changes: dict[str, Any], name: str, value: int, bounds: list[int], language: str
) -> None:
    with pytest.raises(RulesError) as caught:
        replace(PLAIN, **changes)
    for part in (name, value, *bounds):
        assert str(part) in caught.value.say(language)


@every(
    ("changes", "name", "value", "least"),
    [({"min_shape": 3}, "min_shape", 3, 4), ({"bonus_limit": -1}, "bonus_limit", -1, 0)],
)
@every("language", LANGUAGES)
def test_house_rules_out_of_bounds_are_reported_with_value_and_bound(
    changes: dict[str, Any], name: str, value: int, least: int, language: str
) -> None:
    with pytest.raises(RulesError) as caught:
        replace(REVISED, **changes)
    for part in (name, value, least):
        assert str(part) in caught.value.say(language)


@given(strategies.rules())
def test_rules_from_the_hypothesis_strategy_are_valid(rules: Rules) -> None:
    rules.setting.check(rules.size)


LINES = {
    "9x9 2p 3 3 4 2 4 revised": PLAIN,
    "9x9 2p 3 3 4 2 4 revised min_shape=5 strict": Rules(
        9, 2, SETTING, replace(REVISED, min_shape=5), Enforcement.STRICT
    ),
    "9x9 6p 3 3 4 2 4 classic first=5": Rules(9, 6, SETTING, CLASSIC, first=5),
    "9x9 2p 3 3 4 2 4 classic bonus=declared shapes=whole bonus_pass=no min_shape=6 "
    "bonus_limit=0 strict first=0": Rules(
        9,
        2,
        SETTING,
        Edition("classic", Bonus.DECLARED, Criterion.WHOLE, False, 6, 0),
        Enforcement.STRICT,
        0,
    ),
    "9x9 2p 3 3 4 2 4 revised bonus=granted shapes=every bonus_pass=yes": Rules(
        9, 2, SETTING, Edition("revised", Bonus.GRANTED, Criterion.EVERY, True)
    ),
}


@pytest.mark.parametrize(("line", "rules"), LINES.items(), ids=LINES.keys())
def test_the_canonical_line_goes_both_ways(line: str, rules: Rules) -> None:
    assert str(rules) == line
    assert parse_rules(line) == rules


@given(strategies.rules())
def test_rules_survive_a_round_trip_through_their_line(rules: Rules) -> None:
    assert parse_rules(str(rules)) == rules


@given(strategies.rules(max_size=3, max_players=2), strategies.rules(max_size=3, max_players=2))
def test_rules_are_equal_exactly_if_their_lines_are(one: Rules, other: Rules) -> None:
    assert (one == other) is (str(one) == str(other))
    twin = rules_from_json(json.loads(json.dumps(rules_to_json(one))))
    assert twin == one
    assert str(twin) == str(one)
    assert hash(twin) == hash(one)


@every(
    ("line", "rules"),
    [
        ("9x9 3 3 4 2 4", PLAIN),
        ("9x9 2p 3 3 4 2 4", PLAIN),
        ("  9x9  2p 3 3\t4 2 4 challenge ", PLAIN),
        ("9x9 3 3 4 2 4 strict revised", replace(PLAIN, enforcement=Enforcement.STRICT)),
        ("9x9 3 3 4 2 4 min_shape=4 bonus_limit=none", PLAIN),
        ("9x9 3 3 4 2 4 first=1 classic", Rules(9, 2, SETTING, CLASSIC, first=1)),
        ("9x9 3 3 4 2 4 bonus_pass=no min_shape=5 revised",
         replace(PLAIN, edition=replace(REVISED, min_shape=5))),
    ],
)  # fmt: skip
def test_a_line_may_omit_or_state_the_defaults_in_any_order(line: str, rules: Rules) -> None:
    assert parse_rules(line) == rules


@every(
    ("line", "key", "told"),
    [
        ("", "rules.line_form", ""),
        ("9 2p 3 3 4 2 4", "rules.line_form", "9 2p 3 3 4 2 4"),
        ("9x8 2p 3 3 4 2 4", "rules.line_form", "9x8 2p 3 3 4 2 4"),
        ("9x9 2p 3 3 4 2", "rules.line_form", "9x9 2p 3 3 4 2"),
        ("9x9 2p 3 3 4 2 4 5", "rules.word", "5"),
        ("9x9 2p 3 3 4 2 4 lenient", "rules.word", "lenient"),
        ("9x9 2p 3 3 4 2 4 strict strict", "rules.word", "strict"),
        ("9x9 2p 3 3 4 2 4 revised classic", "rules.word", "classic"),
        ("9x9 2p 3 3 4 2 4 min_shape=5 min_shape=5", "rules.word", "min_shape=5"),
        ("9x9 2p 3 3 4 2 4 shape=every", "rules.word", "shape=every"),
        ("9x9 2p 3 3 4 2 4 bonus=bought", "rules.part", "bought"),
        ("9x9 2p 3 3 4 2 4 shapes=some", "rules.part", "some"),
        ("9x9 2p 3 3 4 2 4 bonus_pass=maybe", "rules.part", "maybe"),
        ("9x9 2p 3 3 4 2 4 min_shape=four", "rules.part_number", "four"),
        ("9x9 2p 3 3 4 2 4 bonus_limit=", "rules.part_number", ""),
        ("9x9 2p 3 3 4 2 4 first=none", "rules.part_number", "none"),
        ("9x9 2p 3 3 4 2 4 min_shape=3", "rules.too_small", "3"),
        ("26x26 2p 3 3 4 2 4", "rules.out_of_bounds", "26"),
    ],
)
@every("language", LANGUAGES)
def test_an_invalid_line_is_refused_with_what_was_found(
    line: str, key: str, told: str, language: str
) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(line)
    assert caught.value.text.key == key
    assert told in caught.value.say(language)


@given(strategies.editions())
def test_an_edition_survives_a_round_trip_through_text(edition: Edition) -> None:
    assert parse_edition(str(edition)) == edition


@pytest.mark.parametrize("text", ["", "min_shape=5", "modern", "revised strict", "revised first=0"])
def test_an_invalid_edition_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse_edition(text)


def test_json_has_the_edition_and_only_the_parts_that_differ_from_it() -> None:
    assert rules_to_json(PLAIN) == STATED | {
        "edition": "revised",
        "enforcement": "challenge",
        "first": None,
    }
    house = Rules(
        9,
        2,
        SETTING,
        replace(CLASSIC, bonus=Bonus.DECLARED, bonus_limit=2),
        Enforcement.STRICT,
        first=1,
    )
    assert json.loads(json.dumps(rules_to_json(house))) == STATED | {
        "edition": "classic",
        "enforcement": "strict",
        "first": 1,
        "bonus": "declared",
        "bonus_limit": 2,
    }


@given(strategies.rules())
def test_rules_survive_a_round_trip_through_json(rules: Rules) -> None:
    assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules


def test_json_may_omit_edition_enforcement_and_first() -> None:
    assert rules_from_json(STATED) == PLAIN


@every(
    ("value", "told"),
    [
        ([], "rules: "),
        ({**STATED, "a": "3"}, "rules.a: "),
        ({**STATED, "a": 3.0}, "rules.a: "),
        ({**STATED, "a": 10**4000}, "rules.a: "),
        ({**STATED, "players": True}, "rules.players: "),
        ({**STATED, "first": "0"}, "rules.first: "),
        ({**STATED, "edition": "modern"}, "rules.edition: "),
        ({**STATED, "edition": ["revised"]}, "rules.edition: "),
        ({**STATED, "enforcement": None}, "rules.enforcement: "),
        ({**STATED, "bonus": "bought"}, "rules.bonus: "),
        ({**STATED, "shapes": 1}, "rules.shapes: "),
        ({**STATED, "bonus_pass": "no"}, "rules.bonus_pass: "),
        ({**STATED, "bonus_pass": 1}, "rules.bonus_pass: "),
        ({**STATED, "min_shape": None}, "rules.min_shape: "),
        ({**STATED, "bonus_limit": False}, "rules.bonus_limit: "),
        ({**STATED, "komi": 6}, "komi"),
        ({key: value for key, value in STATED.items() if key != "c"}, '"c"'),
    ],
)
def test_json_of_a_wrong_form_is_refused_with_its_place(value: object, told: str) -> None:
    with pytest.raises(FormError) as caught:
        rules_from_json(value)
    assert told in str(caught.value)
    for language in LANGUAGES:
        assert "rules" in caught.value.say(language)


def test_the_caller_names_the_place() -> None:
    with pytest.raises(FormError, match=r'^line 3: "size" is missing$'):
        rules_from_json({}, "line 3")


def test_json_out_of_bounds_is_a_rules_error() -> None:
    with pytest.raises(RulesError, match=r"^b is 10, but it must be from 2 to 9$"):
        rules_from_json({**STATED, "b": 10})
