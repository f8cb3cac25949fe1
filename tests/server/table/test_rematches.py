"""Rematches: the same players again, with seats rotated or one number changed."""

from typing import Any

import pytest

from grav.server.messages import commands as c
from grav.server.messages import public_events as h
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Fischer, Settings
from grav.server.messages.views import RematchShown
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.decide import open_table
from grav.server.table.draft import TableToOpen
from grav.testing.tables.played_table import NUMBERS, START, PlayedTable, Told, fill_seats

THREE = Settings(size=7, seats=3, setting=NUMBERS, first=1, clock=Fischer(seconds=60), public=True)
NEXT = CommandContext(new_id="next")


def finished(settings: Settings = THREE, seats: Any = None) -> PlayedTable:
    """Plays a game that is over: all but the last seat have resigned."""
    table = PlayedTable(settings, seats)
    for seat in range(settings.seats - 1):
        table.resign(seat)
    assert table.stage == "over"
    return table


def offer(table: PlayedTable, seat: int = 0, **wish: Any) -> Told:
    command = c.OfferRematch(id="again", seat=seat, **wish)
    return table.give(table.actor_of(seat), command, NEXT)


def answer(table: PlayedTable, seat: int, *, agree: bool = True) -> Told:
    command = c.AnswerRematch(id="word", seat=seat, agree=agree)
    return table.give(table.actor_of(seat), command, NEXT)


def agreed(table: PlayedTable, **wish: Any) -> TableToOpen:
    """Returns the next game that all have agreed on."""
    offer(table, **wish)
    answer(table, 1)
    answer(table, 2)
    assert table.opened is not None
    return table.opened


def test_the_next_table_is_opened_when_all_have_agreed() -> None:
    table = finished()
    assert offer(table) == (h.RematchOffered(0, rotate=False, setting=NUMBERS),)
    assert table.whole().now.rematch == RematchShown(0, False, NUMBERS, (0,))
    assert answer(table, 1) == (h.RematchAnswered(1, agreed=True),)
    assert table.opened is None
    assert answer(table, 2) == (h.RematchAnswered(2, agreed=True), h.RematchOpened("next"))
    assert (table.whole().now.next, table.whole().now.rematch) == ("next", None)


def test_an_unchanged_rematch_has_the_same_settings_seats_and_host() -> None:
    opening = agreed(finished())
    assert (opening.id, opening.host) == ("next", "p0")
    assert opening.new.settings == THREE
    assert [sat.person for sat in opening.seats] == ["p0", "p1", "p2"]


def test_seats_may_be_rotated_by_one() -> None:
    opening = agreed(finished(), rotate=True)
    assert [(sat.seat, sat.person) for sat in opening.seats] == [(0, "p2"), (1, "p0"), (2, "p1")]


def test_one_number_may_be_changed() -> None:
    opening = agreed(finished(), number="a", value=5)
    assert opening.new.settings.setting == "5 3 4 2 4"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"number": "a"}, "bad_change"),
        ({"value": 4}, "bad_change"),
        ({"number": "a", "value": 2}, "bad_value"),
        ({"number": "c", "value": 99}, "bad_value"),
    ],
)
def test_a_change_that_cannot_be_played_is_refused(wish: dict[str, Any], code: str) -> None:
    table = finished()
    command = c.OfferRematch(id="again", seat=0, **wish)
    assert table.refusal(Actor("p0"), command, NEXT) == code


def test_drawn_numbers_are_given_in_the_rematch() -> None:
    table = PlayedTable(Settings(settle="dice", seats=2))
    for seat in range(2):
        table.give(table.actor_of(seat), c.GiveShare(id="1", seat=seat, share="x"))
    table.give(Actor("p0"), c.RollDice(id="1", seat=0))
    table.resign(0)
    offer(table)
    answer(table, 1)
    assert table.opened is not None
    settings = table.opened.new.settings
    assert (settings.settle, settings.setting) == ("given", str(table.play.rules.setting))


def test_the_next_game_begins_at_once() -> None:
    opening = agreed(finished(), rotate=True)
    draft = open_table(
        opening.new, opening.host, opening.seats, START, CommandContext(), rematch_of="table"
    )
    assert draft.table.stage.name == "playing"
    assert draft.table.rematch_of == "table"


def test_bots_and_labels_go_with_their_seats() -> None:
    table = finished(THREE, fill_seats(3, bots=(1, 2)))
    assert offer(table, rotate=True)[-1] == h.RematchOpened("next")
    assert table.opened is not None
    assert [(sat.person, sat.level) for sat in table.opened.seats if isinstance(sat, e.Sat)] == [
        (None, 3),
        ("p0", None),
        (None, 3),
    ]


def test_on_one_device_nobody_else_is_asked() -> None:
    settings = Settings(setting=NUMBERS, mode="referee")
    seats = [e.Sat(at=0, seat=seat, person="p0", label=f"no {seat}") for seat in range(2)]
    table = finished(settings, seats)
    assert offer(table, rotate=True)[-1] == h.RematchOpened("next")
    assert table.opened is not None
    labels = [sat.label for sat in table.opened.seats if isinstance(sat, e.Sat)]
    assert labels == ["no 1", "no 0"]


def test_a_declined_offer_can_be_followed_by_another() -> None:
    table = finished()
    offer(table)
    answer(table, 1)
    answer(table, 2, agree=False)
    assert table.whole().now.rematch is None
    assert offer(table, 2, rotate=True) == (h.RematchOffered(2, rotate=True, setting=NUMBERS),)


def test_there_is_one_offer_at_a_time_and_one_next_table() -> None:
    table = finished()
    offer(table)
    again = c.OfferRematch(id="again", seat=1)
    assert table.refusal(Actor("p1"), again, NEXT) == "already_offered"
    answer(table, 1)
    answer(table, 2)
    assert table.refusal(Actor("p1"), again, NEXT) == "already_offered"


def test_only_those_who_were_asked_can_answer() -> None:
    table = finished()
    word = c.AnswerRematch(id="word", seat=0, agree=True)
    assert table.refusal(Actor("p0"), word, NEXT) == "nothing_offered"
    offer(table)
    assert table.refusal(Actor("p0"), word, NEXT) == "nothing_offered"


def test_while_a_game_is_played_there_is_no_rematch() -> None:
    table = PlayedTable()
    assert table.refusal(Actor("p0"), c.OfferRematch(id="1", seat=0), NEXT) == "wrong_stage"
    word = c.AnswerRematch(id="word", seat=0, agree=True)
    assert table.refusal(Actor("p0"), word, NEXT) == "wrong_stage"
