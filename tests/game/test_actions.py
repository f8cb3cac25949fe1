import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.game import (
    Accept,
    Action,
    Grav,
    Pass,
    Place,
    Remove,
    Resign,
    action_from_json,
    action_keys,
    action_name,
    action_to_json,
)
from grav.rules import Point, PointError
from grav.rules.json_fields import FormError
from grav.testing import strategies
from grav.text import LANGUAGES

C5 = Point.parse("c5")
FORMS: list[tuple[Action, dict[str, Any]]] = [
    (Place(0, C5, 1), {"do": "place", "by": 0, "at": "c5", "declare": 1}),
    (Place(0, C5, 0), {"do": "place", "by": 0, "at": "c5", "declare": 0}),
    (Place(0, C5), {"do": "place", "by": 0, "at": "c5"}),
    (Pass(0), {"do": "pass", "by": 0}),
    (Accept(1), {"do": "accept", "by": 1}),
    (Grav(1), {"do": "grav", "by": 1}),
    (Remove(1, C5), {"do": "remove", "by": 1, "at": "c5"}),
    (Resign(0), {"do": "resign", "by": 0}),
]


@every(("action", "form"), FORMS, ids=[str(form) for _, form in FORMS])
def test_json_of_an_action_is_as_documented(action: Action, form: dict[str, Any]) -> None:
    assert action_to_json(action) == form
    assert action_from_json(form) == action
    assert action_name(action) == form["do"]
    assert form.keys() <= action_keys(action)


any_action = strategies.rules().flatmap(strategies.actions)


@given(any_action)
def test_an_action_survives_a_round_trip_through_json(action: Action) -> None:
    assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action


@given(any_action, st.sampled_from(["note", "time", "x"]), st.integers())
def test_unknown_keys_are_ignored(action: Action, key: str, value: int) -> None:
    assert action_from_json({**action_to_json(action), key: value}) == action
    assert key not in action_keys(action)


@given(any_action)
def test_the_repr_of_an_action_gives_it_back(action: Action) -> None:
    assert eval(repr(action)) == action


PLACE = {"do": "place", "by": 0, "at": "c5"}


@every(
    ("form", "place"),
    [
        (None, "actions[7]"),
        ([], "actions[7]"),
        ("pass", "actions[7]"),
        ({}, "actions[7]"),
        ({"by": 0}, "actions[7]"),
        ({"do": "jump", "by": 0}, "actions[7]"),
        ({"do": ["pass"], "by": 0}, "actions[7]"),
        ({"do": "pass"}, "actions[7]"),
        ({"do": "pass", "by": "0"}, "actions[7].by"),
        ({"do": "pass", "by": None}, "actions[7].by"),
        ({"do": "pass", "by": 0.0}, "actions[7].by"),
        ({"do": "pass", "by": True}, "actions[7].by"),
        ({"do": "place", "by": 0}, "actions[7]"),
        ({"do": "remove", "by": 0}, "actions[7]"),
        ({**PLACE, "at": 5}, "actions[7].at"),
        ({**PLACE, "at": None}, "actions[7].at"),
        ({**PLACE, "declare": "1"}, "actions[7].declare"),
        ({**PLACE, "declare": None}, "actions[7].declare"),
        ({**PLACE, "declare": True}, "actions[7].declare"),
        ({**PLACE, "declare": -1}, "actions[7].declare"),
    ],
    ids=str,
)
def test_a_wrong_form_is_reported_with_its_place(form: object, place: str) -> None:
    with pytest.raises(FormError) as caught:
        action_from_json(form, "actions[7]")
    for language in LANGUAGES:
        assert caught.value.say(language).startswith(f"{place}: ")


@every("at", ["", "c", "C5", "c05", "55", "c5 "])
@every("do", ["place", "remove"])
def test_an_invalid_point_name_is_reported_with_its_place(do: str, at: str) -> None:
    with pytest.raises(FormError) as caught:
        action_from_json({"do": do, "by": 0, "at": at}, "actions[7]")
    assert isinstance(caught.value.__cause__, PointError)
    for language in LANGUAGES:
        assert caught.value.say(language).startswith("actions[7].at: ")


@pytest.mark.parametrize("key", ["by", "declare"])
def test_a_number_with_too_many_digits_is_reported_with_its_place(key: str) -> None:
    with pytest.raises(FormError) as caught:
        action_from_json({**PLACE, key: 10**4000}, "actions[7]")
    assert str(caught.value).startswith(f"actions[7].{key}: ")
    long_enough = action_from_json({**PLACE, key: 10**4000 - 1})
    assert getattr(long_enough, key) == 10**4000 - 1
