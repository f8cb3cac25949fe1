"""Clocks: which one runs, what a turn costs, and when time runs out."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from grav.game import Resigned
from grav.server.messages import commands as c
from grav.server.messages.settings import (
    DAY,
    HOUR,
    SECOND,
    Days,
    Fischer,
    PerMove,
    Settings,
    TimeControl,
)
from grav.server.messages.views import ClockShown
from grav.server.table.command_context import Actor
from grav.server.table.deadlines import Deadline, deadline
from grav.server.table.fold import evolve
from grav.server.table.model import Play, Table
from grav.testing.tables.played_table import NUMBERS, PlayedTable, shown
from grav.testing.tables.random_commands import random_command, random_command_context
from grav.testing.tables.random_tables import play_on, random_table


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


def test_no_clock_runs_in_a_window() -> None:
    table = timed(Fischer(seconds=60))
    table.place(0, "e5")
    table.wait(9_000)
    table.accept(1)
    assert clock_of(table) == ClockShown((60_000, 60_000), 1, table.now)


def test_accepting_by_acting_costs_no_time() -> None:
    table = timed(Fischer(seconds=60, increment=2))
    table.place(0, "e5")
    table.wait(9_000)
    table.place(1, "e7")
    assert table.play.left == (62_000, 62_000)


def test_no_clock_runs_before_the_first_stone_and_in_a_penalty() -> None:
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


def test_a_stone_as_the_flag_falls_leaves_the_increment() -> None:
    table = timed(Fischer(seconds=60, increment=1))
    table.wait(61_500)
    table.place(0, "e5")
    assert table.play.left == (1_000, 60_000)


def test_a_resignation_of_another_seat_does_not_change_whose_clock_runs() -> None:
    table = timed(Fischer(seconds=60), seats=3)
    before = clock_of(table)
    table.wait(7_000)
    table.resign(2)
    assert clock_of(table) == before


# A time for each turn


@pytest.mark.parametrize(
    ("clock", "whole"), [(PerMove(seconds=20), 20_000), (Days(days=2), 2 * DAY)]
)
def test_a_clock_per_move_restarts_each_turn(clock: TimeControl, whole: int) -> None:
    table = timed(clock)
    table.wait(whole - 1)
    table.put(0, "e5")
    assert clock_of(table) == ClockShown((whole, whole), 1, table.now)
    assert deadline(table.table) == Deadline(table.now + whole, "flag")


def test_a_clock_per_move_restarts_each_bonus_turn() -> None:
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
def test_a_seat_without_time_resigns(clock: TimeControl) -> None:
    table = timed(clock, seats=3)
    assert table.wait_until_due() == "flag"
    assert table.told[-1].happened == (shown(Resigned(0), why="time"),)
    assert table.play.state.to_move == 1


def test_a_clock_that_ran_out_shows_zero() -> None:
    table = timed(Fischer(seconds=60, increment=9), seats=3)
    table.wait_until_due()
    assert table.play.left == (0, 60_000, 60_000)


def test_the_last_seat_with_time_wins() -> None:
    table = timed(PerMove(seconds=5))
    table.wait_until_due()
    assert (table.stage, table.play.state.phase.name) == ("over", "over")
    assert clock_of(table).running is None


def test_without_a_clock_no_time_runs_out() -> None:
    table = timed(None)
    assert table.whole().now.clock is None
    table.wait(20 * DAY)
    assert table.due() is None
    table.place(0, "e5")


def test_a_phrase_does_not_change_the_clocks() -> None:
    table = timed(PerMove(seconds=20))
    before = deadline(table.table)
    table.wait(5_000)
    table.give(Actor("p0"), c.SayPhrase(id="1", seat=0, phrase="thinking"))
    assert deadline(table.table) == before


# Clocks of machines that are set, or of hosts that disagree


def check_nobody_gained(before: Play | None, after: Play | None, clock: Fischer) -> None:
    """No clock gains more than one increment per action. Takebacks are not checked: they restore
    the earlier times.
    """
    if before is None or after is None or len(after.actions) < len(before.actions):
        return
    acted = len(after.actions) - len(before.actions)
    for had, has in zip(before.left, after.left, strict=True):
        assert has <= had + acted * clock.increment * SECOND


@given(st.integers(0, 2**32))
def test_no_clock_gains_when_the_machines_time_jumps(seed: int) -> None:
    """Commands are decided at any times, as hosts with different clocks or a clock that is set give
    them.
    """
    chance = Random(seed)
    clock = Fischer(seconds=chance.randint(10, 40), increment=chance.randint(0, 5))
    played = random_table(chance, clock=clock, settle="given")
    for _ in range(60):
        played.now += chance.choice((0, 400, 2500, -400, -HOUR, HOUR))
        before, latest, stored = played.table.play, played.table.latest, len(played.stored)
        who, command = random_command(played.table, chance)
        played.refusal(who, command, random_command_context(chance))
        check_nobody_gained(before, played.table.play, clock)
        assert all(event.at >= latest for event in played.events()[stored:])
    moments = [event.at for event in played.events()]
    assert moments == sorted(moments)


@given(st.integers(0, 2**32))
def test_no_clock_gains_by_stored_times_out_of_order(seed: int) -> None:
    chance = Random(seed)
    clock = Fischer(seconds=30, increment=chance.randint(0, 5))
    played = random_table(chance, clock=clock, settle="given")
    play_on(played, chance, 40)
    table: Table | None = None
    for event in played.events():
        jumped = structs.replace(event, at=event.at + chance.randint(-HOUR, HOUR))
        following = evolve(table, jumped).table
        check_nobody_gained(table.play if table else None, following.play, clock)
        table = following


def test_an_event_is_never_earlier_than_the_last_one_public_or_not() -> None:
    """The stone was placed at a host whose clock is ahead, and is answered at another."""
    table = PlayedTable(Settings(setting=NUMBERS, seats=3, first=0, clock=Fischer(seconds=60)))
    table.wait(HOUR)
    table.place(0, "e5")
    table.wait(300)
    table.shout(1)
    shouted = table.now
    table.wait(-HOUR)
    table.accept(2)
    assert table.table.latest == table.events()[-1].at == shouted
