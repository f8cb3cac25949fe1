"""The report: placements, verdicts and shouts."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from grav.game import (
    Event,
    Placed,
    Refusal,
    RefusalCode,
    Removed,
    Shouted,
    Turn,
    Voided,
    Window,
    apply,
    start,
)
from grav.record import Call, Record, Report, parse_text_record, record_from_json, report
from grav.rules import CLASSIC, Point, TooLongRun, WrongDistance
from grav.testing.strategies import Game, games

HEAD = "Board: 9x9\nSetting: 3 3 4 2 4\nFirst: 1\n"


def report_of(moves: str, headers: str = "") -> Report:
    return report(parse_text_record(f"{HEAD}{headers}\n{moves}"))


def named(points: str) -> list[Point]:
    return [Point.parse(name) for name in points.split()]


@pytest.fixture(scope="module")
def recorded(vectors: Sequence[dict[str, Any]]) -> Report:
    (vector,) = [vector for vector in vectors if vector["name"] == "recorded-game"]
    return report(record_from_json(vector))


def test_a_game_without_mistakes_has_an_empty_report() -> None:
    told = report_of("1. c3 ok 2. c5 ok")
    assert [(p.move, p.index, p.by, str(p.at)) for p in told.placements] == [
        (1, 0, 0, "c3"),
        (2, 2, 1, "c5"),
    ]
    assert [p.verdict.breaches for p in told.placements] == [(), ()]
    assert (told.missed_breaches, told.called_placements, told.removals, told.refused) == (
        [],
        [],
        0,
        (),
    )


def test_a_right_shout_is_reported_as_called_and_voids_the_stone() -> None:
    told = report_of("1. c3 ok 2. c4 grav! 3. c5 ok")
    first, second, third = told.placements
    assert second.called == Call(by=0, right=True)
    assert second.voided
    assert second.verdict.breaches == (WrongDistance(Point.parse("c3"), 1, 2, 4),)
    assert not second.is_missed_breach
    assert (first.voided, third.voided) == (False, False)
    assert told.called_placements == [second]
    assert told.missed_breaches == []
    assert told.removals == 0  # the violator has no stone to lose


def test_a_right_shout_may_remove_a_stone() -> None:
    told = report_of("1. c3 ok 2. c5 ok 3. c6 grav! -c3 4. e5 ok")
    assert told.removals == 1
    assert [p.voided for p in told.placements] == [False, False, True, False]
    assert told.final.board.counts() == (0, 2)


def test_a_wrong_shout_is_reported_and_the_stone_stands() -> None:
    told = report_of("1. c3 ok 2. c5 grav!")
    second = told.placements[1]
    assert second.called == Call(by=0, right=False)
    assert (second.voided, second.is_missed_breach) == (False, False)
    assert told.called_placements == [second]


def test_a_breach_that_nobody_calls_is_missed() -> None:
    told = report_of("1. c3 ok 2. c4 ok 3. c6 ok")
    assert told.missed_breaches == [told.placements[1]]
    assert told.called_placements == []


def test_a_breach_is_missed_if_the_next_player_just_plays_on() -> None:
    told = report_of("1. c3 2. c4 3. c6")
    assert told.missed_breaches == [told.placements[1]]


def test_a_breach_is_missed_if_its_player_resigns_with_the_window_open() -> None:
    told = report_of("1. c3 ok 2. c4 2:resign")
    assert told.missed_breaches == [told.placements[1]]


def test_a_breach_whose_window_is_open_is_not_missed_yet() -> None:
    """The others may still shout: the stone has not stood."""
    told = report_of("1. c3 ok 2. c4")
    assert told.final.phase.name == "window"
    assert told.missed_breaches == []


# c3, c5, e5 and e3 are the corners of a square: the fourth completes one shape.
SQUARE = "1. c3 ok 2. c5 ok 3. e5 ok 4. e3"


@pytest.mark.parametrize(
    ("last", "declared", "undeclared"),
    [("", 0, 1), ("+0", 0, 1), ("+1", 1, 0), ("+2", 2, 1), ("+9", 9, 1)],
)
def test_shapes_that_were_not_declared_are_counted(
    last: str, declared: int, undeclared: int
) -> None:
    *before, fourth = report_of(f"{SQUARE}{last} ok").placements
    assert fourth.verdict.shapes == 1
    assert (fourth.declared, fourth.undeclared) == (declared, undeclared)
    assert [p.undeclared for p in before] == [0, 0, 0]


def test_nothing_is_undeclared_where_bonus_turns_are_granted() -> None:
    fourth = report_of(f"{SQUARE} ok", "Edition: classic\n").placements[3]
    assert fourth.verdict.shapes == 1
    assert (fourth.declared, fourth.undeclared) == (None, 0)


def test_nothing_is_undeclared_on_a_voided_stone() -> None:
    # a square of the side 1 breaks the distance rule
    *_, fourth = report_of(
        "1. c3 ok 2. c5 ok 3. d3 ok 4. d5 ok 5. c7 ok 6. d7 grav! -c5"
    ).placements
    assert fourth.verdict.shapes > 0
    assert fourth.voided
    assert fourth.undeclared == 0


def test_refused_actions_are_reported_and_the_game_goes_on_without_them() -> None:
    told = report_of("1. c3 2:pass 1:grav! 9:ok 2:c5 1:c3 1:-c3 1:pass 2:pass")
    assert [(refused.index, refused.refusal.code) for refused in told.refused] == [
        (2, RefusalCode.WRONG_PHASE),
        (3, RefusalCode.NO_SUCH_SEAT),
        (4, RefusalCode.NOT_YOUR_TURN),
        (5, RefusalCode.OCCUPIED),
        (6, RefusalCode.WRONG_PHASE),
        (8, RefusalCode.GAME_OVER),
    ]
    clean = report_of("1. c3 2:pass 1:pass")
    assert told.placements == clean.placements
    assert told.final == clean.final


def test_strict_play_refuses_what_would_be_missed() -> None:
    told = report_of("1. c3 2. c4 2. c5", "Enforcement: strict\n")
    assert [refused.refusal.code for refused in told.refused] == [RefusalCode.VIOLATION]
    assert [str(p.at) for p in told.placements] == ["c3", "c5"]
    assert told.missed_breaches == []


def test_a_placement_has_a_json_form() -> None:
    told = report_of("1. c3 ok 2. c4 grav! 3. c5 grav!")
    assert [p.to_json() for p in told.placements] == [
        {"move": 1, "by": 0, "at": "c3", "breaches": [], "shapes": 0, "called": None},
        {
            "move": 2,
            "by": 1,
            "at": "c4",
            "breaches": [{"rule": "distance", "from": "c3", "distance": 1, "least": 2, "most": 4}],
            "shapes": 0,
            "called": {"by": 0, "right": True},
        },
        {
            "move": 3,
            "by": 0,
            "at": "c5",
            "breaches": [],
            "shapes": 0,
            "called": {"by": 1, "right": False},
        },
    ]


def test_the_recorded_game_breaks_rules_at_moves_24_and_32_alone(recorded: Report) -> None:
    broken = {p.move: p.verdict.breaches for p in recorded.placements if p.verdict.breaches}
    assert broken == {
        24: (WrongDistance(Point.parse("b1"), 1, 2, 4),),
        32: (TooLongRun(tuple(named("e6 f5 g4 h3")), 1, 3),),
    }
    assert [p.move for p in recorded.missed_breaches] == [24, 32]
    assert recorded.called_placements == []
    assert recorded.refused == ()
    assert len(recorded.placements) == 33


def test_the_report_of_move_24_of_the_recorded_game_is_exact(recorded: Report) -> None:
    line = json.dumps(recorded.placements[23].to_json(), separators=(",", ":"))
    assert line == (
        '{"move":24,"by":1,"at":"b2",'
        '"breaches":[{"rule":"distance","from":"b1","distance":1,"least":2,"most":4}],'
        '"shapes":13,"called":null}'
    )


def test_the_recorded_game_completes_13_shapes_in_move_24_and_16_in_move_32(
    recorded: Report,
) -> None:
    assert (recorded.placements[23].verdict.shapes, recorded.placements[31].verdict.shapes) == (
        13,
        16,
    )


def test_a_shout_at_move_32_of_the_recorded_game_is_right(
    vectors: Sequence[dict[str, Any]],
) -> None:
    (vector,) = [vector for vector in vectors if vector["name"] == "recorded-game-shout-at-32"]
    told = report(record_from_json(vector))
    assert [p.move for p in told.missed_breaches] == [24]
    assert [(p.move, p.called and p.called.right) for p in told.called_placements] == [(32, True)]


@given(games())
def test_the_report_agrees_with_the_events(game: Game) -> None:
    state, refusals = start(game.rules), 0
    events: list[Event] = []
    for action, _ in game.plies:
        try:
            state, happened = apply(state, action)
            events += happened
        except Refusal:
            refusals += 1
    told = report(Record(game.rules, tuple(action for action, _ in game.plies)))
    placed = [event for event in events if isinstance(event, Placed)]
    assert [(p.by, p.at, p.declared, p.verdict) for p in told.placements] == [
        (event.by, event.at, event.declared, event.verdict) for event in placed
    ]
    assert [p.move for p in told.placements] == list(range(1, len(placed) + 1))
    assert told.final == state
    assert len(told.refused) == refusals
    assert told.removals == sum(isinstance(event, Removed) for event in events)
    shouts = [event for event in events if isinstance(event, Shouted)]
    assert [(p.at, p.called) for p in told.called_placements] == [
        (event.at, Call(event.by, event.right)) for event in shouts
    ]
    voided = [event for event in events if isinstance(event, Voided)]
    assert [(p.by, p.at) for p in told.placements if p.voided] == [
        (event.by, event.at) for event in voided
    ]


@given(games())
def test_every_breach_was_called_or_missed(game: Game) -> None:
    told = report(Record(game.rules, tuple(action for action, _ in game.plies)))
    is_open = isinstance(told.final.phase, Window)
    for placement in told.placements[:-1] if is_open else told.placements:
        right = placement.called is not None and placement.called.right
        assert right == placement.voided
        assert bool(placement.verdict.breaches) == (right or placement.is_missed_breach)


def test_the_report_contains_the_record() -> None:
    record = parse_text_record(HEAD + "Name: x\n\n1. c3 ok")
    assert report(record).record is record
    assert (
        report(replace(record, rules=replace(record.rules, edition=CLASSIC))).missed_breaches == []
    )


def test_a_placement_has_its_bonus_turns_and_whether_it_was_one() -> None:
    *_, fourth, fifth = report_of(f"{SQUARE}+1 ok 5. g3 ok").placements
    assert (fourth.bonus, fourth.on_bonus) == (1, False)
    assert (fifth.bonus, fifth.on_bonus) == (0, True)


def test_strict_play_earns_the_same_and_opens_no_windows() -> None:
    strict = report_of("1. c3 2. c5 3. e5 4. e3+1 5. g3", "Enforcement: strict\n").placements
    played = report_of(f"{SQUARE}+1 ok 5. g3 ok").placements
    assert [(p.bonus, p.on_bonus) for p in strict] == [(p.bonus, p.on_bonus) for p in played]
    assert [p.asked for p in strict] == [()] * 5
    assert [p.asked for p in played] == [(1,), (0,), (1,), (0,), (0,)]


def test_everybody_who_could_have_shouted_at_a_breach_that_stood_missed_it() -> None:
    told = report_of("1. c3 ok 2. c4 3:ok 1:ok 3. c6 ok", "Players: 3\n")
    assert [p.missed_by for p in told.placements] == [(), (0, 2), ()]
    assert told.placements[1].accepted == (2, 0)


def test_only_those_who_accepted_before_a_right_shout_missed_the_breach() -> None:
    told = report_of("1. c3 ok 2. c4 3:ok 1:grav!", "Players: 3\n")
    assert told.placements[1].missed_by == (2,)


@given(games())
def test_bonus_turns_and_askable_seats_agree_with_the_window(game: Game) -> None:
    """The report's bonus turns and askable seats equal those of the window that opened."""
    told = report(Record(game.rules, tuple(action for action, _ in game.plies)))
    states = [outcome for _, outcome in game.plies]
    for placement in told.placements:
        after = states[placement.index]
        assert not isinstance(after, Refusal)
        if isinstance(after.phase, Window):
            assert placement.bonus == after.phase.bonus
            assert placement.on_bonus == after.phase.turn.on_bonus
            assert set(placement.asked) == after.phase.awaiting
        elif isinstance(after.phase, Turn) and after.phase.on_bonus and not placement.on_bonus:
            assert placement.bonus == after.phase.earned
