"""No answer depends on breaches or shapes of a stone before they are public."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.subtests import every

from grav.bots import create_simple_player
from grav.bots.engine import Engine
from grav.rules import Point, Verdict, WrongDistance, judge
from grav.testing.games.patched_judge import judge_by

A_BREACH = WrongDistance(Point(0, 0), 99, 1, 2)

seats = st.integers(1, 3).map(str)
points = st.builds("{}{}".format, st.sampled_from("abcd"), st.integers(1, 4))
looking = st.sampled_from(("showboard", "grav-state", "grav-state 1", "grav-state 2"))


def moves(declares: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    acting = st.builds("{}{}".format, points, declares) | st.sampled_from(("pass", "accept"))
    return (
        st.builds("play {} {}".format, seats, acting)
        | st.builds("play {} accept".format, seats)
        | st.builds("genmove {}".format, seats)
        | st.sampled_from(("undo", "play 1 resign", "play 1 remove a1", "genmove 9"))
        | looking
    )


def answers(
    rules: str, lines: list[str], truth: Callable[..., Verdict], player: str
) -> list[str | None]:
    """Returns the answers of an engine whose game is patched to give this verdict."""
    with pytest.MonkeyPatch.context() as patch:
        judge_by(patch, truth)
        engine = Engine(lambda seed: create_simple_player(player, seed), "seed")
        return [engine.answer(line) for line in (f"grav-rules {rules}", *lines)]


def swap_verdict(*position: Any) -> Verdict:
    """Returns the opposite verdict: a breach where there is none, and none where there is one."""
    verdict = judge(*position)
    return replace(verdict, breaches=() if verdict.breaches else (A_BREACH,))


@settings(max_examples=100)
@given(
    st.lists(moves(st.sampled_from(("", " declare 1", " declare 9"))), max_size=40),
    st.sampled_from(("4x4 2p 3 3 4 1 4 revised", "4x4 3p 3 2 3 2 3 classic first=0")),
    st.sampled_from(("random", "greedy")),
)
def test_without_a_shout_no_answer_depends_on_whether_a_rule_is_broken(
    lines: list[str], rules: str, player: str
) -> None:
    assert answers(rules, lines, judge, player) == answers(rules, lines, swap_verdict, player)


BEFORE = {
    "revised": ["play 1 b2", "play 2 d2", "play 1 b4", "play 2 accept", "play 2 d4 declare 1"],
    "classic": [
        line
        for seat, other, at in (("1", "2", "b2"), ("2", "1", "d2"), ("1", "2", "b4"))
        for line in (f"play {seat} {at}", f"play {other} accept")
    ]
    + ["play 2 d4"],
}
IN_THE_WINDOW = [
    *("showboard", "grav-state", "grav-state 1", "grav-state 2", "genmove 1", "genmove 2"),
    *("play 1 a1", "play 1 a1 declare 1", "play 1 pass", "play 1 b2", "play 1 z9", "play 2 a1"),
    *("play 2 pass", "play 2 accept", "play 1 remove b2", "grav-window 2", "undo", "showboard"),
]


@every("edition", ["revised", "classic", "classic bonus_limit=1"])
@every("shapes", [0, 1, 7])
@every("broken", [(), (A_BREACH,)], ids=["kept", "broken"])
def test_in_a_window_no_answer_depends_on_the_shapes_of_the_stone(
    edition: str, shapes: int, broken: tuple[WrongDistance, ...]
) -> None:
    at_last = Point.parse("d4")

    def other(rules: Any, board: Any, last: Any, at: Point) -> Verdict:
        return Verdict(broken, shapes) if at == at_last else judge(rules, board, last, at)

    rules = f"5x5 2p 3 3 9 1 8 {edition}"
    lines = BEFORE[edition.split()[0]] + IN_THE_WINDOW
    told = answers(rules, lines, judge, "greedy")
    assert told == answers(rules, lines, other, "greedy")
    assert told[: len(BEFORE[edition.split()[0]]) + 1] == ["=\n\n"] * (
        len(BEFORE[edition.split()[0]]) + 1
    )


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_the_engines_own_answer_in_a_window_does_not_depend_on_the_verdict(player: str) -> None:
    lines = ["play 1 c3", "grav-window 2", "play 2 c4", "grav-window 1"]
    rules = "5x5 2p 3 3 4 2 4 revised"
    assert answers(rules, lines, judge, player) == answers(rules, lines, swap_verdict, player)


def test_a_shout_reveals_the_verdict() -> None:
    lines = ["play 1 c3", "play 2 c4", "play 1 grav", "showboard"]
    rules = "5x5 2p 3 3 4 2 4 revised"
    assert answers(rules, lines, judge, "greedy") != answers(rules, lines, swap_verdict, "greedy")
