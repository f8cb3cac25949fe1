"""Actions at a table: who may act, what refusals reveal, what follows a shout, absent players."""

import pytest
from tests.subtests import every

from grav.game import (
    Accepted,
    Ended,
    GameEnded,
    Placed,
    Removed,
    Resigned,
    Shouted,
    Skipped,
    Stood,
    Voided,
)
from grav.rules import Point
from grav.server.messages import commands as c
from grav.server.messages import public_events as h
from grav.server.messages.game_events import form_of
from grav.server.messages.settings import Fischer, HouseRules, Settings
from grav.server.messages.views import encode_message
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.refusals import code_of
from grav.testing.games.drawing import parse_drawing
from grav.testing.tables.played_table import NUMBERS, PlayedTable, fill_seats, shown
from grav.text import GravError

FIVE = Settings(size=5, setting=NUMBERS, first=0)
THREE = Settings(size=5, seats=3, setting=NUMBERS, first=0)
ROOMY = Settings(size=5, setting="3 2 4 1 8", first=0)
"""Settings under which shapes are frequent and breaches are rare."""


def board(table: PlayedTable) -> list[str]:
    return table.play.state.board.rows()


def drawn(text: str, seats: int = 2) -> list[str]:
    return parse_drawing(text, seats).board.rows()


def broken() -> PlayedTable:
    """Opens a game in which seat 0 has two stones, and its third is too near to the last one."""
    table = PlayedTable(FIVE)
    table.put(0, "c3")
    table.put(1, "c5")
    table.put(0, "a5")
    table.put(1, "a3")
    table.place(0, "a2")
    return table


# Who may act


def test_only_the_owner_of_a_seat_can_act_from_it() -> None:
    table = PlayedTable(FIVE)
    stone = c.PlaceStone(id="1", seat=0, at="c3")
    assert table.refusal(Actor("p1"), stone) == "not_your_seat"
    assert table.refusal(Actor("somebody"), stone) == "not_your_seat"
    assert table.refusal(Actor(None), stone) == "not_your_seat"
    assert table.refusal(Actor(None, bot=0), stone) == "not_your_seat"
    assert table.refusal(Actor("p0"), c.PlaceStone(id="1", seat=2, at="c3")) == "no_such_seat"


def test_a_bot_plays_from_its_own_seat() -> None:
    table = PlayedTable(FIVE, fill_seats(2, bots=(0,)))
    table.place(0, "c3")
    answer = c.AcceptStone(id="1", seat=1, placement=1)
    assert table.refusal(Actor(None, bot=0), answer) == "not_your_seat"
    table.accept(1)
    assert table.phase == "turn"


def test_nothing_can_be_played_before_the_numbers_are_settled() -> None:
    table = PlayedTable(Settings(settle="dice"))
    assert table.refusal(Actor("p0"), c.PlaceStone(id="1", seat=0, at="c3")) == "wrong_stage"


# Which actions may be tried, and what a refusal may reveal


@every(
    ("seat", "command", "code"),
    [
        (1, c.PlaceStone(id="1", seat=1, at="a1"), "not_your_turn"),
        (1, c.PassTurn(id="1", seat=1), "not_your_turn"),
        (0, c.PassTurn(id="1", seat=0), "wrong_phase"),
        (0, c.PlaceStone(id="1", seat=0, at="z9"), "off_board"),
        (0, c.PlaceStone(id="1", seat=0, at="c0"), "off_board"),
        (0, c.PlaceStone(id="1", seat=0, at="c05"), "bad_value"),
        (0, c.RemoveStone(id="1", seat=0, at="a1"), "wrong_phase"),
        (1, c.AcceptStone(id="1", seat=1, placement=0), "late"),
        (1, c.ShoutGrav(id="1", seat=1, placement=1), "late"),
    ],
)
def test_impossible_actions_on_the_first_turn_are_refused(
    seat: int, command: c.Command, code: str
) -> None:
    table = PlayedTable(FIVE)
    assert table.refusal(Actor(f"p{seat}"), command) == code


def test_impossible_actions_in_a_window_are_refused() -> None:
    table = PlayedTable(THREE)
    table.place(0, "c3")
    refused: dict[str, tuple[int, c.Command]] = {
        "own_move": (0, c.ShoutGrav(id="1", seat=0, placement=1)),
        "wrong_phase": (1, c.PlaceStone(id="1", seat=1, at="a1")),
        "late": (1, c.AcceptStone(id="1", seat=1, placement=2)),
    }
    for code, (seat, command) in refused.items():
        assert table.refusal(Actor(f"p{seat}"), command) == code
    table.accept(1)
    again = c.AcceptStone(id="1", seat=1, placement=1)
    assert table.refusal(Actor("p1"), again) == "already_accepted"


def test_the_last_to_answer_accepts_by_placing_if_next_for_certain() -> None:
    table = PlayedTable(FIVE)
    table.place(0, "c3")
    told = table.place(1, "c5")
    assert told == (
        shown(Accepted(1)),
        shown(Stood(0, Point.parse("c3"))),
        shown(Placed(1, Point.parse("c5"), 0), placement=2),
    )
    assert board(table) == drawn(
        """
        . . O . .
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        """
    )


@pytest.mark.parametrize("declared", [1, 2])
def test_a_refusal_does_not_reveal_whether_a_declaration_is_right(declared: int) -> None:
    """The stone completes one shape: the first declaration is right, the other is too high."""
    table = PlayedTable(ROOMY)
    for at, other in (("a1", "e5"), ("a3", "e4"), ("c1", "d5")):
        table.put(0, at)
        table.put(1, other)
    table.place(0, "c3", declare=declared)
    with pytest.raises(GravError) as refused:
        table.place(1, "e1")
    assert code_of(refused.value) == "wrong_phase"
    assert str(refused.value) == "that cannot be done now"


def test_strict_play_refuses_a_breach_without_any_change() -> None:
    table = PlayedTable(Settings(size=5, setting=NUMBERS, first=0, enforcement="strict"))
    table.place(0, "c3")
    before = table.table
    assert table.refusal(Actor("p1"), c.PlaceStone(id="1", seat=1, at="c4")) == "violation"
    assert table.table == before
    table.place(1, "c5")
    assert table.phase == "turn"


# Shouts and what follows


def test_a_right_shout_voids_the_stone_and_takes_another() -> None:
    table = broken()
    told = table.shout(1)
    assert [type(each) for each in told] == [h.RaceDecided, form_of(Shouted), form_of(Voided)]
    assert table.phase == "penalty"
    assert table.refusal(Actor("p0"), c.RemoveStone(id="1", seat=0, at="c3")) == "not_your_turn"
    assert table.refusal(Actor("p1"), c.RemoveStone(id="1", seat=1, at="c5")) == "not_their_stone"
    assert table.remove(1, "c3") == (shown(Removed(by=1, of=0, at=Point.parse("c3"))),)
    assert board(table) == drawn(
        """
        X . O . .
        . . . . .
        O . . . .
        . . . . .
        . . . . .
        """
    )
    assert table.play.state.to_move == 1


def test_a_breach_is_public_only_after_the_shout() -> None:
    table = broken()
    breach = b'"rule":"distance"'
    assert all(breach not in encode_message(news) for news in table.told)
    table.shout(1)
    assert breach in encode_message(table.told[-1])


def test_after_a_wrong_shout_the_stone_stands_and_the_shouter_skips() -> None:
    table = PlayedTable(FIVE)
    table.put(0, "c3")
    table.put(1, "c5")
    table.place(0, "a5")
    told = table.shout(1)
    assert told[-1] == shown(Skipped(by=1, owed=0))
    assert table.play.state.to_move == 0


def test_a_bonus_turn_that_must_be_played_cannot_be_passed() -> None:
    table = PlayedTable(ROOMY)
    for at, other in (("a1", "e5"), ("a3", "e4"), ("c1", "d5")):
        table.put(0, at)
        table.put(1, other)
    table.put(0, "c3", declare=1)
    assert table.refusal(Actor("p0"), c.PassTurn(id="1", seat=0)) == "must_place"


def test_where_turns_are_granted_nothing_is_declared() -> None:
    settings = Settings(size=5, setting=NUMBERS, first=0, house_rules=HouseRules(bonus="granted"))
    table = PlayedTable(settings)
    command = c.PlaceStone(id="1", seat=0, at="c3", declare=0)
    assert table.refusal(Actor("p0"), command) == "cannot_declare"


# The end


def test_the_game_is_over_when_all_pass() -> None:
    table = PlayedTable(FIVE)
    table.put(0, "c3")
    table.pass_turn(1)
    told = table.pass_turn(0)
    assert told[-1] == shown(GameEnded(Ended.PASSES, (0, 1)))
    assert table.stage == "over"
    assert table.refusal(Actor("p0"), c.PassTurn(id="1", seat=0)) == "wrong_stage"


def test_a_player_can_resign_at_any_time_and_then_no_longer_act() -> None:
    table = PlayedTable(THREE)
    table.place(0, "c3")
    assert table.resign(1) == (shown(Resigned(1)),)
    assert table.refusal(Actor("p1"), c.ResignGame(id="1", seat=1)) == "already_resigned"
    assert table.refusal(Actor("p1"), c.AcceptStone(id="1", seat=1, placement=1)) == (
        "already_resigned"
    )
    assert table.resign(0)[-1] == shown(GameEnded(Ended.RESIGNATION, (2, 0, 1)))


# Several seats on one device


def test_one_command_accepts_for_all_seats_of_a_device() -> None:
    table = PlayedTable(Settings(size=5, seats=3, setting=NUMBERS, first=0, mode="device"), [])
    for seat in range(3):
        table.give(Actor("p0"), c.Sit(id="1", seat=seat))
    table.place(0, "c3")
    told = table.give(Actor("p0"), c.LetStand(id="1", placement=1))
    assert told == (shown(Accepted(1)), shown(Accepted(2)), shown(Stood(0, Point.parse("c3"))))
    assert table.refusal(Actor("p0"), c.LetStand(id="1", placement=1)) == "late"


def test_that_command_answers_for_no_seat_of_others() -> None:
    table = PlayedTable(THREE)
    table.place(0, "c3")
    assert table.refusal(Actor("p0"), c.LetStand(id="1", placement=1)) == "already_answered"
    table.give(Actor("p1"), c.LetStand(id="1", placement=1))
    assert table.play.silent == {2}
    assert table.refusal(Actor("p1"), c.LetStand(id="1", placement=1)) == "already_answered"
    assert table.refusal(Actor(None), c.LetStand(id="1", placement=1)) == "already_answered"


# Seats whose players are gone

MIN_ABSENCE = CommandContext(gone=frozenset({1}))


def claim(seat: int) -> c.ClaimSeat:
    return c.ClaimSeat(id="1", seat=seat)


def test_without_a_clock_the_seat_of_an_absent_player_can_be_claimed() -> None:
    table = PlayedTable(THREE)
    assert table.give(Actor("p0"), claim(1), MIN_ABSENCE) == (shown(Resigned(1), why="gone"),)
    assert table.refusal(Actor("p0"), claim(1), MIN_ABSENCE) == "already_resigned"


def test_the_seat_of_a_present_player_cannot_be_claimed() -> None:
    assert PlayedTable(THREE).refusal(Actor("p0"), claim(2), MIN_ABSENCE) == "not_gone"
    assert PlayedTable(THREE).refusal(Actor("p0"), claim(4), MIN_ABSENCE) == "no_such_seat"


def test_only_active_players_can_claim_a_seat() -> None:
    table = PlayedTable(THREE)
    assert table.refusal(Actor("somebody"), claim(1), MIN_ABSENCE) == "not_playing"
    assert table.refusal(Actor(None, bot=0), claim(1), MIN_ABSENCE) == "not_playing"
    table.resign(2)
    assert table.refusal(Actor("p2"), claim(1), MIN_ABSENCE) == "not_playing"


def test_with_a_clock_no_seat_can_be_claimed() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, clock=Fischer(seconds=60)))
    assert table.refusal(Actor("p0"), claim(1), MIN_ABSENCE) == "has_clock"


# Phrases


def test_a_player_can_say_a_phrase() -> None:
    table = PlayedTable(FIVE)
    told = table.give(Actor("p1"), c.SayPhrase(id="1", seat=1, phrase="hello"))
    assert told == (h.PhraseSaid(1, "hello"),)
    assert table.refusal(Actor("x"), c.SayPhrase(id="1", seat=1, phrase="oops")) == "not_your_seat"


def test_a_phrase_changes_nothing_but_the_numbers_of_the_table() -> None:
    table = PlayedTable(FIVE)
    table.place(0, "c3")
    before = table.play
    table.wait(1000)
    table.give(Actor("p0"), c.SayPhrase(id="1", seat=0, phrase="thinking"))
    assert table.play == before


def test_a_closed_table_accepts_no_phrase() -> None:
    table = PlayedTable(Settings(settle="agreement"))
    table.wait_until_due()
    assert table.stage == "closed"
    say = c.SayPhrase(id="1", seat=0, phrase="oops")
    assert table.refusal(Actor("p0"), say) == "wrong_stage"
