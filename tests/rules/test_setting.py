import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.rules import RulesError, Setting
from grav.testing.strategies import settings, sizes
from grav.text import LANGUAGES


def test_the_short_form_is_the_five_numbers_in_order() -> None:
    assert Setting.parse("3 3 4 2 5") == Setting(a=3, b=3, c=4, d=2, e=5)
    assert str(Setting(3, 3, 4, 2, 5)) == "3 3 4 2 5"


def test_space_around_the_numbers_does_not_matter() -> None:
    assert Setting.parse("  3  3\t4 2 4\n") == Setting(3, 3, 4, 2, 4)


@given(sizes().flatmap(settings))
def test_a_setting_survives_a_round_trip_through_the_short_form(setting: Setting) -> None:
    assert Setting.parse(str(setting)) == setting


@every(
    "text",
    [
        *("", "3 3 4 2", "3 3 4 2 4 4", "3,3,4,2,4", "a b c d e", "3 3 4 2 -4", "3 3 4 2 4.0"),
        *("٣ 3 4 2 4", "9" * 4001 + " 3 4 2 4"),
    ],
)
def test_an_invalid_setting_is_refused_in_every_language(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        Setting.parse(text)
    for language in LANGUAGES:
        assert text[:60] in caught.value.say(language)
        assert "3 3 4 2 4" in caught.value.say(language)


@given(st.data(), sizes())
def test_every_setting_within_the_bounds_is_valid(data: st.DataObject, size: int) -> None:
    data.draw(settings(size)).check(size)


@pytest.mark.parametrize(
    "setting",
    ["3 2 2 0 1", "3 9 81 16 16", "99 9 2 16 99", "3 2 4 0 1", "3 9 81 0 1"],
)
def test_the_bounds_are_inclusive(setting: str) -> None:
    Setting.parse(setting).check(9)


@every(
    ("setting", "name", "value", "bounds"),
    [
        (Setting(2, 3, 4, 2, 4), "a", 2, [3]),
        (Setting(-1, 3, 4, 2, 4), "a", -1, [3]),
        (Setting(3, 1, 4, 2, 4), "b", 1, [2, 9]),
        (Setting(3, 10, 4, 2, 4), "b", 10, [2, 9]),
        (Setting(3, 3, 1, 2, 4), "c", 1, [2, 9]),
        (Setting(3, 3, 10, 2, 4), "c", 10, [2, 9]),
        (Setting(3, 2, 5, 2, 4), "c", 5, [2, 4]),
        (Setting(3, 3, 4, -1, 4), "d", -1, [0, 16]),
        (Setting(3, 3, 4, 17, 18), "d", 17, [0, 16]),
        (Setting(3, 3, 4, 7, 6), "e", 6, [7]),
        (Setting(3, 3, 4, 0, 0), "e", 0, [1]),
    ],
)
@every("language", LANGUAGES)
def test_a_number_out_of_bounds_is_reported_with_its_value_and_bound(
    setting: Setting, name: str, value: int, bounds: list[int], language: str
) -> None:
    with pytest.raises(RulesError) as caught:
        setting.check(9)
    values = caught.value.text.values
    assert [values[key] for key in ("name", "value")] == [name, value]
    assert [values[key] for key in ("least", "most") if key in values] == bounds
    for part in (name, value, *bounds):
        assert str(part) in caught.value.say(language)


def test_the_english_message_in_full() -> None:
    with pytest.raises(RulesError, match=r"^b is 10, but it must be from 2 to 9$"):
        Setting(3, 10, 4, 2, 4).check(9)
    with pytest.raises(RulesError, match=r"^e is 1, but it must be at least 2$"):
        Setting(3, 3, 4, 2, 1).check(9)
