"""The simple opponents, driven by views alone, as by a server."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

import grav.bots
from grav.bots import SIMPLE_PLAYERS, Player, SimplePlayer, create_simple_player
from grav.game import (
    Accept,
    Action,
    Grav,
    Help,
    Over,
    Pass,
    Place,
    Remove,
    State,
    View,
    Window,
    apply,
    start,
    view,
)
from grav.rules import (
    CLASSIC,
    EDITIONS,
    Bonus,
    Enforcement,
    Rules,
    Setting,
    Verdict,
    legal_set,
    parse_rules,
    points_of,
)
from grav.rules.board import all_points
from grav.testing import place, play_all
from grav.testing.strategies import rules

CAP = 2000
"""A game with more actions than this counts as endless; most have less than a hundred."""


class Ply(NamedTuple):
    before: State
    seen: View
    action: Action


class Game(NamedTuple):
    plies: list[Ply]
    final: State

    @property
    def actions(self) -> list[Action]:
        return [ply.action for ply in self.plies]


def play(
    agreed: Rules, players: Sequence[Player], show: Callable[[View], View] = lambda v: v
) -> Game:
    """Plays until the game is over. Players get only views; a refused action fails the test."""
    state, plies = start(agreed), list[Ply]()
    _show(state, players, show)
    while not isinstance(state.phase, Over) and len(plies) < CAP:
        asked = [view(state, seat) for seat in range(agreed.players)]
        seen = next(seen for seen in asked if set(seen.may) - {"resign"})
        assert seen.seat is not None
        action = players[seen.seat].act(show(seen))
        plies.append(Ply(state, seen, action))
        state = apply(state, action).state
        for player in players:
            player.hear(action)
        _show(state, players, show)
    return Game(plies, state)


def _show(state: State, players: Sequence[Player], show: Callable[[View], View]) -> None:
    for seat, player in enumerate(players):
        player.see(show(view(state, seat)))


def simple_players(name: str, count: int, seed: object = 0) -> list[Player]:
    return [create_simple_player(name, f"{seed}/{seat}") for seat in range(count)]


class Careless:
    """A player that places on any empty point, accepts everything and declares any number, from
    views alone.
    """

    def delay(self, view: View) -> float:  # noqa: ARG002
        return 0.0

    def __init__(self, seed: str) -> None:
        self._chance = Random(seed)

    def hear(self, action: Action) -> None:
        pass

    def see(self, view: View) -> None:
        pass

    def act(self, view: View) -> Action:
        assert view.seat is not None
        if view.violator is not None:
            theirs = points_of(view.board.owned[view.violator], view.board.size)
            return Remove(view.seat, self._chance.choice(sorted(theirs)))
        if view.window is not None:
            return Accept(view.seat)
        empty = sorted(points_of(all_points(view.board.size) & ~view.board.stones, view.board.size))
        if "pass" in view.may and (not empty or self._chance.random() < 0.05):
            return Pass(view.seat)
        return Place(view.seat, self._chance.choice(empty))


def table(
    size: int,
    players: int,
    enforcement: Enforcement = Enforcement.CHALLENGE,
    edition: str = "revised",
) -> Rules:
    return Rules(size, players, Setting(3, 3, 4, 2, 4), EDITIONS[edition], enforcement)


def check_shouts(game: Game) -> tuple[int, int]:
    """Counts right shouts and missed breaches; a wrong shout fails the test."""
    right = missed = 0
    for ply in game.plies:
        if isinstance(ply.before.phase, Window):
            breaks = bool(ply.before.phase.verdict.breaches)
            assert breaks or not isinstance(ply.action, Grav), "a wrong shout"
            right += isinstance(ply.action, Grav)
            missed += breaks and not isinstance(ply.action, Grav)
    return right, missed


# --- whole games ----------------------------------------------------------------------------------


@every("players", range(2, 7))
@every("edition", EDITIONS)
@every("enforcement", Enforcement)
@every("name", SIMPLE_PLAYERS)
def test_whole_games_come_to_an_end_without_a_refusal(
    name: str, enforcement: Enforcement, edition: str, players: int
) -> None:
    for size in (3, 5, 7):
        agreed = table(size, players, enforcement, edition)
        game = play(agreed, simple_players(name, players, size))
        assert isinstance(game.final.phase, Over)
        assert len(game.final.board.rows()) == size
        _, missed = check_shouts(game)
        assert name != "greedy" or missed == 0


@given(rules(max_size=7), st.sampled_from(sorted(SIMPLE_PLAYERS)), st.integers(0, 9))
def test_any_rules_are_played_without_a_refusal_or_a_wrong_shout(
    agreed: Rules, name: str, seed: int
) -> None:
    game = play(agreed, simple_players(name, agreed.players, seed))
    may_be_forced = agreed.enforcement is Enforcement.CHALLENGE and not agreed.edition.bonus_pass
    assert may_be_forced or isinstance(game.final.phase, Over)
    _, missed = check_shouts(game)
    assert name == "random" or missed == 0


@every("seed", range(3))
@every(
    "line",
    ["5x5 2p 5 4 9 0 10 revised", "6x6 2p 4 6 14 4 12 revised", "7x7 4p 8 7 25 4 14 revised"],
)
def test_greedy_does_not_declare_bonus_turns_for_ever(line: str, seed: int) -> None:
    """With no legal point left, a stone of a declared bonus turn is voided, another is removed, the
    next player declares again, and so on: such games took thousands of actions.
    """
    agreed = parse_rules(line)
    game = play(agreed, simple_players("greedy", agreed.players, seed))
    assert isinstance(game.final.phase, Over)
    assert len(game.plies) < 500


@given(rules(max_size=6, enforcement=Enforcement.CHALLENGE), st.integers(0, 9))
def test_greedy_shouts_at_every_breach_and_only_then(agreed: Rules, seed: int) -> None:
    """The opponents break rules all the time, so that stones are voided and removed again and
    again.
    """
    players: list[Player] = [create_simple_player("greedy", f"{seed}")]
    players += [Careless(f"{seed}/{seat}") for seat in range(1, agreed.players)]
    game = play(agreed, players)
    for ply in game.plies:
        if ply.seen.seat == 0 and isinstance(ply.before.phase, Window):
            breaks = bool(ply.before.phase.verdict.breaches)
            assert isinstance(ply.action, Grav if breaks else Accept)


def test_random_shouts_at_some_breaches_and_never_wrongly() -> None:
    right = missed = 0
    for seed in range(20):
        players: list[Player] = [create_simple_player("random", f"{seed}"), Careless(f"{seed}")]
        game = play(table(5, 2), players)
        asked = Game([ply for ply in game.plies if ply.seen.seat == 0], game.final)
        shouts = check_shouts(asked)
        right, missed = right + shouts[0], missed + shouts[1]
    assert right + missed > 50
    assert 0.35 < right / (right + missed) < 0.65


def test_a_placement_breaks_a_rule_only_where_a_bonus_turn_must_be_used() -> None:
    agreed = replace(table(5, 3), edition=replace(CLASSIC, bonus_pass=False))
    forced = 0
    for name in SIMPLE_PLAYERS:
        for seed in range(10):
            for ply in play(agreed, simple_players(name, 3, seed)).plies:
                if isinstance(ply.action, Place) and ply.action.at not in ply.before.legal():
                    assert ply.before.legal() == {}
                    assert ply.seen.on_bonus_turn
                    forced += 1
    assert forced > 0


def test_a_player_passes_only_if_no_point_is_legal() -> None:
    for name in SIMPLE_PLAYERS:
        for ply in play(table(5, 2), simple_players(name, 2)).plies:
            if isinstance(ply.action, Pass):
                assert ply.before.legal() == {}


@given(rules(max_size=6), st.sampled_from(sorted(SIMPLE_PLAYERS)), st.integers(0, 3))
def test_a_single_bonus_turn_is_declared_where_it_is_useful(
    agreed: Rules, name: str, seed: int
) -> None:
    for ply in play(agreed, simple_players(name, agreed.players, seed)).plies:
        legal = ply.before.legal() if isinstance(ply.action, Place) else {}
        if not isinstance(ply.action, Place) or ply.action.at not in legal:
            continue
        at, declared = ply.action.at, ply.action.declare
        if agreed.edition.bonus is Bonus.GRANTED:
            assert declared is None
        else:
            after = legal_set(agreed, ply.before.board.place(at, ply.action.by), at)
            assert declared == (min(1, legal[at]) if after else 0)


def test_greedy_takes_the_most_shapes() -> None:
    most = 0
    for ply in play(table(7, 2), simple_players("greedy", 2)).plies:
        if isinstance(ply.action, Place) and ply.before.legal():
            assert ply.before.legal()[ply.action.at] == max(ply.before.legal().values())
            most = max(most, *ply.before.legal().values())
    assert most > 0


def test_random_does_not_always_take_the_most_shapes() -> None:
    plies = play(table(7, 2), simple_players("random", 2)).plies
    placed = [ply for ply in plies if isinstance(ply.action, Place) and ply.before.legal()]
    fewer = [
        ply
        for ply in placed
        if isinstance(ply.action, Place)
        and ply.before.legal()[ply.action.at] < max(ply.before.legal().values())
    ]
    assert fewer


# --- chance ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SIMPLE_PLAYERS)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    first, again = (play(table(7, 3), simple_players(name, 3, "seed")) for _ in range(2))
    assert first.actions == again.actions


@pytest.mark.parametrize("name", SIMPLE_PLAYERS)
def test_other_seeds_give_other_games(name: str) -> None:
    games = [tuple(play(table(7, 2), simple_players(name, 2, seed)).actions) for seed in range(5)]
    assert len(set(games)) == 5


def test_the_global_random_generator_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("the chance of the whole program was used")

    for function in ("random", "choice", "randrange", "shuffle", "seed"):
        monkeypatch.setattr(f"random.{function}", fail)
    assert isinstance(play(table(5, 2), simple_players("random", 2)).final.phase, Over)


def test_there_are_two_kinds_of_simple_players() -> None:
    assert set(SIMPLE_PLAYERS) == {"random", "greedy"}
    assert isinstance(create_simple_player("greedy", ""), SimplePlayer)
    with pytest.raises(KeyError):
        create_simple_player("clever", "")


# --- what players read ----------------------------------------------------------------------------

NOT_FOR_PLAYERS = {"last", "legal", "shapes"}


class Shown:
    """Wraps a view; reading a field that is not public to all players fails the test."""

    def __init__(self, view: View) -> None:
        self._view = view

    def __getattr__(self, name: str) -> Any:
        assert name in {field.name for field in fields(View)} - NOT_FOR_PLAYERS, name
        return getattr(self._view, name)


def only_what_is_shown(seen: View) -> View:
    return cast("View", Shown(seen))


@pytest.mark.parametrize("name", SIMPLE_PLAYERS)
@pytest.mark.parametrize("enforcement", Enforcement)
def test_nothing_but_the_view_is_read(name: str, enforcement: Enforcement) -> None:
    agreed = table(5, 3, enforcement)
    seen = play(agreed, simple_players(name, 3), only_what_is_shown)
    assert seen.actions == play(agreed, simple_players(name, 3)).actions


@pytest.mark.parametrize("name", SIMPLE_PLAYERS)
def test_help_fields_are_not_used_and_change_nothing(name: str) -> None:
    agreed = table(5, 2)
    plies = play(agreed, simple_players(name, 2)).plies
    helped = simple_players(name, 2)
    for ply in plies:
        for seat, player in enumerate(helped):
            player.see(view(ply.before, seat, list(Help)))
        assert ply.seen.seat is not None
        shown = view(ply.before, ply.seen.seat, list(Help))
        assert helped[ply.seen.seat].act(shown) == ply.action


@every("name", SIMPLE_PLAYERS)
@every("at", ["e3", "f5", "f6", "a1"])
def test_an_answer_does_not_depend_on_the_verdict_that_the_game_holds(name: str, at: str) -> None:
    agreed = replace(table(9, 2), first=0)
    before = play_all(agreed, place(0, "e5"), Accept(1))
    true = play_all(before, place(1, at))
    assert isinstance(true.phase, Window)
    answers = []
    for verdict in (true.phase.verdict, Verdict((), 99)):
        state = replace(true, phase=replace(true.phase, verdict=verdict, bonus=verdict.shapes))
        player = create_simple_player(name, "seed")
        for seen in (start(agreed), before, state):
            player.see(view(seen, 0))
        answers.append(player.act(view(state, 0)))
    assert answers[0] == answers[1]


def test_bot_modules_import_only_views_and_actions_of_the_game() -> None:
    allowed = {"Accept", "Action", "Grav", "Pass", "Place", "Remove", "View", "action_name"}
    folder = Path(grav.bots.__file__).parent
    files = sorted(folder.glob("*.py"))
    assert len(files) >= 4
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("grav.game"):
                assert node.module == "grav.game", file.name
                assert {name.name for name in node.names} <= allowed, file.name
            elif isinstance(node, ast.Import):
                assert not any(name.name.startswith("grav") for name in node.names), file.name
