"""What games are like under a rule, and what carries over between kinds of player."""

import pytest

from grav.atlas import GREEDY, RANDOM, SEARCH_1000
from grav.lab.editions import ADVISED_EDITION
from grav.lab.findings.outcomes import OUTCOME_MEASURES, median_outcomes
from grav.lab.findings.player_kinds import compare_player_kinds, rows_of_search_sample
from grav.lab.findings.rows import CLAIM_SIZES, EDITIONS, SIZES, find_measured_rows
from grav.lab.thinking_samples import thinking_parts


def medians(size: int, edition: str, who: str = RANDOM) -> dict[str, float]:
    found = median_outcomes(size, edition, who)
    assert found is not None
    return found


@pytest.mark.parametrize("size", SIZES)
def test_one_bonus_turn_per_turn_ends_chains_on_every_board(size: int) -> None:
    books, limited = medians(size, "revised"), medians(size, "revised bonus_limit=1")
    assert books["chain_share"] > 0.7
    assert limited["chain_share"] < 0.1
    assert limited["lead_changes"] > 3 * books["lead_changes"]


@pytest.mark.parametrize("size", CLAIM_SIZES)
def test_the_recommended_rules_are_balanced_between_greedy_players_too(size: int) -> None:
    advised, books = medians(size, ADVISED_EDITION, GREEDY), medians(size, "revised", GREEDY)
    assert advised["first_wins"] == pytest.approx(0.5, abs=0.02)
    assert books["first_wins"] < 0.25


@pytest.mark.parametrize("size", SIZES)
def test_every_edition_has_all_outcomes_on_every_board(size: int) -> None:
    for edition in EDITIONS:
        assert set(medians(size, edition)) == {*OUTCOME_MEASURES, "first_wins"}


def test_a_missing_measurement_is_none() -> None:
    assert median_outcomes(17, ADVISED_EDITION, GREEDY) is None
    assert median_outcomes(9, "revised min_shape=6", GREEDY) is None
    assert median_outcomes(9, "revised min_shape=5") is None
    assert compare_player_kinds(13, "classic", "fill") is None
    assert rows_of_search_sample(13, "classic") == {}


def test_kinds_of_players_are_compared_on_the_settings_that_all_of_them_played() -> None:
    settings = find_measured_rows(7, "revised", SEARCH_1000)
    found = compare_player_kinds(7, "revised", "fill")
    assert found is not None
    assert found.settings == len(settings)
    assert set(found.medians) == {RANDOM, GREEDY, SEARCH_1000}
    for rows in rows_of_search_sample(7, "revised").values():
        assert [row.setting for row in rows] == list(settings)
    assert GREEDY not in rows_of_search_sample(9, "revised")  # played on other settings there


def test_the_comparison_is_on_every_setting_of_the_sample() -> None:
    for part in thinking_parts():
        if part.who == SEARCH_1000 and part.players == 2:
            found = rows_of_search_sample(part.size, part.edition)
            assert len(found[SEARCH_1000]) == len(part.settings)


def test_what_is_the_same_on_all_settings_has_no_correlation() -> None:
    alike = compare_player_kinds(7, ADVISED_EDITION, "first_wins")
    assert alike is not None
    assert alike.alike is not None
    assert -1 <= alike.alike <= 1
