"""Deadlines: every wait ends in a defined way, so that no table stalls for ever."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.game import Removed
from grav.rules import Point
from grav.server.messages import commands as c
from grav.server.messages import public_events as h
from grav.server.messages import stored_events as e
from grav.server.messages.settings import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    Days,
    Fischer,
    PerMove,
    Settings,
    TimeControl,
)
from grav.server.table.command_context import Actor
from grav.server.table.deadlines import BOT_TIMEOUT, Deadline, deadline, next_check
from grav.testing.tables.played_table import NUMBERS, START, PlayedTable, fill_seats, shown
from grav.testing.tables.random_tables import play_on, random_table

BLITZ, SLOW = Fischer(seconds=60), Days(days=1)
CLOCKS = st.one_of(
    st.builds(Fischer, seconds=st.integers(10, 60), increment=st.integers(0, 5)),
    st.builds(PerMove, seconds=st.integers(3, 30)),
    st.builds(Days, days=st.integers(1, 3)),
)


def due_in(table: PlayedTable) -> int:
    limit = deadline(table.table)
    assert limit is not None
    return limit.at - table.now


def broken_rule(clock: TimeControl | None) -> PlayedTable:
    """Opens a game in which seat 1 has two stones besides the one that seat 0 may shout at."""
    table = PlayedTable(Settings(size=7, setting=NUMBERS, first=0, clock=clock))
    for seat, at in enumerate(("d4", "d6", "b6", "b4", "b2")):
        table.put(seat % 2, at)
    table.place(1, "b1")
    return table


# Nothing happens early


def test_nothing_is_carried_out_before_it_is_due() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, first=0, clock=BLITZ))
    table.wait(60 * SECOND - 1)
    assert table.due() is None
    table.wait(1)
    assert table.due() is not None


def test_a_finished_or_closed_table_has_no_deadline() -> None:
    table = PlayedTable()
    table.resign(0)
    assert deadline(table.table) is None
    assert next_check(table.table) is None
    assert table.due() is None


# Before the game


def test_a_table_whose_seats_stay_empty_is_closed() -> None:
    table = PlayedTable(Settings(setting=NUMBERS), [])
    assert due_in(table) == 2 * DAY
    assert table.wait_until_due() == "abandoned"
    assert (table.stage, table.whole().now.closed) == ("closed", "abandoned")
    assert table.told[-1].happened == (h.TableClosed("abandoned"),)


def test_sitting_down_postpones_the_closing() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, seats=3), [])
    table.wait(DAY)
    table.give(Actor("p1"), c.Sit(id="1", seat=1))
    assert due_in(table) == 2 * DAY


@pytest.mark.parametrize(
    ("clock", "time"), [(None, 20 * SECOND), (BLITZ, 20 * SECOND), (SLOW, 3 * DAY)]
)
def test_a_missing_share_counts_as_empty(clock: TimeControl | None, time: int) -> None:
    table = PlayedTable(Settings(settle="dice", seats=3, clock=clock))
    table.give(Actor("p1"), c.GiveShare(id="1", seat=1, share="x"))
    assert due_in(table) == time
    assert table.wait_until_due() == "share"
    shown = table.whole().now.settling
    assert shown is not None
    assert shown.shares == ("", "x", "")


def test_dice_that_nobody_throws_are_thrown() -> None:
    table = PlayedTable(Settings(settle="dice"))
    table.wait_until_due()
    assert due_in(table) == MINUTE
    assert table.wait_until_due() == "settling"
    assert table.stage == "playing"


def test_cards_that_nobody_draws_are_drawn_and_the_first_is_kept() -> None:
    table = PlayedTable(Settings(settle="cards", seats=3))
    kinds = [table.wait_until_due()]
    while table.stage == "settling":
        kinds.append(table.wait_until_due())
    assert kinds == ["share", *["settling"] * 10]
    keeps = [event.step for event in table.events() if isinstance(event, e.SettlingStepTaken)][1::2]
    assert [(step["do"], step["by"], step["index"]) for step in keeps] == [
        ("keep", turn % 3, 0) for turn in range(5)
    ]


@pytest.mark.parametrize(("clock", "time"), [(None, 10 * MINUTE), (SLOW, 3 * DAY)])
def test_a_table_without_an_agreement_is_closed(clock: TimeControl | None, time: int) -> None:
    table = PlayedTable(Settings(settle="agreement", setting=NUMBERS, clock=clock))
    assert due_in(table) == time
    assert table.wait_until_due() == "agreement"
    assert (table.stage, table.whole().now.closed) == ("closed", "no_agreement")


@pytest.mark.parametrize(
    ("clock", "pause", "in_all"),
    [(None, 9 * MINUTE, HOUR), (BLITZ, 9 * MINUTE, HOUR), (SLOW, 2 * DAY, 14 * DAY)],
)
def test_repeated_proposals_do_not_prolong_an_agreement_for_ever_bug(
    clock: TimeControl | None, pause: int, in_all: int
) -> None:
    table = PlayedTable(Settings(settle="agreement", clock=clock))
    proposals = 0
    while table.stage == "settling":
        table.give(Actor("p0"), c.ProposeNumbers(id="1", seat=0, setting=NUMBERS))
        proposals += 1
        table.wait(min(pause, due_in(table)))
        table.due()
    assert table.now == START + in_all
    assert proposals == -(-in_all // pause)


# In the game


@pytest.mark.parametrize(("clock", "time"), [(BLITZ, 2 * MINUTE), (SLOW, 3 * DAY)])
def test_a_game_that_nobody_begins_is_closed(clock: TimeControl, time: int) -> None:
    table = PlayedTable(Settings(setting=NUMBERS, clock=clock))
    assert due_in(table) == time
    assert table.wait_until_due() == "opening"
    assert (table.stage, table.whole().now.closed) == ("closed", "not_begun")


def test_a_closed_game_allows_nothing_and_runs_no_clock_bug() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, clock=BLITZ))
    table.wait_until_due()
    now = table.whole("p0").now
    assert now.position is not None
    assert now.position.may == ((), ())
    assert now.clock is not None
    assert (now.clock.running, now.ends) == (None, None)


@pytest.mark.parametrize(("clock", "time"), [(BLITZ, MINUTE), (SLOW, 3 * DAY)])
def test_the_latest_stone_is_removed_if_the_shouter_does_not_choose(
    clock: TimeControl, time: int
) -> None:
    table = broken_rule(clock)
    table.shout(0)
    assert due_in(table) == time
    assert table.wait_until_due() == "penalty"
    assert table.told[-1].happened == (
        shown(Removed(by=0, of=1, at=Point.parse("b4")), why="time"),
    )
    assert table.play.state.to_move == 0


@pytest.mark.parametrize(("clock", "time"), [(BLITZ, 15 * SECOND), (SLOW, DAY)])
def test_a_window_closes_at_its_deadline(clock: TimeControl, time: int) -> None:
    table = broken_rule(clock)
    assert due_in(table) == time
    assert table.whole().now.ends == table.now + time
    assert table.wait_until_due() == "window"
    assert table.phase == "turn"


def test_without_a_clock_a_window_stays_open_unless_a_time_was_agreed() -> None:
    table = broken_rule(None)
    assert table.whole().now.ends is None
    agreed = PlayedTable(Settings(setting=NUMBERS, first=0, window=30))
    agreed.place(0, "e5")
    assert agreed.whole().now.ends == agreed.now + 30 * SECOND
    assert agreed.wait_until_due() == "window"


def test_without_a_clock_a_game_at_which_nothing_happens_is_closed_in_the_end() -> None:
    table = broken_rule(None)
    assert due_in(table) == 30 * DAY
    assert table.wait_until_due() == "abandoned"
    assert table.stage == "closed"


# Bots


def test_a_table_whose_bot_does_not_answer_is_checked() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, first=1), fill_seats(2, bots=(1,)))
    assert next_check(table.table) == table.now + BOT_TIMEOUT
    table.place(1, "e5")
    limit = deadline(table.table)
    assert limit is not None
    assert next_check(table.table) == limit.at


def test_checks_for_a_silent_bot_back_off_and_are_never_in_the_past() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, first=1), fill_seats(2, bots=(1,)))
    limit, looks = deadline(table.table), [table.now]
    assert limit is not None
    while looks[-1] < limit.at:
        due = next_check(table.table, looks[-1])
        assert due is not None
        assert due > looks[-1]
        looks.append(due)
    assert looks[1:5] == [table.now + BOT_TIMEOUT * times for times in (1, 2, 4, 8)]
    assert len(looks) < 25


@pytest.mark.parametrize("way", ["dice", "agreement"])
def test_no_check_is_due_for_what_bots_leave_to_people(way: Any) -> None:
    settings = Settings(settle=way, seats=2)
    table = PlayedTable(settings, fill_seats(2, bots=(0, 1)))
    if way == "dice":
        table.wait_until_due()  # for the shares
    limit = deadline(table.table)
    assert limit is not None
    assert next_check(table.table) == next_check(table.table, limit.at - 1) == limit.at


def test_an_earlier_deadline_comes_before_the_check_for_bots() -> None:
    settings = Settings(setting=NUMBERS, first=1, clock=PerMove(seconds=3))
    table = PlayedTable(settings, fill_seats(2, bots=(1,)))
    assert deadline(table.table) == Deadline(table.now + 3 * SECOND, "flag")
    assert next_check(table.table) == table.now + 3 * SECOND


# Every table ends


MAX_WAITS = 30
"""The maximum number of deadlines: shares, ten steps of cards, and for each of six players a
window, a penalty and a flag.
"""


@given(st.integers(0, 2**32 - 1), CLOCKS)
def test_a_table_with_a_clock_ends_wherever_people_leave_it(seed: int, clock: TimeControl) -> None:
    chance = Random(seed)
    table = random_table(chance, clock=clock)
    play_on(table, chance, chance.choice((2, 10, 40)))
    waits = 0
    while table.stage not in ("over", "closed"):
        table.wait_until_due()
        waits += 1
        assert waits <= MAX_WAITS
    assert table.fold_stored() == table.table


@given(st.integers(0, 2**32 - 1))
def test_a_table_without_a_clock_ends_too(seed: int) -> None:
    chance = Random(seed)
    table = random_table(chance, clock=None)
    play_on(table, chance, 20)
    waits = 0
    while table.stage not in ("over", "closed"):
        table.wait_until_due()
        waits += 1
        assert waits <= MAX_WAITS
