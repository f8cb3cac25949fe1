"""What positions are like as the board fills: the same positions that the games went through."""

from statistics import fmean, stdev

import numpy as np
import pytest

from grav.native import Policy, Tally, game_sums, legal_masks, positions, tally
from grav.rules import Rules, parse_rules

pytestmark = pytest.mark.needs_core

RULES = parse_rules("7x7 2p 3 3 4 2 4 revised strict")
LARGE = parse_rules("11x11 3p 4 3 5 2 6 classic strict")
GAMES = 60
RUNS = 60
RANDOM = ["random", "random"]


def points_in_reach(rules: Rules, boards: np.ndarray, lasts: np.ndarray) -> int:
    """Counts the empty points at a right distance from the last stone."""
    rows, columns = np.divmod(np.arange(rules.size**2), rules.size)
    found = 0
    for board, last in zip(boards.reshape(len(boards), rules.size**2), lasts, strict=True):
        steps = abs(rows - last // rules.size) + abs(columns - last % rules.size)
        *_, d, e = rules.setting
        found += int(((board < 0) & (steps >= d) & (steps <= e)).sum())
    return found


@pytest.mark.parametrize("rules", [RULES, LARGE], ids=str)
def test_a_stage_sums_the_positions_with_so_many_stones(rules: Rules) -> None:
    policies = ["random"] * rules.players
    by_stones = game_sums(rules, policies, GAMES, 3).by_stones
    for stones in (1, 4, rules.size, 2 * rules.size):
        played = positions(rules, policies, GAMES, 3, stones)
        there = (played.boards >= 0).sum(axis=(1, 2)) == stones
        boards, lasts = played.boards[there], played.last[there]
        stage = by_stones[stones]
        assert (stage.games, stage.ended) == (there.sum(), GAMES - there.sum())
        assert stage.legal == legal_masks(rules, boards, lasts).sum()
        assert stage.in_reach == points_in_reach(rules, boards, lasts)
        ended = points_in_reach(rules, played.boards[~there], played.last[~there])
        assert stage.in_reach_at_end == ended


@pytest.mark.parametrize("stones", [8, 18])
@pytest.mark.parametrize("name", ["traps", "closed"])
def test_the_error_along_games_is_what_a_ratio_varies_by_from_run_to_run(
    name: str, stones: int
) -> None:
    found = [game_sums(RULES, RANDOM, 200, 1, first_game=200 * run) for run in range(RUNS)]
    at = [each.by_stones[stones] for each in found]
    told = fmean(
        getattr(each, f"{name}_spread")
        / (each.games + (each.ended if name == "closed" else 0)) ** 0.5
        for each in at
    )
    assert stdev(getattr(each, name) for each in at) == pytest.approx(told, rel=0.3)


@pytest.mark.parametrize("policy", ["random", Policy(simulations=12)], ids=str)
def test_the_errors_of_whole_games_are_what_ratios_vary_by(policy: Policy | str) -> None:
    games, runs = (200, RUNS) if policy == "random" else (20, RUNS)
    values: dict[str, list[float]] = {}
    told: dict[str, list[float]] = {}
    for run in range(runs):
        chosen = (RULES, [policy] * 2, games, 1)
        sums = game_sums(*chosen, first_game=games * run)
        for name, spread in sums.ratio_spreads().items():
            assert spread is not None
            told.setdefault(name, []).append(spread / games**0.5)
            values.setdefault(name, []).append(ratios(sums.total)[name])
    for name, found in values.items():
        assert stdev(found) == pytest.approx(fmean(told[name]), rel=0.35), name


def ratios(total: Tally) -> dict[str, float]:
    legal, placements = sum(total.legal), total.placements
    return {
        "traps": 1 - legal / sum(total.in_reach),
        "choice": legal / sum(total.decisions),
        "bonus": total.bonus_turns / placements,
        "drama": total.behind / placements,
        "chain_share": total.longest_chain / placements,
        "first_shape": total.first_shape / total.shaped,
    }


def test_of_stages_that_no_game_reached_nothing_is_known() -> None:
    full = game_sums(RULES, RANDOM, 5, 1).by_stones[49]
    assert (full.games, full.traps, full.traps_spread) == (0, None, None)
    assert (full.ended, full.closed) == (5, 1.0)


def test_the_total_is_that_of_the_tally() -> None:
    policies = ["greedy"] * 3
    assert game_sums(LARGE, policies, 40, 9, threads=2).total == tally(LARGE, policies, 40, 9)
