"""The fold: a table is what its stored events fold to."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Settings
from grav.server.messages.views import decode_message, encode_message
from grav.server.table.command_context import Actor
from grav.server.table.fold import BrokenHistory, evolve, fold
from grav.testing.tables.played_table import NUMBERS, START, PlayedTable
from grav.testing.tables.random_tables import play_on, random_table, take

OPENED = e.Opened(at=START, settings=Settings(setting=NUMBERS), host="p0")
seeds = st.integers(0, 2**32 - 1)


@given(seeds)
def test_random_commands_fold_to_the_same_table(seed: int) -> None:
    """Any error but a refusal, at any table and by anybody, would fail this test, too."""
    chance = Random(seed)
    table = random_table(chance)
    play_on(table, chance, 100)
    assert table.fold_stored() == table.table
    assert table.table.number == len(table.stored)
    assert table.table.shown == sum(map(e.is_shown, table.events()))


@given(seeds)
def test_a_refused_command_changes_nothing(seed: int) -> None:
    chance = Random(seed)
    table = random_table(chance)
    tried = play_on(table, chance, 50)
    again, without_them = table.reopen(), table.reopen()
    carried_out = [step for step in tried if take(again, step) is None]
    assert [take(without_them, step) for step in carried_out] == [None] * len(carried_out)
    assert table.stored == again.stored == without_them.stored


@given(seeds)
def test_every_message_can_be_decoded(seed: int) -> None:
    chance = Random(seed)
    table = random_table(chance)
    play_on(table, chance, 40)
    for message in (*table.told, table.whole("p0"), table.whole()):
        assert decode_message(encode_message(message)) == message


@given(seeds)
def test_news_have_consecutive_numbers(seed: int) -> None:
    chance = Random(seed)
    table = random_table(chance)
    play_on(table, chance, 40)
    number = 0
    for news in table.told:
        assert news.after == number
        assert news.number > number
        number = news.number
    assert number == table.whole().number


def test_a_fold_can_continue_another() -> None:
    table = PlayedTable()
    table.put(0, "e5")
    events = table.events()
    assert fold(events[4:], fold(events[:4])) == table.table
    assert fold([]) is None


def test_an_undecided_shout_has_no_public_number() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, seats=3))
    table.place(0, "e5")
    before = table.table
    table.wait(700)
    table.shout(1)
    assert table.table.number == before.number + 1
    assert (table.table.shown, table.table.changed) == (before.shown, before.changed)


@every(
    ("events", "why"),
    [
        ([e.Gathered(at=0)], "opened first"),
        ([OPENED, OPENED], "cannot follow"),
        ([OPENED, e.Begun(at=0, rules={})], "no numbers are being settled"),
        ([OPENED, e.Shared(at=0, seat=0, share="x")], "no numbers are being settled"),
        ([OPENED, e.Acted(at=0, action={"do": "pass", "by": 0})], "no game is being played"),
        ([OPENED, e.Answered(at=0, seat=1, placement=1, shout=True)], "no game is being played"),
        ([OPENED, e.TakenBack(at=0)], "no game is being played"),
    ],
)
def test_impossible_sequences_of_events_are_refused(events: list[e.Event], why: str) -> None:
    *before, last = events
    table = fold(before)
    with pytest.raises(BrokenHistory, match=why):
        evolve(table, last)


def test_leaving_a_reserved_seat_opens_it_to_everybody() -> None:
    table = PlayedTable(
        Settings(setting=NUMBERS, seats=3), [e.Invited(at=START, seat=1, person="p1")]
    )
    table.give(Actor("p1"), c.Sit(id="1", seat=1))
    table.give(Actor("p1"), c.Leave(id="1", seat=1))
    table.give(Actor("p2"), c.Sit(id="1", seat=1))
    assert table.table.seats[1].person == "p2"
