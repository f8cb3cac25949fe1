"""Solved boards: values as stored, and as a plain search by the Python rules computes them."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.subtests import every

from grav.game import Over, Pass, Place, State, Turn, apply, start
from grav.native import is_available
from grav.native.search import SearchError, solve
from grav.rules import Bonus, Point, parse_rules

if not is_available():
    pytest.skip("the native core is not installed", allow_module_level=True)

DATA = Path(__file__).parents[1] / "data" / "solved.json"
CASES = json.loads(DATA.read_text("utf-8"))["cases"]
SMALL = [case for case in CASES if not case["rules"].startswith("5x5")]

PLAIN = (
    "3x3 2p 3 2 2 1 2 classic",
    "3x3 2p 3 2 2 1 2 revised",
    "3x3 2p 3 3 5 2 3 classic bonus_pass=no bonus_limit=2",
    "3x3 2p 3 2 2 1 3 revised shapes=whole",
    "3x3 2p 3 3 4 2 4 classic",
    "3x3 2p 3 3 4 2 4 revised bonus_pass=yes",
    "3x3 2p 3 3 4 1 3 revised",
    "3x3 2p 3 3 5 1 2 revised bonus_limit=1",
)


def after(state: State) -> list[tuple[Point | None, State]]:
    """Yields every state that one action leads to."""
    assert isinstance(state.phase, Turn)
    seat, declared = state.phase.seat, state.rules.edition.bonus is Bonus.DECLARED
    found: list[tuple[Point | None, State]] = [
        (at, apply(state, Place(seat, at, declare)).state)
        for at, shapes in state.legal().items()
        for declare in (range(shapes + 1) if declared else (None,))
    ]
    may_pass = state.begun and (
        not state.phase.on_bonus or state.rules.edition.bonus_pass or not found
    )
    return [*found, (None, apply(state, Pass(seat)).state)] if may_pass else found


def margin_of(state: State, known: dict[Any, int]) -> int:
    """The first player's margin at the end with best play by both, by exhaustive search."""
    first, other = state.board.counts()
    if isinstance(state.phase, Over):
        return first - other
    key = (state.board.owned, state.last, state.phase, state.passed)
    if key not in known:
        margins = [margin_of(next_state, known) for _, next_state in after(state)]
        known[key] = max(margins) if state.to_move == 0 else min(margins)
    return known[key]


@pytest.mark.parametrize("line", PLAIN)
def test_a_plain_search_by_the_python_rules_agrees(line: str) -> None:
    rules = parse_rules(f"{line} strict first=0")
    known: dict[Any, int] = {}
    margins = {at: margin_of(state, known) for at, state in after(start(rules))}
    solved = solve(rules)
    assert solved.margin == max(margins.values())
    assert {at for at, _ in solved.best} == {
        at for at, margin in margins.items() if margin == solved.margin
    }


@every("case", SMALL, ids=lambda case: str(case["rules"]))
def test_the_solver_reproduces_the_stored_values(case: dict[str, Any]) -> None:
    solved = solve(parse_rules(case["rules"]))
    assert solved.margin == case["margin"]
    assert sorted(str(point) for point, _ in solved.best) == case["best"]
    assert solved.first_wins == (solved.margin > 0)


def test_stored_values_are_symmetric() -> None:
    for case in CASES:
        size = int(case["rules"][0])
        best = {Point.parse(name) for name in case["best"]}
        assert best == {Point(point.row, point.column) for point in best}
        assert best == {Point(size - 1 - point.column, point.row) for point in best}


def test_the_winner_does_not_depend_on_enforcement_or_the_starter() -> None:
    line = "4x4 2p 3 2 3 1 2 revised"
    assert solve(parse_rules(line)) == solve(parse_rules(f"{line} strict first=1"))


@pytest.mark.parametrize("line", ["6x6 2p 3 3 4 2 4 revised", "4x4 3p 3 2 3 1 2 revised"])
def test_unsupported_boards_are_refused(line: str) -> None:
    with pytest.raises(SearchError, match="two players"):
        solve(parse_rules(line))


def test_the_solver_gives_up_at_its_limit() -> None:
    with pytest.raises(SearchError, match="100 positions"):
        solve(parse_rules("4x4 2p 3 3 5 1 6 revised"), max_positions=100)
