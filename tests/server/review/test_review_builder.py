"""A review agrees with the game and with the report, step by step, for random games."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from msgspec import UNSET
from tests.subtests import every

from grav.game import Refusal, State, Turn, apply, start, state_to_json
from grav.record import Placement, Record, parse_text_record, report
from grav.rules import Centre, Point, completed_shapes
from grav.server.http.json_bodies import encode_answer
from grav.server.messages.review import Moment, Review
from grav.server.messages.views import Chair
from grav.server.review import playthrough, review_cost_limits
from grav.server.review.review_builder import review_of
from grav.server.review.review_cost_limits import MAX_ACTIONS, Allowance
from grav.server.review.study_board import study_of
from grav.testing.strategies import Game, games

HEAD = "Board: 9x9\nSetting: 3 3 4 2 4\nFirst: 1\n"
SHARED = (
    "phase", "to_move", "order", "board", "bonus_turns", "on_bonus_turn", "skips", "passed",
    "stones", "resigned", "ended", "ranking",
)  # fmt: skip


def review(moves: str, headers: str = "") -> Review:
    return review_of(parse_text_record(f"{HEAD}{headers}\n{moves}"), "en", Allowance())


def record_of(game: Game) -> Record:
    return Record(game.rules, tuple(action for action, _ in game.plies))


def moments_of_kind(found: Review, kind: str) -> list[Moment]:
    return [moment for moment in found.moments if moment.kind == kind]


def comparable(position: Any) -> dict[str, Any]:
    """Returns the part of a position that the state's own JSON has too."""
    form = json.loads(msgspec.json.encode(position))
    return {key: form[key] for key in SHARED}


@given(games())
def test_every_position_is_that_of_the_game(game: Game) -> None:
    found = review_of(record_of(game), "en", Allowance())
    state = start(game.rules)
    plain = state_to_json(state, legal=False)
    assert comparable(found.start) == {key: plain[key] for key in SHARED}
    assert [step.number for step in found.steps] == list(range(1, len(game.plies) + 1))
    for step, (action, outcome) in zip(found.steps, game.plies, strict=True):
        if isinstance(outcome, State):
            state = outcome
        plain = state_to_json(state, legal=False)
        assert comparable(step.position) == {key: plain[key] for key in SHARED}
        assert step.position.last == (plain["last"] or UNSET)
        code = outcome.code.value if isinstance(outcome, Refusal) else None
        assert (step.refused.code if step.refused else None) == code
        assert step.by == action.by
    assert found.result.stones == state.board.counts()
    assert found.result.ended == plain["ended"]


@given(games())
def test_breaches_and_shapes_of_every_placement_are_those_of_the_report(game: Game) -> None:
    record = record_of(game)
    found, plain = review_of(record, "en", Allowance()), report(record)
    truths = {step.number: step.truth for step in found.steps if step.truth is not None}
    assert list(truths) == [placement.index + 1 for placement in plain.placements]
    for truth, placement in zip(truths.values(), plain.placements, strict=True):
        assert (truth.move, truth.at) == (placement.move, str(placement.at))
        assert truth.declared == placement.declared
        assert list(truth.breaches) == [each.to_json() for each in placement.verdict.breaches]
        assert truth.shapes == placement.verdict.shapes
        assert (truth.outcome == "voided", truth.outcome == "stood") == (
            placement.voided,
            placement.stood,
        )
        assert (truth.called is not None) == (placement.called is not None)
        assert bool(truth.missed) <= bool(truth.breaches)
        assert set(truth.missed) <= set(truth.asked)


@given(games())
def test_the_shapes_of_a_review_are_all_shapes_and_no_others(game: Game) -> None:
    rules, state = game.rules, start(game.rules)
    found = review_of(record_of(game), "en", Allowance())
    for step, (_, outcome) in zip(found.steps, game.plies, strict=True):
        if step.truth is not None:
            at = Point.parse(step.truth.at)
            shapes = completed_shapes(state.board, at, rules.edition)
            assert len(shapes) == step.truth.shapes
            plain = [(str(each.centre), tuple(map(str, each.points))) for each in shapes]
            some = [(each.centre, each.points) for each in step.truth.completed]
            if len(shapes) <= review_cost_limits.MAX_SHAPES:
                assert some == plain
            else:
                assert len(some) == review_cost_limits.MAX_SHAPES
                assert set(some) <= set(plain)
        state = outcome if isinstance(outcome, State) else state


@given(games())
def test_every_moment_belongs_to_a_step_and_none_is_missing(game: Game) -> None:
    record = record_of(game)
    found, plain = review_of(record, "en", Allowance()), report(record)
    steps = {step.number: step for step in found.steps}
    assert [moment.step for moment in found.moments] == sorted(m.step for m in found.moments)
    for moment in found.moments:
        assert moment.step in steps
        assert steps[moment.placed].truth is not None
    by_kind = {
        "missed": [p for p in plain.placements if p.is_missed_breach],
        "right_shout": [p for p in plain.called_placements if p.called and p.called.right],
        "wrong_shout": [p for p in plain.called_placements if p.called and not p.called.right],
        "over_declared": [p for p in plain.placements if p.is_over_declared],
        "undeclared": [p for p in plain.placements if p.undeclared and not p.is_over_declared],
    }
    for kind, placements in by_kind.items():
        assert [m.placed for m in moments_of_kind(found, kind)] == [p.index + 1 for p in placements]
    for moment in (*moments_of_kind(found, "right_shout"), *moments_of_kind(found, "wrong_shout")):
        assert steps[moment.step].action["do"] == "grav"
        assert steps[moment.step].by == moment.by


@given(games())
def test_chains_are_consecutive_bonus_turns(game: Game) -> None:
    state = start(game.rules)
    chains: list[list[int]] = []
    for number, (_, outcome) in enumerate(game.plies, start=1):
        if isinstance(outcome, State):
            if len(outcome.trail) > len(state.trail):
                is_bonus = isinstance(state.phase, Turn) and state.phase.on_bonus
                chains = [*chains[:-1], [*chains[-1], number]] if is_bonus else [*chains, [number]]
            state = outcome
    found = moments_of_kind(review_of(record_of(game), "en", Allowance()), "bonus_chain")
    assert [(moment.step, moment.length) for moment in found] == [
        (chain[0], len(chain) - 1) for chain in chains if len(chain) > 2
    ]


def test_everybody_who_accepted_a_breach_missed_it() -> None:
    found = review("1. c3 ok 2. c4 ok 3. c6 ok", "Players: 3\n")
    (missed,) = moments_of_kind(found, "missed")
    assert (missed.step, missed.placed, missed.by, missed.seats) == (4, 4, 1, (0, 2))
    truth = found.steps[3].truth
    assert truth is not None
    assert (truth.outcome, truth.asked, truth.missed) == ("stood", (0, 2), (0, 2))


def test_who_accepted_before_a_right_shout_missed_the_breach_alone() -> None:
    found = review("1. c3 ok 2. c4 3:ok 1:grav!", "Players: 3\n")
    (right,) = moments_of_kind(found, "right_shout")
    assert (right.step, right.placed, right.by, right.seats) == (6, 4, 0, (2,))
    truth = found.steps[3].truth
    assert truth is not None
    assert (truth.outcome, truth.missed, truth.bonus) == ("voided", (2,), 0)
    assert truth.called is not None
    assert (truth.called.by, truth.called.right) == (0, True)


def test_nobody_missed_a_stone_whose_window_is_open() -> None:
    found = review("1. c3 ok 2. c4")
    truth = found.steps[-1].truth
    assert truth is not None
    assert (truth.outcome, truth.missed, found.moments) == ("open", (), ())


# c3, c5, e5 and e3 are the corners of a square: the fourth completes one shape.
SQUARE = "1. c3 ok 2. c5 ok 3. e5 ok 4. e3"


def test_a_shape_has_its_centre_points_and_bonus_turns() -> None:
    truth = review(f"{SQUARE}+1 ok").steps[6].truth
    assert truth is not None
    (shape,) = truth.completed
    assert (shape.centre, shape.stones, shape.points) == ("d4", 4, ("c3", "c5", "e3", "e5"))
    assert (truth.shapes, truth.declared, truth.bonus) == (1, 1, 1)
    assert str(Centre(6, 6)) == shape.centre


def test_in_strict_play_bonus_turns_need_no_declaration() -> None:
    found = review("1. c3 2. c5 3. e5 4. e3+1 5. g3", "Enforcement: strict\n")
    earning, bonus = found.steps[3].truth, found.steps[4].truth
    assert earning is not None
    assert bonus is not None
    assert (earning.bonus, earning.outcome, earning.asked) == (1, "stood", ())
    assert (earning.on_bonus_turn, bonus.on_bonus_turn) == (False, True)


@pytest.mark.parametrize(
    ("last", "kind", "declared"), [("", "undeclared", 0), ("+2", "over_declared", 2)]
)
def test_wrong_declarations_are_moments(last: str, kind: str, declared: int) -> None:
    (moment,) = moments_of_kind(review(f"{SQUARE}{last} ok"), kind)
    assert (moment.step, moment.by, moment.shapes, moment.declared) == (7, 1, 1, declared)


def test_comments_and_headers_of_the_record_are_shown() -> None:
    found = review("; a remark\n1. c3 ; a comment\nok", "Name: x\nPlayer 1: A\nPlayer 2: B\n")
    assert (found.name, found.remark, found.steps[0].comment) == ("x", "a remark", "a comment")
    assert found.players == (Chair("person", "A"), Chair("person", "B"))
    assert found.steps[1].comment is None


def test_players_without_a_name_are_shown_as_guests() -> None:
    assert review("1. c3").players == (Chair("guest"), Chair("guest"))


def test_a_refused_action_has_its_reason_in_the_language() -> None:
    record = parse_text_record(f"{HEAD}\n1. c3 ok 2:c3")
    step = review_of(record, "ko", Allowance()).steps[-1]
    assert step.refused is not None
    assert (step.refused.code, step.refused.text) == ("occupied", "c3에는 이미 돌이 있어요")


RACE = {
    "action": 3,
    "winner": 0,
    "band": [0],
    "sealed": False,
    "entries": [{"seat": 0, "elapsed": 300, "round_trip": None, "said": None, "used": 300}],
}


@every(
    ("races", "count"),
    [
        ([RACE], 1),
        ([RACE | {"new": 1}, RACE], 2),
        ([RACE | {"action": 4}], 0),
        ([RACE | {"winner": 2}], 0),
        ([RACE | {"entries": [{}]}], 0),
        ([7, None, RACE], 1),
        (7, 0),
        (None, 0),
    ],
)
def test_valid_races_are_shown_and_malformed_ones_left_out(races: object, count: int) -> None:
    plain = parse_text_record(f"{HEAD}\n1. c3 ok 2. c4 grav!")
    record = Record(plain.rules, plain.actions, table={"races": races})
    found = review_of(record, "en", Allowance()).races
    assert len(found) == count
    assert {(race.step, race.winner, race.entries[0].used) for race in found} <= {(4, 0, 300)}


@pytest.mark.parametrize("table", [None, 7, [], "races"])
def test_a_record_not_written_by_a_server_has_no_races(table: object) -> None:
    plain = parse_text_record(f"{HEAD}\n1. c3")
    assert review_of(Record(plain.rules, plain.actions, table=table), "en", Allowance()).races == ()


# Study boards


@given(games())
def test_a_study_is_the_last_step_of_a_review(game: Game) -> None:
    accepted = tuple(action for action, outcome in game.plies if isinstance(outcome, State))
    found = study_of(game.rules, accepted, "en", Allowance())
    whole = review_of(Record(game.rules, accepted), "en", Allowance())
    assert found.position == (whole.steps[-1].position if whole.steps else whole.start)
    assert found.last == (whole.steps[-1] if whole.steps else None)
    placed = [step for step in whole.steps if step.truth is not None]
    assert found.placed == (placed[-1] if placed else None)


@given(games())
def test_legal_points_of_a_study_are_those_of_the_rules(game: Game) -> None:
    accepted = [action for action, outcome in game.plies if isinstance(outcome, State)]
    state = start(game.rules)
    for action in accepted:
        state = apply(state, action).state
    found = study_of(game.rules, accepted, "en", Allowance())
    if state.phase.name in ("penalty", "over"):
        assert found.legal is None
    else:
        assert found.legal == {str(at): shapes for at, shapes in state.legal().items()}


# Limits


def test_of_too_many_shapes_the_largest_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playthrough, "MAX_SHAPES", 1)
    moves = "1. c3 2. c5 3. e5 4. e3 5. g3 6. g5"
    truth = review(moves, "Edition: classic\nHouse rules: bonus=declared\n").steps[-1].truth
    assert truth is not None
    assert truth.shapes == 2
    assert [shape.stones for shape in truth.completed] == [6]


def test_shapes_with_too_many_points_have_only_their_centre(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playthrough, "MAX_POINTS", 3)
    truth = review(f"{SQUARE} ok").steps[6].truth
    assert truth is not None
    assert [(s.centre, s.stones, s.points) for s in truth.completed] == [("d4", 4, None)]


def test_huge_numbers_and_lone_surrogates_are_written_as_json() -> None:
    plain = parse_text_record(f"Board: 9x9\nSetting: {10**30} 3 4 2 {10**30}\n\n1:c3+{10**40}")
    record = Record(plain.rules, plain.actions, name="\ud800", comments={0: "\udfff"})
    form = json.loads(encode_answer(review_of(record, "en", Allowance())))
    assert len(form["steps"]) == 1


def test_an_allowance_aborts_games_that_are_too_long_or_take_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allowance = Allowance()
    allowance(MAX_ACTIONS)
    with pytest.raises(Exception, match=str(MAX_ACTIONS)):
        allowance(MAX_ACTIONS + 1)
    monkeypatch.setattr(review_cost_limits, "MAX_WORK", -1.0)
    with pytest.raises(Exception, match="too long to work through"):
        allowance(1)


def test_a_placement_lists_who_had_to_answer() -> None:
    placements: tuple[Placement, ...] = report(
        parse_text_record(f"{HEAD}\n1. c3 ok 2. c5")
    ).placements
    assert [(p.asked, p.accepted) for p in placements] == [((1,), (1,)), ((0,), ())]
