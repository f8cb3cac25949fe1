"""What positions are like as the board fills: the same positions that the games went through."""

from statistics import fmean, stdev

import numpy as np
import pytest

from grav.native import Policy, legal_masks, positions, stages, tally
from grav.rules import Rules, parse_rules

pytestmark = pytest.mark.needs_core

RULES = parse_rules("7x7 2p 3 3 4 2 4 revised strict")
LARGE = parse_rules("11x11 3p 4 3 5 2 6 classic strict")
GAMES = 60


def points_in_reach(rules: Rules, boards: np.ndarray, lasts: np.ndarray) -> int:
    """Counts the empty points at a right distance from the last stone."""
    rows, columns = np.divmod(np.arange(rules.size**2), rules.size)
    found = 0
    for board, last in zip(boards.reshape(len(boards), -1), lasts, strict=True):
        steps = abs(rows - last // rules.size) + abs(columns - last % rules.size)
        *_, d, e = rules.setting
        found += int(((board < 0) & (steps >= d) & (steps <= e)).sum())
    return found


@pytest.mark.parametrize("rules", [RULES, LARGE], ids=str)
def test_a_stage_sums_the_positions_with_so_many_stones(rules: Rules) -> None:
    policies = ["random"] * rules.players
    by_stones = stages(rules, policies, GAMES, 3).by_stones
    for stones in (1, 4, rules.size, 2 * rules.size):
        played = positions(rules, policies, GAMES, 3, stones)
        there = (played.boards >= 0).sum(axis=(1, 2)) == stones
        boards, lasts = played.boards[there], played.last[there]
        stage = by_stones[stones]
        assert stage.games == stage.decisions == there.sum()
        assert stage.legal == legal_masks(rules, boards, lasts).sum()
        assert stage.in_reach == points_in_reach(rules, boards, lasts)


@pytest.mark.parametrize("policy", ["random", "greedy", Policy(simulations=12)], ids=str)
def test_the_sums_of_whole_games_are_those_of_the_tally(policy: Policy | str) -> None:
    policies = [policy] * 2
    whole = stages(RULES, policies, GAMES, 5, threads=2).whole_games
    total = tally(RULES, policies, GAMES, 5)
    assert whole.games == total.games
    assert whole.decisions == sum(total.decisions)
    assert (whole.legal, whole.in_reach) == (sum(total.legal), sum(total.in_reach))


@pytest.mark.parametrize("stones", [None, 10], ids=["whole games", "at ten stones"])
@pytest.mark.parametrize("name", ["traps", "choice"])
def test_the_error_of_a_ratio_is_what_it_varies_by_from_run_to_run(
    name: str, stones: int | None
) -> None:
    runs = [stages(RULES, ["random"] * 2, 200, 1, first_game=200 * run) for run in range(60)]
    found = [run.whole_games if stones is None else run.by_stones[stones] for run in runs]
    told = fmean(getattr(each, f"{name}_spread") / 200**0.5 for each in found)
    assert stdev(getattr(each, name) for each in found) == pytest.approx(told, rel=0.3)


def test_of_stages_that_no_game_reached_nothing_is_known() -> None:
    full = stages(RULES, ["random"] * 2, 5, 1).by_stones[49]
    assert (full.games, full.traps, full.traps_spread, full.choice) == (0, None, None, None)
