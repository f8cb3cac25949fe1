"""Takebacks: the last placement is undone if all agree, and never recorded."""

import pytest

from grav.server.messages import commands as c
from grav.server.messages import public_events as h
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Days, Fischer, Settings
from grav.server.messages.views import TakebackShown
from grav.server.table.command_context import Actor
from grav.server.table.record import record_of
from grav.testing import place
from grav.testing.tables.played_table import NUMBERS, PlayedTable, Told, fill_seats

THREE = Settings(size=7, seats=3, setting=NUMBERS, first=0)
SLOW = Settings(size=7, seats=3, setting=NUMBERS, first=0, clock=Days(days=1))


def ask(table: PlayedTable, seat: int) -> Told:
    return table.give(table.actor_of(seat), c.AskTakeback(id="ask", seat=seat))


def answer(table: PlayedTable, seat: int, *, agree: bool = True) -> Told:
    return table.give(table.actor_of(seat), c.AnswerTakeback(id="word", seat=seat, agree=agree))


def refusal_to_ask(table: PlayedTable, seat: int) -> str | None:
    return table.refusal(table.actor_of(seat), c.AskTakeback(id="ask", seat=seat))


def test_a_stone_is_taken_back_when_all_the_others_agree() -> None:
    table = PlayedTable(THREE)
    before = table.play.state
    table.place(0, "d4")
    assert ask(table, 0) == (h.TakebackAsked(0),)
    assert table.whole().now.takeback == TakebackShown(by=0, agreed=(0,))
    assert answer(table, 1) == (h.TakebackAnswered(1, agreed=True),)
    assert answer(table, 2) == (h.TakebackAnswered(2, agreed=True), h.PlacementTakenBack(0))
    assert table.play.state == before
    assert table.whole().now.takeback is None


def test_one_refusal_is_enough() -> None:
    table = PlayedTable(THREE)
    table.place(0, "d4")
    ask(table, 0)
    answer(table, 2, agree=False)
    assert table.whole().now.takeback is None
    assert table.phase == "window"
    ask(table, 0)  # asking again is allowed


def test_bots_and_own_seats_are_not_asked() -> None:
    table = PlayedTable(THREE, fill_seats(3, bots=(1, 2)))
    table.place(0, "d4")
    assert ask(table, 0) == (h.TakebackAsked(0), h.PlacementTakenBack(0))
    device = PlayedTable(
        Settings(setting=NUMBERS, first=0, mode="device"),
        [e.Sat(at=0, seat=seat, person="p0") for seat in range(2)],
    )
    device.place(0, "d4")
    assert ask(device, 0)[-1] == h.PlacementTakenBack(0)


def test_resigned_seats_are_not_asked() -> None:
    table = PlayedTable(THREE)
    table.resign(2)
    table.place(0, "d4")
    ask(table, 0)
    assert answer(table, 1)[-1] == h.PlacementTakenBack(1)
    assert table.play.state.resigned == (2,)


def test_only_the_player_of_the_last_stone_can_ask_and_once_at_a_time() -> None:
    table = PlayedTable(THREE)
    assert refusal_to_ask(table, 0) == "nothing_to_take_back"
    table.place(0, "d4")
    assert refusal_to_ask(table, 1) == "nothing_to_take_back"
    ask(table, 0)
    assert refusal_to_ask(table, 0) == "already_asked"


def test_only_those_who_were_asked_can_answer() -> None:
    table = PlayedTable(THREE)
    word = c.AnswerTakeback(id="word", seat=1, agree=True)
    assert table.refusal(Actor("p1"), word) == "nothing_asked"
    table.place(0, "d4")
    ask(table, 0)
    own = c.AnswerTakeback(id="word", seat=0, agree=True)
    assert table.refusal(Actor("p0"), own) == "nothing_asked"
    answer(table, 1)
    assert table.refusal(Actor("p1"), word) == "nothing_asked"


def test_a_takeback_can_be_asked_until_the_next_stone() -> None:
    table = PlayedTable(THREE)
    table.put(0, "d4")
    ask(table, 0)
    table.place(1, "d6")
    assert table.whole().now.takeback is None
    assert refusal_to_ask(table, 0) == "nothing_to_take_back"


def test_everything_after_the_stone_is_undone_too() -> None:
    """Seat 1 accepted and passed, seat 2 shouted wrongly: all of it is undone."""
    table = PlayedTable(THREE)
    before = table.play.state
    table.place(0, "d4")
    table.shout(2)
    table.wait_until_due()
    table.pass_turn(1)
    assert table.play.races
    ask(table, 0)
    answer(table, 1)
    assert answer(table, 2)[-1] == h.PlacementTakenBack(0)
    assert table.play.state == before
    assert [*table.play.actions, *table.play.moments, *table.play.races] == []


def test_a_stone_that_accepted_the_one_before_opens_its_window_again() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, first=0))
    table.place(0, "e5")
    table.place(1, "e7")
    ask(table, 1)
    assert answer(table, 0)[-1] == h.PlacementTakenBack(1)
    assert (table.phase, table.play.placement) == ("window", 1)
    table.shout(1)
    assert table.play.state.skips == (0, 0)
    assert table.play.state.to_move == 0


def test_the_next_stone_has_a_new_number() -> None:
    table = PlayedTable(THREE)
    table.place(0, "d4")
    ask(table, 0)
    answer(table, 1)
    answer(table, 2)
    table.place(0, "d4")
    assert table.play.placement == 2
    meant_for_the_first = c.ShoutGrav(id="1", seat=1, placement=1)
    assert table.refusal(Actor("p1"), meant_for_the_first) == "late"


@pytest.mark.parametrize("settings", [THREE, SLOW], ids=["live", "slow"])
def test_sealed_answers_are_undone_with_the_stone(settings: Settings) -> None:
    table = PlayedTable(settings)
    table.place(0, "d4")
    table.shout(1)
    ask(table, 0)
    answer(table, 1)
    answer(table, 2)
    assert (table.play.claims, table.play.sealed) == ((), ())


def test_the_clocks_are_as_they_were_before_the_stone() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, first=0, clock=Fischer(seconds=60, increment=5)))
    table.wait(10_000)
    table.place(0, "e5")
    assert table.play.left == (55_000, 60_000)
    table.wait(1_000)
    ask(table, 0)
    answer(table, 1)
    assert table.play.left == (60_000, 60_000)
    assert table.play.since == table.now


def test_a_takeback_is_not_part_of_the_record() -> None:
    table = PlayedTable(THREE)
    table.place(0, "d4")
    ask(table, 0)
    answer(table, 1)
    answer(table, 2)
    table.place(0, "d5")
    record = record_of("table", table.table, {})
    assert record is not None
    assert record.actions == (place(0, "d5"),)


def test_a_resigned_player_is_not_brought_back_bug() -> None:
    table = PlayedTable(THREE)
    table.place(0, "d4")
    ask(table, 0)
    table.resign(1)
    assert table.whole().now.takeback is None
    assert refusal_to_ask(table, 0) == "nothing_to_take_back"


def test_a_request_ends_with_the_game_bug() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, first=0))
    table.put(0, "e5")
    ask(table, 0)
    table.pass_turn(1)
    table.pass_turn(0)
    assert (table.stage, table.whole().now.takeback) == ("over", None)
    assert refusal_to_ask(table, 0) == "wrong_stage"
