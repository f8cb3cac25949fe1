"""Games between players who search, and skill traces: reproducible, and fair to both orders."""

from math import sqrt

import pytest

from grav.atlas.measures import SKILL_LADDER, SKILL_TRACE
from grav.atlas.player_kinds import SEARCH_SIMULATIONS
from grav.bots.player_definition import define_perception
from grav.lab.player_kinds import define_player_kind, policy_of
from grav.lab.thinking import (
    Doubling,
    doubling_from_json,
    play_alike,
    play_doubling,
    skill,
    skill_error,
    skill_steps,
)
from grav.native import PERFECT_PERCEPTION, Policy, tally
from grav.rules import Rules, parse_rules
from grav.rules.json_fields import FormError

DEEP = parse_rules("7x7 2p 3 3 4 2 4 revised min_shape=6 bonus_limit=1 strict")
DECIDED = parse_rules("5x5 2p 3 3 4 1 3 revised strict")
THREE = parse_rules("5x5 3p 3 3 4 1 3 revised min_shape=6 bonus_limit=1 strict")


@pytest.mark.needs_core
def test_games_of_the_same_budget_are_the_same_however_they_are_split() -> None:
    whole = play_alike(THREE, 20, 7, seed=3)
    assert play_alike(THREE, 20, 4, seed=3) + play_alike(THREE, 20, 3, seed=3, first=4) == whole
    assert whole.total == tally(THREE, [Policy(simulations=20)] * 3, 7, 3)
    assert whole.total.games == sum(whole.total.by_place) == 7


@pytest.mark.needs_core
@pytest.mark.parametrize("rules", [DEEP, THREE], ids=str)
def test_sets_of_a_doubling_are_the_same_however_they_are_split(rules: Rules) -> None:
    whole = play_doubling(rules, 10, 6, seed=3)
    split = play_doubling(rules, 10, 1, seed=3) + play_doubling(rules, 10, 5, seed=3, first=1)
    assert split == whole
    assert play_doubling(rules, 10, 6, seed=4) != whole


@pytest.mark.needs_core
def test_whoever_begins_does_not_matter_for_a_doubling() -> None:
    starting = parse_rules(str(DEEP) + " first=1")
    assert play_doubling(starting, 10, 4, seed=3) == play_doubling(DEEP, 10, 4, seed=3)


@pytest.mark.needs_core
def test_the_doubled_budget_wins_more_where_there_is_something_to_find() -> None:
    found = play_doubling(DEEP, 20, 120, seed=1)
    assert found.share > 0.5 + 2 * found.error
    assert all(won > 60 for won in found.won), "in both orders"


@pytest.mark.needs_core
def test_where_a_place_always_wins_a_doubled_budget_gains_nothing() -> None:
    found = play_doubling(DECIDED, 200, 10, seed=1)
    assert sorted(found.won) == [0, 10]
    assert found.share == 0.5
    assert found.error < 0.1


def test_the_error_of_a_share_comes_from_how_much_the_sets_differ() -> None:
    # Of 98 sets of two games, each was won or lost whole: as 98 games of one each.
    whole = Doubling(10, 98, (49, 49), 4 * 49)
    assert whole.error == pytest.approx(sqrt(0.25 / 98))
    # In each set one game was won: only the two sets that Laplace's rule adds differ.
    assert Doubling(10, 98, (98, 0), 98).error == pytest.approx(sqrt(0.25 * 2 / 100 / 98))


def test_a_trace_is_stored_by_its_mean_its_error_and_its_steps() -> None:
    trace = [Doubling(each, 50, (40, 35 - at), 130) for at, each in enumerate(SKILL_LADDER)]
    steps = skill_steps(trace)
    assert list(steps) == ["skill", *SKILL_TRACE]
    assert steps[f"skill_{SKILL_LADDER[1]}"] == 740
    assert steps["skill"] == round(1000 * skill(trace)) == 725


def test_the_error_of_a_mean_over_independent_steps_is_smaller_than_theirs() -> None:
    trace = [Doubling(each, 50, (40, 35), 130) for each in SKILL_LADDER]
    assert skill_error(trace) == pytest.approx(trace[0].error / sqrt(len(SKILL_LADDER)))
    assert skill_steps(trace)["skill_error"] == round(1000 * skill_error(trace))


def test_a_doubling_goes_through_json() -> None:
    found = Doubling(20, 5, (3, 2, 1), 9)
    assert doubling_from_json(found.to_json(), "step") == found
    with pytest.raises(FormError, match="won"):
        doubling_from_json({"simulations": 20, "sets": 5, "won_squared": 9}, "step")


def test_kinds_of_player_are_defined_by_their_budget_and_perfect_perception() -> None:
    for kind, simulations in SEARCH_SIMULATIONS.items():
        policy = policy_of(kind)
        assert (policy.simulations, policy.perception) == (simulations, PERFECT_PERCEPTION)
    assert define_player_kind("search-1000") == {
        "choice": "search",
        "simulations": 1000,
        "keeps_tree": False,
        "perception": define_perception(PERFECT_PERCEPTION),
    }
    assert define_player_kind("greedy") == {"choice": "greedy", "perception": {}}
