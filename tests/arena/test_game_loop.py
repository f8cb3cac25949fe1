"""One game: which players are asked, which shout counts, and what a fault costs."""

from collections.abc import Callable

import pytest
from tests.subtests import every

from grav.arena import Fault, play_game
from grav.bots import SIMPLE_PLAYERS, create_simple_player
from grav.game import Accept, Action, Grav, Pass, Place, Resign, View, replay
from grav.rules import Point, Rules, parse_rules
from grav.text import GravError

Moves = Callable[[View], Action | None]

TWO = parse_rules("5x5 2p 3 3 4 2 4 revised")
THREE = parse_rules("5x5 3p 3 3 4 2 4 revised")
FOUR = parse_rules("5x5 4p 3 3 4 2 4 revised")


def shouts(view: View) -> Action | None:
    return Grav(view.seat or 0) if view.window else None


def places(at: str) -> Moves:
    def move(view: View) -> Action | None:
        return Place(view.seat or 0, Point.parse(at)) if view.window is None else None

    return move


def passes(view: View) -> Action | None:
    return Pass(view.seat or 0) if "pass" in view.may else None


@every("rules", [TWO, THREE, parse_rules("5x5 2p 3 3 4 2 4 classic strict")])
@every("name", SIMPLE_PLAYERS)
def test_a_game_is_played_to_its_end_and_can_be_replayed(rules: Rules, name: str) -> None:
    result = play_game(rules, [create_simple_player(name, f"{s}") for s in range(rules.players)])
    *_, last = replay(rules, result.record.actions)
    assert last.state.phase.name == "over"
    assert result.ended is not None
    assert result.ranking == getattr(last.state.phase, "ranking", None)
    assert result.stones == last.state.board.counts()
    assert result.winner == result.ranking[0]
    assert result.faults == ()


def test_players_receive_every_action_and_see_every_state_of_their_own_seat(scripted: type) -> None:
    players = [scripted(), scripted(passes)]
    result = play_game(TWO, players)
    for seat, player in enumerate(players):
        assert tuple(player.heard) == result.record.actions
        assert len(player.seen) == len(player.heard) + 1
        assert {view.seat for view in (*player.seen, *player.asked)} == {seat}
        assert all(set(view.may) - {"resign"} for view in player.asked)


@pytest.mark.parametrize("starter", range(3))
def test_the_schedule_names_who_begins_an_open_start(scripted: type, starter: int) -> None:
    result = play_game(THREE, [scripted() for _ in range(3)], starter, 1)
    assert result.record.actions[0].by == starter


def test_a_starter_whom_the_rules_name_begins(scripted: type) -> None:
    rules = parse_rules("5x5 3p 3 3 4 2 4 revised first=2")
    assert play_game(rules, [scripted() for _ in range(3)], 0, 1).record.actions[0].by == 2


def test_all_awaited_players_answer_the_same_window(scripted: type) -> None:
    players = [scripted() for _ in range(4)]
    result = play_game(FOUR, players, 1, 4)
    assert result.record.actions[1:] == (Accept(2), Accept(3), Accept(0))
    assert [player.asked[0].window.awaiting for player in (players[2], players[0])] == [
        (0, 2, 3),
        (0, 2, 3),
    ]


@pytest.mark.parametrize(
    ("pauses", "first"),
    [((9, 3, 1, 2), 2), ((9, 1, 3, 2), 1), ((9, 2, 2, 2), 1), ((1, 9, 5, 5), 2)],
)
def test_the_quickest_shout_settles_a_window(
    scripted: type, pauses: tuple[float, ...], first: int
) -> None:
    """In a tie, the first shouter after the one who placed counts; the pause of the latter does
    not.
    """
    players = [scripted(shouts, pause) for pause in pauses]
    result = play_game(FOUR, players, 0, 2)
    assert result.record.actions[1:] == (Grav(first),)


def test_in_a_tie_the_order_of_play_decides(scripted: type) -> None:
    players = [scripted(shouts) for _ in range(4)]
    assert play_game(FOUR, players, 2, 2).record.actions[1] == Grav(3)


def test_a_lone_shout_is_not_asked_how_long_it_took(scripted: type) -> None:
    class Timeless(scripted):  # type: ignore[misc]
        def delay(self, view: View) -> float:
            raise AssertionError(view)

    players = [scripted(), scripted(), Timeless(shouts)]
    assert play_game(THREE, players, 0, 2).record.actions[1] == Grav(2)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (places("a1"), "occupied"),
        (places("z9"), "off_board"),
        (lambda view: None if view.window else Accept(view.seat), "not_offered"),
        (lambda view: None if view.window else Pass(0), "not_offered"),
    ],
)
def test_a_faulty_player_forfeits(scripted: type, moves: Moves, why: str) -> None:
    result = play_game(TWO, [scripted(places("a1")), scripted(moves)])
    assert result.faults == (Fault(1, why),)
    assert result.record.actions[-1] == Resign(1)
    assert (result.ended, result.ranking) == ("resignation", (0, 1))


def test_the_others_go_on_without_a_faulty_player(scripted: type) -> None:
    players = [scripted(), scripted(lambda _: Resign(0)), scripted(passes)]
    result = play_game(THREE, players)
    assert result.faults == (Fault(1, "not_offered"),)
    assert result.ranking[-1] == 1
    assert {action.by for action in result.record.actions[3:]} == {0, 2}


def test_a_starter_who_forfeits_at_once_leaves_the_start_to_the_next(scripted: type) -> None:
    result = play_game(THREE, [scripted(), scripted(passes), scripted(places("z9"))], 2)
    assert result.record.actions[0] == Resign(2)
    assert result.record.actions[1].by == 0


@pytest.mark.parametrize("method", ["act", "hear", "see"])
def test_a_program_that_breaks_down_forfeits(scripted: type, method: str) -> None:
    class Breaking(scripted):  # type: ignore[misc]
        def hear(self, action: Action) -> None:
            super().hear(action)
            self.fail("hear")

        def see(self, view: View) -> None:
            super().see(view)
            self.fail("see")

        def act(self, view: View) -> Action:
            self.fail("act")
            return super().act(view)  # type: ignore[no-any-return]

        def fail(self, where: str) -> None:
            if where == method and len(self.heard) >= 3:
                raise GravError("bots.program_silent")

    result = play_game(TWO, [scripted(), Breaking()])
    assert result.faults == (Fault(1, "bots.program_silent"),)
    assert result.ranking == (0, 1)
    list(replay(TWO, result.record.actions))


def test_a_program_that_cannot_begin_is_an_error(scripted: type) -> None:
    class Missing(scripted):  # type: ignore[misc]
        def see(self, view: View) -> None:
            raise GravError("bots.program_missing", program=view.seat, why="")

    with pytest.raises(GravError):
        play_game(TWO, [scripted(), Missing()])


def test_a_game_that_does_not_end_is_stopped_and_counted_by_stones(scripted: type) -> None:
    for most in (1, 6, 7):
        result = play_game(TWO, [scripted(), scripted(passes)], 0, most)
        assert len(result.record.actions) == most
        assert result.ended is None
        assert result.ranking == (0, 1)
        assert result.stones[1] == 0


def test_in_a_stopped_game_a_tie_goes_to_the_later_in_order(scripted: type) -> None:
    result = play_game(TWO, [scripted(), scripted()], 0, 4)
    assert result.stones == (1, 1)
    assert result.ranking == (1, 0)
