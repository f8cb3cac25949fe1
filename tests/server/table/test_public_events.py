"""The public projection of events: it never shows whether a stone breaks a rule before a shout."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.client.event_adapter import events_of
from grav.game import (
    Accepted,
    BonusTurnBegun,
    Ended,
    GameEnded,
    Placed,
    Resigned,
    Shouted,
    Stood,
    Voided,
)
from grav.rules import Board, Point, Rules, Verdict, WrongDistance, judge
from grav.server.messages import commands as c
from grav.server.messages import public_events as h
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Fischer, HouseRules, Settings
from grav.server.messages.views import encode_message
from grav.server.table.command_context import Actor
from grav.testing.games.patched_judge import judge_by
from grav.testing.tables.played_table import NUMBERS, START, PlayedTable, shown
from grav.testing.tables.random_tables import TableStep, play_on, random_table, take

ROOMY = Settings(size=5, setting="3 2 4 1 8", first=0)
A_BREACH = (WrongDistance(Point(0, 0), 99, 1, 2),)
Judge = Callable[[Rules, Board, Point | None, Point], Verdict]


# What happened


def test_seats_are_shown_by_their_numbers() -> None:
    seats: list[e.Sat | e.Invited] = [
        e.Sat(at=START, seat=0, person="p0"),
        e.Invited(at=START, seat=1, person="p1"),
    ]
    table = PlayedTable(Settings(setting=NUMBERS, seats=3), seats)
    assert table.told[0].happened == (h.SeatTaken(0), h.SeatReserved(1))
    assert table.give(Actor("p2"), c.Sit(id="1", seat=2)) == (h.SeatTaken(2),)
    assert table.give(Actor("p2"), c.Leave(id="1", seat=2)) == (h.SeatLeft(2),)


def test_a_placement_has_its_declaration_and_number() -> None:
    table = PlayedTable(ROOMY)
    assert table.place(0, "c3") == (shown(Placed(0, Point.parse("c3"), 0), placement=1),)
    assert table.accept(1) == (shown(Accepted(1)), shown(Stood(0, Point.parse("c3"))))
    assert table.place(1, "c4", declare=3) == (shown(Placed(1, Point.parse("c4"), 3), placement=2),)


def test_without_declarations_none_is_shown() -> None:
    settings = Settings(size=5, setting="3 2 4 1 8", first=0, edition="classic")
    assert PlayedTable(settings).place(0, "c3") == (
        shown(Placed(0, Point.parse("c3"), None), placement=1),
    )


def test_with_help_a_placement_has_its_shapes() -> None:
    table = PlayedTable(Settings(size=5, setting="3 2 4 1 8", first=0, help=("shapes",)))
    assert table.place(0, "c3") == (shown(Placed(0, Point.parse("c3"), 0, shapes=0), placement=1),)


def test_bonus_turns_are_public_when_they_begin() -> None:
    table = PlayedTable(ROOMY)
    for at, other in (("a1", "e5"), ("a3", "e4"), ("c1", "d5")):
        table.put(0, at)
        table.put(1, other)
    table.place(0, "c3", declare=1)
    assert table.accept(1)[-1] == shown(BonusTurnBegun(by=0, left=0))


def test_automatic_actions_have_their_reason() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, first=0, clock=Fischer(seconds=60)))
    table.place(0, "e5")
    table.wait_until_due()
    assert table.told[-1].happened[0] == shown(Accepted(1), why="time")
    table.wait_until_due()
    assert table.told[-1].happened == (
        shown(Resigned(1), why="time"),
        shown(GameEnded(Ended.RESIGNATION, (0, 1))),
    )


def test_a_right_shout_shows_the_race_the_breach_and_its_effects() -> None:
    table = PlayedTable(Settings(size=5, setting=NUMBERS, first=0))
    table.put(0, "c3")
    table.place(1, "c4")
    assert table.shout(0, reaction=333) == (
        h.RaceDecided(2, 0, (e.Entry(0, 333, 0, None, 333),), (0,), sealed=False),
        shown(Shouted(0, 1, Point.parse("c4"), (WrongDistance(Point.parse("c3"), 1, 2, 4),))),
        shown(Voided(1, Point.parse("c4"))),
    )


# What is secret: verdicts, until a shout is decided or the game is over


def the_opposite(rules: Rules, board: Board, last: Point | None, at: Point) -> Verdict:
    """Returns the opposite verdict: a breach where there is none, and none where there is one;
    shapes are unchanged.
    """
    verdict = judge(rules, board, last, at)
    return Verdict(() if verdict.breaches else A_BREACH, verdict.shapes)


def anything(rules: Rules, board: Board, last: Point | None, at: Point) -> Verdict:
    """Returns a random verdict, independent of the board."""
    chance = Random(f"{rules.players} {board.stones} {last} {at}")
    return Verdict(chance.choice(((), A_BREACH)), chance.randrange(5))


def experienced(table: PlayedTable, script: list[TableStep]) -> list[Any]:
    """Returns everything that is public, step by step, until the first shout is decided."""
    seen: list[Any] = []
    for step in script:
        refused, news = take(table, step), [encode_message(each) for each in table.told]
        if any(isinstance(each, h.RaceDecided) for n in table.told for each in n.happened):
            break
        table.told.clear()
        wholes = [encode_message(table.whole(person)) for person in (None, "p0", "p1")]
        seen.append((refused, news, wholes))
    return seen


def with_few_shouts(script: list[TableStep], chance: Random) -> list[TableStep]:
    return [
        step
        for step in script
        if not isinstance(step.command, c.ShoutGrav) or chance.random() < 0.2
    ]


def assert_nothing_told(table: PlayedTable, chance: Random, other: Judge) -> None:
    script = with_few_shouts(play_on(table, chance, 60), chance)
    as_it_is = experienced(table.reopen(), script)
    with pytest.MonkeyPatch.context() as patch:
        judge_by(patch, other)
        if_it_were_otherwise = experienced(table.reopen(), script)
    assert as_it_is == if_it_were_otherwise


@given(st.integers(0, 2**32 - 1))
def test_no_event_reveals_whether_a_stone_breaks_a_rule(seed: int) -> None:
    chance = Random(seed)
    table = random_table(chance, enforcement="challenge")
    assert_nothing_told(table, chance, the_opposite)


@given(st.integers(0, 2**32 - 1))
def test_without_bonus_turns_no_event_reveals_shapes(seed: int) -> None:
    chance = Random(seed)
    bonus = chance.choice(("granted", "declared"))
    table = random_table(
        chance,
        enforcement="challenge",
        house_rules=HouseRules(bonus_limit=0, bonus=bonus),
        help=chance.choice((None, (), ("legal",), ("legal", "last"))),
    )
    assert_nothing_told(table, chance, anything)


@pytest.mark.parametrize("other", [judge, the_opposite])
def test_a_shout_reveals_the_truth(monkeypatch: pytest.MonkeyPatch, other: Judge) -> None:
    """Otherwise the two properties above would prove nothing."""
    judge_by(monkeypatch, other)
    table = PlayedTable(Settings(size=5, setting=NUMBERS, first=0))
    table.put(0, "c3")
    table.place(1, "c4")
    (shouted,) = (each for each in events_of(table.shout(0)) if isinstance(each, Shouted))
    assert shouted.right is (other is judge)
