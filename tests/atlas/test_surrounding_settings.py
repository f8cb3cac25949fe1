"""The settings around one that was not measured, and their weights."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.atlas import canonical_setting
from grav.atlas.surrounding_settings import SurroundingSettings
from grav.rules import Setting

SIZE = 9
SETTINGS = [
    *(
        Setting(a, b, c, d, e)
        for a in (3, 4, 6)
        for b, c in ((2, 2), (2, 4), (3, 2), (3, 5), (5, 5), (5, 15))
        for d, e in ((1, 2), (1, 4), (1, 8), (1, 16), (3, 4), (3, 6), (3, 10), (3, 16))
    ),
    Setting(3, 3, 2, 2, 2),
    Setting(3, 3, 2, 4, 4),
    Setting(3, 3, 3, 1, 2),
]
AROUND = SurroundingSettings(SIZE, SETTINGS)


def find(setting: str) -> Mapping[str, float]:
    return {str(SETTINGS[number]): weight for weight, number in AROUND.find(Setting.parse(setting))}


def test_a_measured_setting_is_surrounded_by_itself() -> None:
    for setting in SETTINGS:
        assert find(str(setting)) == {str(setting): 1}


@every(
    ("wanted", "around"),
    [
        ("3 3 4 1 2", {"3 3 5 1 2": 1 / 2, "3 3 3 1 2": 1 / 2}),
        ("5 3 2 1 2", {"6 3 2 1 2": 3 / 5, "4 3 2 1 2": 2 / 5}),  # by 1 / a
        ("3 3 7 1 2", {"3 3 5 1 2": 1 / 2, "3 2 4 1 2": 1 / 2}),  # c = 9 is stored as 2 4
        ("3 2 2 1 16", {"3 2 2 1 16": 1}),
        ("3 2 2 2 16", {"3 2 2 3 16": 0.63, "3 2 2 1 16": 0.37}),  # no upper bound anywhere
        ("3 2 2 2 5", {"3 2 2 3 6": 0.63, "3 2 2 1 4": 0.37}),  # e - d is the same
    ],
)
def test_weights_are_by_nearness(wanted: str, around: Mapping[str, float]) -> None:
    assert find(wanted) == pytest.approx(around, abs=0.01)


def test_another_square_is_compared_at_the_same_share_of_stones() -> None:
    found = find("3 4 6 1 2")
    assert set(found) == {"3 3 3 1 2", "3 3 5 1 2", "3 5 5 1 2", "3 5 15 1 2"}
    shares = {"3 3 3 1 2": 3 / 9, "3 3 5 1 2": 5 / 9, "3 5 5 1 2": 5 / 25, "3 5 15 1 2": 15 / 25}
    assert sum(weight * shares[name] for name, weight in found.items()) == pytest.approx(6 / 16)


@every("outside", ["9 3 2 1 2", "3 6 5 1 2", "3 5 4 1 2", "3 3 2 4 6", "3 3 2 1 1"])
def test_nothing_is_extrapolated(outside: str) -> None:
    assert find(outside) == {}


def test_a_single_distance_is_like_no_other() -> None:
    assert find("3 3 2 2 2") == {"3 3 2 2 2": 1}
    assert find("3 3 2 3 3") == {}
    # Nor does it take part in others: d = 2 was measured for 2 2 alone.
    assert set(find("3 3 2 2 4")) == {"3 3 2 1 2", "3 3 2 1 4", "3 3 2 3 4", "3 3 2 3 6"}


numbers = st.builds(
    lambda a, b, share, d, more: Setting(a, b, max(2, round(share * b * b)), d, max(1, d + more)),
    st.integers(3, 7),
    st.integers(2, 6),
    st.floats(0, 1),
    st.integers(0, 5),
    st.integers(0, 20),
)


@given(numbers)
def test_those_around_lie_on_both_sides_of_every_number(setting: Setting) -> None:
    found = AROUND.find(setting)
    if not found:
        return
    wanted = canonical_setting(setting, SIZE)
    weights = [weight for weight, _ in found]
    assert sum(weights) == pytest.approx(1)
    assert weights == sorted(weights, reverse=True)
    corners = [SETTINGS[number] for _, number in found]
    assert min(each.a for each in corners) <= wanted.a <= max(each.a for each in corners)
    assert min(each.d for each in corners) <= wanted.d <= max(each.d for each in corners)
    shares = [each.c / each.b**2 for each in corners]
    assert min(shares) <= wanted.c / wanted.b**2 <= max(shares)
    widths = [each.e - each.d for each in corners]
    if wanted.e < 2 * (SIZE - 1):
        assert min(widths) <= wanted.e - wanted.d <= max(widths)
