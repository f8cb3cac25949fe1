"""Time management of bots: they never lose on time, and answer before people wait for too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.server.messages.settings import Days, Fischer, PerMove, Settings, TimeControl
from grav.server.table.bot_thinking_time import (
    MAX_THINKING_SECONDS,
    lease_wait_seconds,
    thinking_seconds,
    waiting_seconds,
)
from grav.testing.tables.played_table import NUMBERS, PlayedTable, fill_seats


def against_a_bot(clock: TimeControl | None, window: int | None = None) -> PlayedTable:
    settings = Settings(size=7, setting=NUMBERS, first=1, clock=clock, window=window)
    return PlayedTable(settings, fill_seats(2, bots=(1,)))


@pytest.mark.parametrize("clock", [None, Days(days=1), Fischer(seconds=10_800)])
def test_thinking_time_is_bounded_however_much_is_left(clock: TimeControl | None) -> None:
    table = against_a_bot(clock)
    assert thinking_seconds(table.table, table.now) == MAX_THINKING_SECONDS


def test_thinking_time_decreases_with_the_clock() -> None:
    table = against_a_bot(Fischer(seconds=60))
    assert thinking_seconds(table.table, table.now) == 3
    table.wait(40_000)
    assert thinking_seconds(table.table, table.now) == 1


def test_the_increment_is_used() -> None:
    table = against_a_bot(Fischer(seconds=60, increment=5))
    assert thinking_seconds(table.table, table.now) == 7


@given(
    st.one_of(
        st.builds(Fischer, seconds=st.integers(10, 600), increment=st.integers(0, 180)),
        st.builds(PerMove, seconds=st.integers(3, 60)),
    ),
    st.integers(0, 700_000),
)
def test_waiting_thinking_and_waiting_again_leave_time_on_every_clock(
    clock: Fischer | PerMove, passed: int
) -> None:
    """The worst case: the bot waits for a thread, fails, and thinks for all its time."""
    table = against_a_bot(clock)
    passed = min(passed, clock.seconds * 1000 - 100)
    table.wait(passed)
    left = clock.seconds * 1000 - passed
    spent = 0.0
    for _ in range(2):
        now = table.now + round(spent)
        spent += 1000 * waiting_seconds(table.table, now)
        spent += 1000 * thinking_seconds(table.table, table.now + round(spent))
    assert spent < left


@given(st.integers(3, 60))
def test_a_lease_is_waited_for_longer_than_a_living_process_needs(
    seconds: int,
) -> None:
    """A process that waited for the lease of a dead one still has time to answer."""
    table = against_a_bot(PerMove(seconds=seconds))
    waited = waiting_seconds(table.table, table.now)
    thought = thinking_seconds(table.table, table.now + round(1000 * waited))
    max_wait = lease_wait_seconds(table.table, table.now)
    assert waited + thought < max_wait < seconds
    later = table.now + round(1000 * max_wait)
    spent = max_wait + waiting_seconds(table.table, later) + thinking_seconds(table.table, later)
    assert spent < seconds


@pytest.mark.parametrize("window", [2, 5, 15])
def test_a_stone_is_answered_while_its_window_is_open(window: int) -> None:
    settings = Settings(size=7, setting=NUMBERS, first=0, window=window)
    table = PlayedTable(settings, fill_seats(2, bots=(1,)))
    table.place(0, "d4")
    assert thinking_seconds(table.table, table.now) <= window / 2
    table.wait(window * 1000)
    assert thinking_seconds(table.table, table.now) == 0
