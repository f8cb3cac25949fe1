"""The numbers of docs/findings.md, computed from the atlas."""

import re
from pathlib import Path

import pytest
from tests.subtests import every

from grav.atlas import GREEDY, RANDOM, SEARCH_1000
from grav.lab.editions import ADVISED_EDITION
from grav.lab.findings import (
    CLAIM_SIZES,
    CLAIMS,
    VARIANTS,
    RulebookClaim,
    check_claim,
    compare_player_kinds,
    mean_by_number,
    median_outcomes,
    rows_of_search_sample,
    wins_by_place,
)
from grav.lab.measures import measure_along_game
from grav.native import tally
from grav.rules import parse_rules

PAGE = (Path(__file__).parents[2] / "docs" / "findings.md").read_text("utf-8")
ROWS = {
    "lower a": "lower a",
    "higher b, same c": "higher b, same c",
    "higher b, same share c / b²": "higher b, c growing with the square",
    "lower c": "lower c",
    "narrower e − d": "narrower e − d",
    "lower d and e": "lower d and e",
}
"""Each claim, and the first cell of its row on the page."""


def row(beginning: str) -> list[str]:
    line = next(line for line in PAGE.splitlines() if line.startswith(f"| {beginning} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def number(cell: str) -> float:
    found = re.search(r"[+−-]?[\d.]+", cell)
    assert found is not None
    return float(found[0].replace("−", "-"))


@every("claim", CLAIMS, ids=lambda claim: claim.name)
def test_the_page_shows_the_measurements_for_a_claim(claim: RulebookClaim) -> None:
    found = check_claim(claim, 9)
    _, traps, rises, choice, fill, _ = row(ROWS[found.claim.said])
    assert number(traps) == pytest.approx(100 * found.change["traps"], abs=0.06)
    assert number(rises) == pytest.approx(100 * found.rises["traps"], abs=0.6)
    assert number(choice) == pytest.approx(found.change["choice"], abs=0.06)
    assert number(fill) == pytest.approx(100 * found.change["fill"], abs=0.6)


def test_all_boards_support_the_claims_about_a_and_c() -> None:
    for claim in CLAIMS:
        if claim.name in ("a", "c"):
            for size in CLAIM_SIZES:
                assert check_claim(claim, size).rises["traps"] > 0.7


def test_one_bonus_turn_per_turn_ends_chains_on_every_board() -> None:
    for size in (7, 9, 13, 17, 23):
        books, limited = (
            median_outcomes(size, "revised"),
            median_outcomes(size, "revised bonus_limit=1"),
        )
        assert books is not None
        assert limited is not None
        assert books["chain_share"] > 0.7
        assert limited["chain_share"] < 0.1
        assert limited["lead_changes"] > 3 * books["lead_changes"]


@pytest.mark.parametrize("size", [7, 9, 13])
def test_the_recommended_rules_are_balanced_between_greedy_players_too(size: int) -> None:
    advised, books = (
        median_outcomes(size, ADVISED_EDITION, GREEDY),
        median_outcomes(size, "revised", GREEDY),
    )
    assert advised is not None
    assert books is not None
    assert advised["first_wins"] == pytest.approx(0.5, abs=0.02)
    assert books["first_wins"] < 0.25
    told = f" {100 * books['first_wins']:.0f} % on {size} × {size}"
    assert told in PAGE.replace("**", "")


@pytest.mark.needs_core
@pytest.mark.parametrize("size", [7, 9, 13])
def test_the_page_shows_how_a_board_fills(size: int) -> None:
    rules = parse_rules(f"{size}x{size} 2p 3 3 4 2 4 revised strict")
    total = tally(rules, ["random"] * 2, 10_000, 1, shapes="needed")
    told = [
        "–" if traps is None or choice is None else f"{100 * traps:.0f} % ({choice:.1f})"
        for traps, choice in zip(
            measure_along_game("traps", total, rules),
            measure_along_game("choice", total, rules),
            strict=True,
        )
    ]
    assert row(f"{size} × {size} as it fills")[1:] == told[:5]
    assert set(told[5:]) == {"–"}


@every("measure", ["choice", "traps", "length", "chain_share", "lead_changes", "first_wins"])
def test_the_page_shows_what_carries_over(measure: str) -> None:
    _, *cells = row(f"`{measure}`")
    runs = [(size, variant) for variant in ("revised", ADVISED_EDITION) for size in (7, 9)]
    for (size, variant), cell in zip(runs, cells, strict=True):
        found = compare_player_kinds(size, variant, measure)
        assert found is not None
        assert number(cell) == pytest.approx(found.alike, abs=0.006)


def test_the_page_shows_how_many_settings_are_balanced_between_players_that_search() -> None:
    even = {
        (size, variant): sum(abs(row.wins[0] - 0.5) <= 0.05 for row in rows[SEARCH_1000])
        for size in (7, 9)
        for variant in VARIANTS
        if (rows := rows_of_search_sample(size, variant))
    }
    assert even == {
        (7, "revised"): 1,
        (7, "classic"): 0,
        (7, "revised bonus_limit=1"): 5,
        (7, ADVISED_EDITION): 24,
        (9, "revised"): 0,
        (9, ADVISED_EDITION): 16,
    }
    for words in (
        "**one** is",
        "**none** under `classic`",
        "**5** with",
        "**24** with",
        "**all 16**",
    ):
        assert words in PAGE
    first = [row.wins[0] for row in rows_of_search_sample(9, "revised")[SEARCH_1000]]
    assert "from 2 % to 89 %" in PAGE
    assert (round(min(first), 2), round(max(first), 2)) == (0.02, 0.89)


def test_kinds_of_players_are_compared_on_the_settings_that_all_of_them_played() -> None:
    found = compare_player_kinds(7, "revised", "fill")
    assert found is not None
    assert found.settings == 28
    assert found.medians[RANDOM] == pytest.approx(0.38, abs=0.006)
    assert found.medians[SEARCH_1000] == pytest.approx(0.49, abs=0.006)
    assert GREEDY not in rows_of_search_sample(9, "revised")  # played on other settings there
    assert compare_player_kinds(13, "revised", "fill") is None


def test_a_missing_measurement_is_none() -> None:
    assert median_outcomes(17, ADVISED_EDITION, GREEDY) is None
    assert median_outcomes(9, "revised min_shape=6", GREEDY) is None
    assert {median_outcomes(7, variant) is None for variant in VARIANTS} == {False}


@pytest.mark.parametrize("size", CLAIM_SIZES)
def test_the_page_shows_the_differences_of_places_at_larger_tables(size: int) -> None:
    for name, variant in (("the books", "revised"), ("advised", ADVISED_EDITION)):
        _, *cells = row(f"{size} × {size}, {name}")
        for players, cell in zip((3, 4, 6), cells, strict=True):
            wins = wins_by_place(size, players, variant)
            assert number(cell) == pytest.approx(max(wins) / min(wins), rel=0.03, abs=0.055)


def test_wins_by_place_are_shares() -> None:
    for players in (2, 3, 4, 6):
        wins = wins_by_place(9, players)
        assert len(wins) == players
        assert 0.9 < sum(wins) < 1.1  # medians of shares, each taken separately


def test_a_measure_is_given_for_every_value_of_a_number() -> None:
    assert [at for at, _ in mean_by_number("a", 9, "traps")] == [3, 4, 5, 6]
    assert [at for at, _ in mean_by_number("width", 9, "traps")] == [1, 2, 3, 4]
