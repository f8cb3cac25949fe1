"""The seats that a table waits for, in every stage."""

from grav.server.messages import commands as c
from grav.server.messages.settings import Days, Settings
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.seats_to_act import bots_to_act, people_to_answer, seats_to_act
from grav.testing.tables.played_table import NUMBERS, PlayedTable, fill_seats

THREE = Settings(size=5, seats=3, setting=NUMBERS, first=0)


def test_before_the_start_no_seat_has_to_act() -> None:
    assert seats_to_act(PlayedTable(THREE, []).table) == set()


def test_seats_without_a_share_have_to_act() -> None:
    table = PlayedTable(Settings(settle="cards", seats=3))
    table.give(Actor("p1"), c.GiveShare(id="1", seat=1, share="x"))
    assert seats_to_act(table.table) == {0, 2}


def test_all_seats_may_throw_the_dice_and_one_draws_a_card() -> None:
    dice, cards = (PlayedTable(Settings(settle=way, seats=3)) for way in ("dice", "cards"))
    for table in (dice, cards):
        table.wait_until_due()
    assert seats_to_act(dice.table) == {0, 1, 2}
    assert seats_to_act(cards.table) == {0}


def test_seats_that_have_not_accepted_the_proposal_have_to_act() -> None:
    table = PlayedTable(Settings(settle="agreement", seats=3))
    assert seats_to_act(table.table) == {0, 1, 2}
    table.give(Actor("p2"), c.ProposeNumbers(id="1", seat=2, setting=NUMBERS))
    assert seats_to_act(table.table) == {0, 1}


def test_all_seats_may_begin_if_none_was_named() -> None:
    assert seats_to_act(PlayedTable(Settings(setting=NUMBERS, seats=3)).table) == {0, 1, 2}


def test_the_seat_on_turn_and_then_the_silent_seats_have_to_act() -> None:
    table = PlayedTable(THREE)
    assert seats_to_act(table.table) == {0}
    table.place(0, "c3")
    assert seats_to_act(table.table) == {1, 2}
    table.shout(1)
    assert seats_to_act(table.table) == {2}


def test_a_seat_with_a_sealed_answer_need_not_act() -> None:
    settings = Settings(size=5, seats=3, setting=NUMBERS, first=0, clock=Days(days=1))
    table = PlayedTable(settings)
    table.place(0, "c3")
    table.accept(2)
    assert seats_to_act(table.table) == {1}


def test_the_seat_that_removes_a_stone_has_to_act() -> None:
    table = PlayedTable(THREE)
    table.put(0, "c3")
    table.put(1, "c5")
    table.put(2, "a5")
    table.place(0, "a4")
    table.accept(1)
    table.shout(2)
    assert table.phase == "penalty"
    assert seats_to_act(table.table) == {2}


def test_seats_asked_for_a_takeback_have_to_act() -> None:
    table = PlayedTable(THREE)
    table.put(0, "c3")
    table.give(Actor("p0"), c.AskTakeback(id="1", seat=0))
    assert seats_to_act(table.table) == {1, 2}
    table.give(Actor("p2"), c.AnswerTakeback(id="1", seat=2, agree=True))
    assert seats_to_act(table.table) == {1}


def test_seats_offered_a_rematch_have_to_act() -> None:
    table = PlayedTable(THREE)
    table.resign(0)
    assert seats_to_act(table.table) == {1}
    table.resign(1)
    assert seats_to_act(table.table) == set()
    table.give(Actor("p1"), c.OfferRematch(id="1", seat=1), CommandContext(new_id="next"))
    assert seats_to_act(table.table) == {0, 2}


# Bots


def test_bots_share_and_agree_and_leave_proposing_and_dice_to_people() -> None:
    dice, agreement = (
        PlayedTable(Settings(settle=way, seats=3), fill_seats(3, bots=(1, 2)))
        for way in ("dice", "agreement")
    )
    assert bots_to_act(dice.table) == {1, 2}
    dice.wait_until_due()
    for table in (dice.table, agreement.table):
        assert seats_to_act(table) == {0, 1, 2}
        assert bots_to_act(table) == set()
    agreement.give(Actor("p0"), c.ProposeNumbers(id="1", seat=0, setting=NUMBERS))
    assert bots_to_act(agreement.table) == {1, 2}


def test_people_who_have_yet_to_answer_are_found() -> None:
    table = PlayedTable(
        Settings(size=5, seats=4, setting=NUMBERS, first=0), fill_seats(4, bots=(3,))
    )
    assert people_to_answer(table.table) == set()
    table.place(0, "c3")
    assert people_to_answer(table.table) == {1, 2}
    table.shout(1)
    assert people_to_answer(table.table) == {2}
    assert bots_to_act(table.table) == {3}
