"""Perft: counts as stored, by the core and by the Python rules."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.subtests import every

from grav.game import Action, State, action_from_json, action_to_json
from grav.native import NativeGame
from grav.rules import parse_rules, rules_to_json
from grav.testing import accepted_actions, play_all, random_game
from grav.testing.games.perft import perft, perft_split
from grav.testing.games.random_rules import random_rules

DATA = Path(__file__).parents[1] / "data" / "perft"
CASES = {file.stem: json.loads(file.read_text("utf-8")) for file in sorted(DATA.glob("*.json"))}
CHEAP = 2000
"""The most sequences that the Python rules count quickly."""

every_case = every("case", CASES.values(), ids=CASES)
needs_core = pytest.mark.needs_core


def actions_of(case: dict[str, Any]) -> list[Action]:
    return [action_from_json(action) for action in case["actions"]]


def state_of(case: dict[str, Any]) -> State:
    return play_all(parse_rules(case["line"]), *actions_of(case))


def game_of(case: dict[str, Any]) -> NativeGame:
    game = NativeGame(parse_rules(case["line"]))
    for action in actions_of(case):
        game.apply(action)
    return game


def native_split(game: NativeGame, state: State, depth: int) -> dict[Action, int]:
    """Counts by first action, for the actions that the Python rules accept."""
    split = {}
    for action in perft_split(state, 1):
        after = game.copy()
        after.apply(action)
        split[action] = after.perft(depth - 1)
    return split


def format_split(split: dict[Action, int]) -> str:
    return "\n".join(f"{json.dumps(action_to_json(a))}: {number}" for a, number in split.items())


@every_case
def test_the_python_rules_reproduce_the_stored_counts(case: dict[str, Any]) -> None:
    state = state_of(case)
    for depth, count in enumerate(case["counts"]):
        if count <= CHEAP:
            assert perft(state, depth) == count, format_split(perft_split(state, depth))


@needs_core
@every_case
def test_the_core_reproduces_the_stored_counts(case: dict[str, Any]) -> None:
    game = game_of(case)
    for depth, count in enumerate(case["counts"]):
        found = game.perft(depth)
        assert found == count, (
            f"depth {depth}\n{format_split(native_split(game, state_of(case), depth))}"
        )


@needs_core
@every_case
def test_both_have_equal_counts_by_first_action(case: dict[str, Any]) -> None:
    game, state = game_of(case), state_of(case)
    assert native_split(game, state, 2) == perft_split(state, 2)
    assert sum(perft_split(state, 2).values()) == case["counts"][2]


@needs_core
@every("seed", range(12))
def test_both_have_equal_counts_in_the_middle_of_random_games(seed: int) -> None:
    """There, skips are owed, penalties are due, and seats have resigned."""
    chance = Random(seed)
    rules = random_rules(chance, max_size=6)
    actions = accepted_actions(random_game(rules, seed, chance.choice((10, 20, 40))))
    state, game = play_all(rules, *actions), NativeGame(rules)
    for action in actions:
        game.apply(action)
    assert perft_split(state, 2) == native_split(game, state, 2), str(rules)


@needs_core
def test_counting_does_not_change_the_game() -> None:
    game = game_of(CASES["5x5-middle-revised"])
    before = game.state_to_json()
    assert game.perft(2) == game.perft(2)
    assert game.state_to_json() == before
    assert game.perft(0) == game.perft(-1) == 1


@every_case
def test_rules_as_a_line_and_as_json_are_equal(case: dict[str, Any]) -> None:
    assert json.loads(json.dumps(rules_to_json(parse_rules(case["line"])))) == case["rules"]
    assert str(parse_rules(case["line"])) == case["line"]


def test_the_cases_are_diverse() -> None:
    assert len(CASES) >= 15
    assert all(case["id"] == name for name, case in CASES.items())
    rules = [parse_rules(case["line"]) for case in CASES.values()]
    kinds = {(each.size, each.edition.name, each.is_strict) for each in rules}
    assert {(size, edition) for size, edition, _ in kinds} >= {
        (size, edition) for size in (3, 4, 5) for edition in ("classic", "revised")
    }
    assert {strict for *_, strict in kinds} == {False, True}
    assert {each.players for each in rules} == {2, 3}
    assert all(case["counts"][-1] > 20_000 for case in CASES.values())
