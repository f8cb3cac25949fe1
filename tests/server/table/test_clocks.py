"""Clocks: whose time runs, what it costs, and when it is out."""

import pytest

from grav.server.messages import commands as c
from grav.server.messages import happenings as h
from grav.server.messages.settings import DAY, Days, Fischer, PerMove, Settings, TimeControl
from grav.server.messages.views import ClockShown
from grav.server.table.deadlines import Deadline, deadline
from grav.server.table.who import Who
from grav.testing.tables import NUMBERS, PlayedTable


def timed(clock: TimeControl | None, seats: int = 2, first: int | None = 0) -> PlayedTable:
    return PlayedTable(Settings(setting=NUMBERS, seats=seats, first=first, clock=clock))


def clock_of(table: PlayedTable) -> ClockShown:
    clock = table.whole().now.clock
    assert clock is not None
    return clock


# A time for the whole game


def test_a_turn_costs_its_time_and_gains_the_increment() -> None:
    table = timed(Fischer(seconds=60, increment=3))
    assert clock_of(table) == ClockShown((60_000, 60_000), 0, table.now)
    table.wait(10_000)
    table.place(0, "e5")
    assert clock_of(table) == ClockShown((53_000, 60_000), None, table.now)


def test_time_in_a_window_is_nobodys() -> None:
    table = timed(Fischer(seconds=60))
    table.place(0, "e5")
    table.wait(9_000)
    table.accept(1)
    assert clock_of(table) == ClockShown((60_000, 60_000), 1, table.now)


def test_who_accepts_by_acting_has_used_no_time() -> None:
    table = timed(Fischer(seconds=60, increment=2))
    table.place(0, "e5")
    table.wait(9_000)
    table.place(1, "e7")
    assert table.play.left == (62_000, 62_000)


def test_time_before_the_first_stone_and_in_a_penalty_is_nobodys() -> None:
    table = timed(Fischer(seconds=60), first=None)
    table.wait(30_000)
    table.put(1, "e5")
    table.put(0, "e7")
    table.place(1, "e8")
    table.shout(0)
    assert (table.phase, clock_of(table).running) == ("penalty", None)
    table.wait(30_000)
    table.remove(0, "e5")
    assert clock_of(table) == ClockShown((60_000, 60_000), 0, table.now)


def test_a_pass_costs_its_time_like_a_stone() -> None:
    table = timed(Fischer(seconds=60, increment=1))
    table.put(0, "e5")
    table.wait(4_000)
    table.pass_turn(1)
    assert table.play.left == (61_000, 57_000)


def test_a_stone_that_comes_as_the_flag_falls_leaves_nothing_but_the_increment() -> None:
    table = timed(Fischer(seconds=60, increment=1))
    table.wait(61_500)
    table.place(0, "e5")
    assert table.play.left == (1_000, 60_000)


def test_another_who_resigns_does_not_change_whose_time_runs() -> None:
    table = timed(Fischer(seconds=60), seats=3)
    before = clock_of(table)
    table.wait(7_000)
    table.resign(2)
    assert clock_of(table) == before


# A time for each turn


@pytest.mark.parametrize(
    ("clock", "whole"), [(PerMove(seconds=20), 20_000), (Days(days=2), 2 * DAY)]
)
def test_every_turn_has_its_time_anew(clock: TimeControl, whole: int) -> None:
    table = timed(clock)
    table.wait(whole - 1)
    table.put(0, "e5")
    assert clock_of(table) == ClockShown((whole, whole), 1, table.now)
    assert deadline(table.table) == Deadline(table.now + whole, "flag")


def test_every_bonus_turn_has_its_time_anew() -> None:
    table = PlayedTable(Settings(size=5, setting="3 2 4 1 8", first=0, clock=PerMove(seconds=20)))
    for at, other in (("a1", "e5"), ("a3", "e4"), ("c1", "d5")):
        table.put(0, at)
        table.put(1, other)
    table.wait(15_000)
    table.put(0, "c3", declare=1)
    position = table.whole().now.position
    assert position is not None
    assert position.on_bonus_turn
    assert deadline(table.table) == Deadline(table.now + 20_000, "flag")


# The flag


@pytest.mark.parametrize(
    "clock", [Fischer(seconds=60, increment=9), PerMove(seconds=60), Days(days=1)]
)
def test_who_has_no_time_left_has_resigned(clock: TimeControl) -> None:
    table = timed(clock, seats=3)
    assert table.wait_until_due() == "flag"
    assert table.told[-1].happened == (h.PlayerResigned(0, why="time"),)
    assert table.play.state.to_move == 1


def test_a_clock_that_has_run_out_shows_nothing() -> None:
    table = timed(Fischer(seconds=60, increment=9), seats=3)
    table.wait_until_due()
    assert table.play.left == (0, 60_000, 60_000)


def test_the_last_one_with_time_has_won() -> None:
    table = timed(PerMove(seconds=5))
    table.wait_until_due()
    assert (table.stage, table.play.state.phase.name) == ("over", "over")
    assert clock_of(table).running is None


def test_without_a_clock_nobody_has_to_hurry() -> None:
    table = timed(None)
    assert table.whole().now.clock is None
    table.wait(20 * DAY)
    assert table.due() is None
    table.place(0, "e5")


def test_a_phrase_does_not_give_time() -> None:
    table = timed(PerMove(seconds=20))
    before = deadline(table.table)
    table.wait(5_000)
    table.give(Who("p0"), c.SayPhrase(id="1", seat=0, phrase="thinking"))
    assert deadline(table.table) == before
