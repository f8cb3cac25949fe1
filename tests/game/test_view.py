"""Views never show the verdict on an open placement, and only the help agreed on."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations
from typing import Any

from hypothesis import given
from tests.subtests import every

from grav.game import (
    Accept,
    Action,
    Grav,
    Help,
    Over,
    Pass,
    Penalty,
    Place,
    Placed,
    RefusalCode,
    Remove,
    Resign,
    Shouted,
    State,
    Window,
    WindowView,
    apply,
    replay,
    start,
    view,
    view_event,
)
from grav.rules import Enforcement, Point, Verdict, WrongDistance, parse_rules
from grav.testing import (
    accepted_actions,
    place,
    play_all,
    put,
    put_alone,
    reference,
    refusal_code,
    strategies,
)

HELPS = [
    frozenset(kinds)
    for kinds in chain.from_iterable(combinations(Help, count) for count in range(4))
]
SECRETS = {"violations", "breaches", "shapes", "legal", "bonus"}
A_BREACH = WrongDistance(Point(0, 0), 99, 1, 2)

TWO = parse_rules("13x13 2p 3 2 4 1 24 revised first=0")
NEAR = parse_rules("13x13 3p 3 2 4 2 4 revised first=0")
WITH_ONE_TO_SHOW = put_alone(TWO, 0, "a1", "a3", "c1")  # a stone on c3 completes a shape


def seats(state: State) -> Iterator[int | None]:
    yield None
    yield from range(state.rules.players)


def other_verdict(verdict: Verdict) -> Verdict:
    """Returns the opposite verdict: a breach where there is none, and none where there is one."""
    return replace(verdict, breaches=() if verdict.breaches else (A_BREACH,))


def states(game: strategies.Game) -> list[State]:
    """Returns the start, and every state that the game reached."""
    return [start(game.rules)] + [found for _, found in game.plies if isinstance(found, State)]


def keys(value: Any) -> Iterator[str]:
    """Yields all keys of a JSON value, at any depth."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from keys(part)


@given(strategies.games())
def test_a_view_does_not_depend_on_whether_the_open_placement_breaks_a_rule(
    game: strategies.Game,
) -> None:
    for state in states(game):
        if isinstance(state.phase, Window):
            verdict = other_verdict(state.phase.verdict)
            other = replace(state, phase=replace(state.phase, verdict=verdict))
            for seat in seats(state):
                for agreed in HELPS:
                    assert view(state, seat, agreed) == view(other, seat, agreed)


@given(strategies.games())
def test_without_shapes_help_a_view_does_not_depend_on_the_shapes_either(
    game: strategies.Game,
) -> None:
    for state in states(game):
        if isinstance(state.phase, Window):
            verdict = Verdict((A_BREACH,), shapes=77)
            other = replace(state, phase=replace(state.phase, verdict=verdict, bonus=66))
            for seat in seats(state):
                for agreed in HELPS:
                    if Help.SHAPES not in agreed:
                        assert view(state, seat, agreed) == view(other, seat, agreed)


@given(strategies.games())
def test_an_event_does_not_reveal_whether_the_placement_breaks_a_rule(
    game: strategies.Game,
) -> None:
    for step in replay(game.rules, accepted_actions(game.plies)):
        for event in step.events:
            for agreed in HELPS if isinstance(event, Placed) else ():
                assert isinstance(event, Placed)
                assert event.verdict is not None
                other = replace(event, verdict=other_verdict(event.verdict))
                for seat in seats(step.state):
                    assert view_event(event, seat, agreed) == view_event(other, seat, agreed)


@given(strategies.games())
def test_without_help_a_view_has_no_keys_of_help(
    game: strategies.Game,
) -> None:
    for state in states(game):
        for seat in seats(state):
            form = view(state, seat).to_json()
            del form["rules"]  # `shapes` and `bonus` are also parts of an edition
            assert not SECRETS & set(keys(form))
            assert "last" not in form
    for step in replay(game.rules, accepted_actions(game.plies)):
        for event in step.events:
            shown = view_event(event, None).to_json()
            if not isinstance(event, Shouted):  # a shout makes its verdict public
                assert not SECRETS & set(shown)


@given(strategies.games(max_length=40))
def test_each_kind_of_help_adds_only_its_own_keys(game: strategies.Game) -> None:
    for state in states(game):
        plain = view(state, 0).to_json()
        for agreed in HELPS:
            helped = view(state, 0, agreed).to_json()
            assert helped.keys() - plain.keys() <= {kind.value for kind in agreed}
            for key, value in plain.items():
                if key == "window" and value is not None:
                    extra = {"shapes", "bonus"} if Help.SHAPES in agreed else set()
                    assert helped[key].keys() - value.keys() == extra
                    assert {part: helped[key][part] for part in value} == value
                else:
                    assert helped[key] == value


def test_each_kind_of_help_by_name() -> None:
    state = WITH_ONE_TO_SHOW
    assert view(state, 0, [Help.LAST]).last == Point.parse("c1")
    assert view(state, 0, [Help.LEGAL]).legal == tuple(state.legal())
    shown = view(state, 0, [Help.SHAPES]).shapes
    assert shown is not None
    assert shown[Point.parse("c3")] == 1


def test_shapes_are_shown_for_every_empty_point_legal_or_not() -> None:
    rules = replace(TWO, setting=TWO.setting._replace(d=3, e=3))
    state = put(rules, 0, "g7")
    shown = view(state, 1, [Help.SHAPES]).shapes
    assert shown is not None
    empty = set(reference.points_of_board(13)) - reference.stones_of(state.board)
    assert set(shown) == empty
    assert len(state.legal()) < len(empty)


def test_in_a_window_shapes_help_shows_the_shapes_of_the_open_stone() -> None:
    state = play_all(WITH_ONE_TO_SHOW, place(0, "c3", 1))
    plain = WindowView(0, Point.parse("c3"), 1, (1,), None, None)
    assert view(state, 1).window == plain
    assert view(state, 1, [Help.LEGAL, Help.LAST]).window == plain
    assert view(state, 1, [Help.SHAPES]).window == replace(plain, shapes=1, bonus=1)
    assert view(state, 1, [Help.SHAPES, Help.LEGAL]).legal is None


def test_a_placement_is_shown_with_its_declaration() -> None:
    (event,) = apply(WITH_ONE_TO_SHOW, place(0, "c3", 2)).events
    assert view_event(event, 1) == Placed(0, Point.parse("c3"), 2)
    assert view_event(event, 1).to_json() == {
        "event": "placed",
        "by": 0,
        "at": "c3",
        "declared": 2,
    }
    assert view_event(event, 1, [Help.SHAPES]).to_json()["shapes"] == 1


def test_a_shout_makes_its_verdict_public() -> None:
    state = play_all(put(NEAR, 0, "g7"), place(1, "g8"))
    shouted = apply(state, Grav(2)).events[0]
    assert view_event(shouted, None) == shouted
    assert view_event(shouted, None).to_json() == {
        "event": "shouted",
        "by": 2,
        "against": 1,
        "at": "g8",
        "right": True,
        "breaches": [
            {"rule": "distance", "from": "g7", "distance": 1, "least": 2, "most": 4},
        ],
    }


def test_a_penalty_shows_whose_stone_is_lost() -> None:
    state = put(put(put(NEAR, 0, "g7"), 1, "g9"), 2, "g11")
    state = play_all(state, place(0, "g12"), Grav(2))
    shown = view(state, None)
    assert (shown.phase, shown.to_move, shown.violator) == ("penalty", 2, 0)


MAY = {
    "opening": (start(replace(NEAR, first=None)), ("place", "resign")),
    "starter": (start(replace(NEAR, first=1)), ("place", "resign")),
    "turn": (put(NEAR, 0, "g7"), ("place", "pass", "resign")),
    "window": (play_all(NEAR, place(0, "g7")), ("accept", "grav", "resign")),
    "last to answer and next": (
        play_all(NEAR, place(0, "g7"), Accept(2)),
        ("accept", "grav", "place", "pass", "resign"),
    ),
    "answered": (play_all(NEAR, place(0, "g7"), Accept(1)), ("resign",)),
    "not on turn": (put(put(NEAR, 0, "g7"), 1, "g9"), ("resign",)),
    "resigned": (play_all(NEAR, Resign(1)), ()),
    "over": (play_all(put(NEAR, 0, "g7"), Pass(1), Pass(2), Pass(0)), ()),
}


@every(("state", "may"), MAY.values(), ids=MAY.keys())
def test_what_seat_1_may_try(state: State, may: tuple[str, ...]) -> None:
    assert view(state, 1).may == may
    assert view(state, None).may == ()


def test_acting_is_not_offered_where_bonus_turns_may_follow() -> None:
    """Whether bonus turns follow is unknown until the window closes, so offering to place would
    reveal it.
    """
    in_vain = play_all(WITH_ONE_TO_SHOW, place(0, "c3", 2))
    earned = play_all(WITH_ONE_TO_SHOW, place(0, "c3", 1))
    assert view(in_vain, 1).may == view(earned, 1).may == ("accept", "grav", "resign")
    nothing_said = play_all(WITH_ONE_TO_SHOW, place(0, "c3"))
    assert "place" in view(nothing_said, 1).may


NOT_NOW = {
    RefusalCode.GAME_OVER,
    RefusalCode.NO_SUCH_SEAT,
    RefusalCode.ALREADY_RESIGNED,
    RefusalCode.WRONG_PHASE,
    RefusalCode.NOT_YOUR_TURN,
    RefusalCode.OWN_MOVE,
    RefusalCode.ALREADY_ACCEPTED,
    RefusalCode.MUST_PLACE,
}


def examples(state: State, seat: int) -> dict[str, Action]:
    """Returns an action of each kind, at a suitable point if there is one."""
    empty = sorted(set(reference.points_of_board(state.rules.size)) - set(state.trail))
    phase = state.phase
    theirs = [
        point
        for point in state.trail
        if isinstance(phase, Penalty) and state.board.owner(point) == phase.violator
    ]
    return {
        "place": Place(seat, (empty or [Point(0, 0)])[0]),
        "pass": Pass(seat),
        "accept": Accept(seat),
        "grav": Grav(seat),
        "remove": Remove(seat, (theirs or [Point(0, 0)])[0]),
        "resign": Resign(seat),
    }


@given(strategies.games())
def test_offered_actions_may_be_tried_and_others_are_refused(game: strategies.Game) -> None:
    for state in states(game):
        for seat in range(game.rules.players):
            may = view(state, seat).may
            for kind, action in examples(state, seat).items():
                code = refusal_code(state, action)
                if kind in may:
                    assert code not in NOT_NOW
                elif not (isinstance(state.phase, Window) and kind in ("place", "pass")):
                    assert code is not None
            assert ("resign" in may) is bool(may)


@given(strategies.games())
def test_somebody_may_act_until_the_game_is_over(game: strategies.Game) -> None:
    for state in states(game):
        offered = {kind for seat in range(game.rules.players) for kind in view(state, seat).may}
        assert bool(offered - {"resign"}) is not isinstance(state.phase, Over)


@given(strategies.games())
def test_a_view_agrees_with_the_public_part_of_the_state(game: strategies.Game) -> None:
    for state in states(game):
        shown = view(state, None)
        assert shown.board == state.board
        assert (shown.phase, shown.to_move) == (state.phase.name, state.to_move)
        assert (shown.order, shown.skips) == (state.order, state.skips)
        assert shown.resigned == state.resigned
        assert set(shown.passed) == state.passed


def test_strict_play_offers_a_pass_on_a_bonus_turn_only_if_no_point_is_legal() -> None:
    strict = parse_rules("4x4 2p 3 2 2 2 2 revised strict first=0")
    stones = (place(0, "a2"), place(1, "c2"), place(0, "b3"), place(1, "c4"), place(0, "a4", 1))
    assert view(play_all(strict, *stones), 0).may == ("place", "pass", "resign")
    roomy = replace(TWO, enforcement=Enforcement.STRICT)
    state = play_all(put_alone(roomy, 0, "a1", "a3", "c1"), place(0, "c3", 1))
    assert view(state, 0).may == ("place", "resign")
