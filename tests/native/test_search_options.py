"""The options of a search: the core's defaults, the bounds, and what options change."""

from math import inf, nan
from typing import Any

import pytest
from tests.subtests import every

from grav.native import is_available
from grav.native.loading import core
from grav.native.search import Candidate, Root, Search
from grav.native.search_options import (
    MAX_WEIGHT,
    MIN_WEIGHT,
    WITHOUT_INSIGHT,
    RolloutPolicy,
    SearchOptions,
)
from grav.rules import parse_rules
from grav.testing import place, play_all

if not is_available():
    pytest.skip("the native core is not installed", allow_module_level=True)

RULES = parse_rules("9x9 2p 3 3 4 2 4 revised strict first=0")
NUMBERS = (
    "explore",
    "score_share",
    "shape_weight",
    "safe_weight",
    "number_weight",
    "pass_weight",
    "tries",
    "expand_after",
)


def find(**arguments: Any) -> list[Candidate]:
    """Searches a position in which shapes come soon, and the seat on turn may pass."""
    state = play_all(RULES, place(0, "d4", 0), place(1, "f4", 0))
    search = Search(RULES, Root.from_state(state), seed=1, **arguments)
    search.run(400)
    return search.best(100)


def test_the_defaults_are_those_of_the_core() -> None:
    ours, theirs = SearchOptions(), core().SearchOptions()
    for name in NUMBERS:
        assert getattr(theirs, name) == pytest.approx(getattr(ours, name)), name
    assert theirs.policy.name == ours.policy
    assert [each.name for each in core().RolloutPolicy] == [*RolloutPolicy]


def test_every_option_reaches_the_core() -> None:
    changed = SearchOptions(2.5, 0.25, 3, 5, 7, 0.5, 8, 9, RolloutPolicy.RANDOM)
    theirs = changed.to_core()
    for name in NUMBERS:
        assert getattr(theirs, name) == getattr(changed, name), name
    assert theirs.policy.name == "random"


def test_without_options_a_search_has_the_default_ones() -> None:
    assert find() == find(options=SearchOptions())


def test_without_insight_is_short_for_options() -> None:
    assert find(insight=False) == find(options=WITHOUT_INSIGHT) != find()
    with pytest.raises(ValueError, match="not both"):
        find(insight=False, options=WITHOUT_INSIGHT)


@every(
    "changed",
    [
        {"explore": 0.6},
        {"score_share": 0.3},
        {"shape_weight": 1},
        {"safe_weight": 1},
        {"number_weight": 16},
        {"pass_weight": 1},
        {"tries": 1},
        {"expand_after": 4},
        {"policy": RolloutPolicy.RANDOM},
        {"policy": RolloutPolicy.COMPLETING},
    ],
    ids=str,
)
def test_an_option_changes_the_search(changed: dict[str, Any]) -> None:
    assert find(options=SearchOptions(**changed)) != find()


@every(
    "extreme",
    [
        dict.fromkeys(NUMBERS[2:6], MIN_WEIGHT),
        dict.fromkeys(NUMBERS[2:6], MAX_WEIGHT),
        {"explore": 0, "score_share": 1, "expand_after": 0},
    ],
    ids=["light", "heavy", "no exploring"],
)
def test_a_search_works_at_the_bounds(extreme: dict[str, Any]) -> None:
    found = find(options=SearchOptions(**extreme))
    assert sum(one.visits for one in found) == 400


@every(
    "wrong",
    [
        {"explore": -0.1},
        {"explore": nan},
        {"explore": inf},
        {"score_share": 1.1},
        {"shape_weight": 0},
        {"safe_weight": -1},
        {"number_weight": 1e9},
        {"pass_weight": nan},
        {"tries": 0},
        {"tries": 2.5},
        {"expand_after": -1},
    ],
    ids=str,
)
def test_a_value_out_of_bounds_is_refused(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(ValueError, match=name):
        SearchOptions(**wrong)


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match="bold"):
        SearchOptions(policy="bold")  # type: ignore[arg-type]
