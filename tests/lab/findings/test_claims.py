"""What the rulebooks say about difficulty, tested on pairs of settings one step apart."""

from dataclasses import replace

import pytest
from tests.subtests import every

from grav.game import sensible_settings
from grav.lab.findings.claims import (
    CLAIMS,
    HARDNESS_MEASURES,
    RulebookClaim,
    SettingChange,
    check_claim,
    mean_by_number,
)
from grav.lab.findings.rows import CLAIM_SIZES, find_measured_rows
from grav.rules import Setting

BY_NAME = {claim.name: claim for claim in CLAIMS}


@every(
    ("name", "harder"),
    [
        ("a", "4 3 4 2 5"),
        ("b", "5 4 4 2 5"),
        ("b share", "5 4 7 2 5"),
        ("c", "5 3 3 2 5"),
        ("width", "5 3 4 2 4"),
        ("distance", "5 3 4 1 4"),
    ],
)
def test_a_step_changes_what_its_claim_says(name: str, harder: str) -> None:
    assert str(BY_NAME[name].step(Setting(5, 3, 4, 2, 5))) == harder


@every("size", CLAIM_SIZES)
def test_the_same_share_is_kept_as_well_as_whole_stones_allow(size: int) -> None:
    for setting in sensible_settings(size):
        larger = BY_NAME["b share"].step(setting)
        assert larger.b == setting.b + 1
        assert 2 <= larger.c < larger.b**2
        asked = setting.c / setting.b**2
        assert abs(larger.c / larger.b**2 - asked) <= 0.5 / larger.b**2 + 1e-9 or larger.c == 2


@every("size", CLAIM_SIZES)
@every("claim", CLAIMS, ids=lambda claim: claim.name)
def test_a_claim_is_tested_on_all_pairs_of_measured_settings(
    size: int, claim: RulebookClaim
) -> None:
    found = check_claim(claim, size)
    rows = find_measured_rows(size, "revised")
    assert found.pairs == len({each for each in rows if claim.step(each) in rows}) > 100
    assert set(found.change) == set(found.rises) == set(found.falls) == set(HARDNESS_MEASURES)
    for name in HARDNESS_MEASURES:
        assert 0 <= found.rises[name] + found.falls[name] <= 1 + 1e-9


def test_a_step_and_its_reverse_change_measures_in_opposite_ways() -> None:
    lower = BY_NAME["a"]
    higher = replace(lower, step=lambda it: it._replace(a=it.a + 1))
    one, other = check_claim(lower, 9), check_claim(higher, 9)
    assert one.pairs == other.pairs
    for name in HARDNESS_MEASURES:
        assert one.change[name] == pytest.approx(-other.change[name])
        assert one.rises[name] == other.falls[name]


@every("size", CLAIM_SIZES)
@every("name", ["a", "c"])
def test_all_boards_support_the_claims_about_a_and_c(size: int, name: str) -> None:
    assert check_claim(BY_NAME[name], size).rises["traps"] > 0.7


@every("size", CLAIM_SIZES)
@every("name", ["a", "b", "c", "width", "distance"])
def test_on_equally_full_boards_all_claims_hold(size: int, name: str) -> None:
    found = check_claim(BY_NAME[name], size)
    for measure in ("traps_20", "difficulty"):
        assert found.change[measure] > 0
        assert found.rises[measure] > 0.6 > found.falls[measure]


@every("size", CLAIM_SIZES)
def test_over_whole_games_narrower_rings_seem_to_have_fewer_traps(size: int) -> None:
    found = check_claim(BY_NAME["width"], size)
    assert found.falls["traps"] > 0.9
    assert found.rises["traps_20"] > 0.8


@every("size", CLAIM_SIZES)
def test_a_narrower_ring_has_more_traps_unless_it_moves_away(size: int) -> None:
    def change(step: SettingChange) -> float:
        return check_claim(RulebookClaim("any", "any", step), size).change["traps_20"]

    closer = change(lambda it: it._replace(e=it.e - 1))
    in_place = change(lambda it: it._replace(d=it.d + 1, e=it.e - 1))
    away = change(lambda it: it._replace(d=it.d + 1))
    assert closer > in_place > 0 > away


def test_a_measure_is_given_for_every_value_of_a_number() -> None:
    assert [at for at, _ in mean_by_number("a", 9, "traps")] == [3, 4, 5, 6]
    assert [at for at, _ in mean_by_number("width", 9, "traps")] == [1, 2, 3, 4]
