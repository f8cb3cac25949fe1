"""Answers to a stone: secret races of shouts in live games, sealed answers in slow ones."""

import pytest

from grav.game import Accepted, Resigned, Skipped, Stood
from grav.rules import Point
from grav.server.messages import commands as c
from grav.server.messages import public_events as h
from grav.server.messages import stored_events as e
from grav.server.messages.game_events import form_of
from grav.server.messages.settings import Days, Fischer, Settings
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.deadlines import Deadline, deadline
from grav.server.table.fold import FAIRNESS
from grav.testing.tables.played_table import NUMBERS, PlayedTable, shown

LIVE = Settings(size=7, seats=4, setting=NUMBERS, first=0)
TIMED = Settings(size=7, seats=4, setting=NUMBERS, first=0, clock=Fischer(seconds=300))
SLOW = Settings(size=7, seats=4, setting=NUMBERS, first=0, clock=Days(days=2))


def opened(settings: Settings, *, breaks: bool = True) -> PlayedTable:
    """Opens a game in which seat 1 has placed a stone; a shout at it is right if it breaks a
    rule.
    """
    table = PlayedTable(settings)
    table.put(0, "d4")
    table.place(1, "d5" if breaks else "d6")
    return table


def decided(told: tuple[h.PublicEvent, ...]) -> h.RaceDecided:
    (race,) = (each for each in told if isinstance(each, h.RaceDecided))
    return race


# A race


def test_between_two_players_a_shout_is_decided_at_once() -> None:
    table = PlayedTable(Settings(size=7, setting=NUMBERS, first=0))
    table.put(0, "d4")
    table.place(1, "d5")
    told = table.shout(0)
    assert decided(told).winner == 0
    assert table.phase == "turn"  # seat 1 has no other stone to lose


def test_an_undecided_shout_is_stored_and_not_public() -> None:
    table = opened(LIVE)
    assert table.shout(2) == ()
    assert isinstance(table.events()[-1], e.Claimed)
    assert table.phase == "window"


def test_after_the_first_shout_the_others_have_a_short_and_bounded_time() -> None:
    table = opened(LIVE)
    assert deadline(table.table) is not None
    table.shout(2)
    limit = deadline(table.table)
    assert limit is not None
    assert limit.kind == "race"
    hold = limit.at - table.now
    assert FAIRNESS.min_hold <= hold <= FAIRNESS.max_hold
    table.wait(hold - 1)
    assert table.due() is None
    table.wait(1)
    told = table.due()
    assert told is not None
    assert decided(told).winner == 2


def test_the_quickest_reaction_wins_not_the_first_arrival() -> None:
    table = opened(LIVE)
    table.shout(2, reaction=600)
    table.wait(20)
    table.shout(0, reaction=300)
    table.accept(3)
    assert table.told[-1].now.position is not None
    race = decided(table.told[-1].happened)
    assert race.winner == 0
    assert [(entry.seat, entry.used) for entry in race.entries] == [(0, 300), (2, 600)]


@pytest.mark.parametrize("apart", [0, FAIRNESS.tie_band])
def test_in_a_tie_the_nearest_after_the_violator_wins(apart: int) -> None:
    table = opened(LIVE)
    table.shout(0, reaction=400)
    table.shout(3, reaction=400 + apart)
    table.wait_until_due()
    race = decided(table.told[-1].happened)
    assert (race.winner, race.band) == (3, (3, 0))


def test_losing_a_race_costs_nothing() -> None:
    table = opened(LIVE, breaks=False)
    table.shout(2, reaction=300)
    table.shout(3, reaction=900)
    table.wait_until_due()
    race = decided(table.told[-1].happened)
    assert race.winner == 2
    skipped = [each for each in table.told[-1].happened if isinstance(each, form_of(Skipped))]
    assert skipped == [shown(Skipped(2, 0))]
    assert table.play.state.skips == (0, 0, 0, 0)
    assert table.play.state.to_move == 3


def test_later_shouts_do_not_prolong_the_wait() -> None:
    table = opened(LIVE)
    table.shout(2)
    before = deadline(table.table)
    table.wait(30)
    table.shout(3)
    assert deadline(table.table) == before


def test_seats_that_have_answered_are_not_waited_for() -> None:
    table = opened(LIVE)
    table.accept(0)
    assert table.shout(2) == ()
    told = table.accept(3)
    assert told[0] == shown(Accepted(3))
    assert decided(told).winner == 2


def test_a_second_answer_is_refused() -> None:
    table = opened(LIVE)
    table.shout(2)
    for command in (
        c.ShoutGrav(id="1", seat=2, placement=2),
        c.AcceptStone(id="1", seat=2, placement=2),
        c.PlaceStone(id="1", seat=2, at="a1"),
        c.PassTurn(id="1", seat=2),
    ):
        assert table.refusal(Actor("p2"), command) == "already_answered"


def test_a_shout_names_its_stone_and_a_late_one_costs_nothing() -> None:
    table = opened(LIVE)
    late = c.ShoutGrav(id="1", seat=2, placement=1)
    assert table.refusal(Actor("p2"), late) == "late"
    for seat in (0, 2, 3):
        table.accept(seat)
    assert table.refusal(Actor("p3"), c.ShoutGrav(id="1", seat=3, placement=2)) == "late"
    assert table.play.state.skips == (0, 0, 0, 0)
    table.place(2, "a1")
    assert table.refusal(Actor("p3"), c.ShoutGrav(id="1", seat=3, placement=2)) == "late"


def test_a_clients_claimed_time_counts_within_its_budget() -> None:
    table = opened(LIVE)
    received = CommandContext(elapsed=900, round_trip=100)
    table.give(Actor("p2"), c.ShoutGrav(id="1", seat=2, placement=2, said=200), received)
    (claim,) = table.play.claims
    assert (claim.used, claim.spent) == (800 - FAIRNESS.budget, FAIRNESS.budget)
    assert table.play.budgets == (100, 100, 0, 100)
    table.wait_until_due()
    assert table.phase == "turn"
    table.place(2, "a1")
    assert table.play.budgets[2] == FAIRNESS.refill


# Resigning while shouts are undecided


def test_a_resignation_withdraws_ones_own_shout() -> None:
    table = opened(LIVE, breaks=False)
    table.shout(2)
    table.resign(2)
    assert table.play.claims == ()
    table.accept(0)
    table.accept(3)
    assert table.phase == "turn"


def test_the_hold_is_unchanged_if_the_first_shouter_resigns_bug() -> None:
    table = opened(LIVE)
    table.shout(2)
    before = deadline(table.table)
    table.wait(30)
    table.shout(3)
    table.resign(2)
    assert deadline(table.table) == before


def test_when_the_last_silent_player_resigns_the_race_is_decided() -> None:
    table = opened(LIVE)
    table.shout(2)
    table.accept(0)
    assert decided(table.resign(3)).winner == 2


def test_when_the_violator_resigns_the_stone_stands_and_no_shout_counts() -> None:
    table = opened(LIVE)
    table.shout(2)
    told = table.resign(1)
    assert told == (shown(Resigned(1)), shown(Stood(1, Point.parse("d5"))))
    assert (table.play.claims, table.play.races) == ((), ())


# The time limit of a window


def test_a_seat_that_does_not_answer_in_time_accepts() -> None:
    table = opened(TIMED)
    table.accept(2)
    assert table.wait_until_due() == "window"
    assert table.told[-1].happened == (
        shown(Accepted(0), why="time"),
        shown(Accepted(3), why="time"),
        shown(Stood(1, Point.parse("d5"))),
    )


def test_shouts_that_arrived_before_the_end_of_the_window_count() -> None:
    table = opened(TIMED)
    table.wait(14_950)
    table.shout(2)
    limit = deadline(table.table)
    assert limit is not None
    assert limit.kind == "window"
    table.wait_until_due()
    assert decided(table.told[-1].happened).winner == 2
    assert not any(isinstance(each, form_of(Accepted)) for each in table.told[-1].happened)


def test_a_stone_that_accepts_the_one_before_has_a_window_of_its_own() -> None:
    table = PlayedTable(Settings(setting=NUMBERS, first=0, clock=Fischer(seconds=300)))
    table.place(0, "e5")
    table.wait(9_000)
    table.place(1, "e7")
    assert deadline(table.table) == Deadline(table.now + 15_000, "window")


# Sealed answers


def test_in_a_slow_game_answers_are_public_without_their_content() -> None:
    shouting, accepting = opened(SLOW), opened(SLOW)
    assert shouting.shout(2) == accepting.accept(2) == (h.AnswerSealed(2),)
    assert shouting.told == accepting.told
    assert shouting.whole("p0") == accepting.whole("p0")
    position = shouting.whole().now.position
    assert position is not None
    assert position.window is not None
    assert (position.window.awaiting, position.window.answered) == ((0, 2, 3), (2,))


def test_in_a_slow_game_the_nearest_shouter_after_the_violator_wins() -> None:
    table = opened(SLOW)
    table.shout(0)
    table.shout(3)
    assert table.phase == "window"
    told = table.accept(2)
    race = decided(told)
    assert (race.winner, race.band, race.sealed) == (3, (0, 3), True)
    assert table.play.state.to_move == 3


def test_when_nobody_shouts_in_a_slow_game_the_stone_stands() -> None:
    table = opened(SLOW)
    for seat in (0, 2):
        table.accept(seat)
    assert table.accept(3) == (
        h.AnswerSealed(3),
        shown(Accepted(0)),
        shown(Accepted(2)),
        shown(Accepted(3)),
        shown(Stood(1, Point.parse("d5"))),
    )


def test_in_a_slow_game_too_the_time_to_answer_ends() -> None:
    table = opened(SLOW)
    table.shout(3)
    assert table.wait_until_due() == "window"
    assert decided(table.told[-1].happened).winner == 3
    silent = opened(SLOW)
    assert silent.wait_until_due() == "window"
    assert silent.phase == "turn"


def test_a_second_answer_is_refused_in_a_slow_game() -> None:
    table = opened(SLOW)
    table.shout(3)
    again = c.AcceptStone(id="1", seat=3, placement=2)
    assert table.refusal(Actor("p3"), again) == "already_answered"


def test_a_resignation_withdraws_ones_own_sealed_answer() -> None:
    table = opened(SLOW)
    table.shout(3)
    table.resign(3)
    table.accept(0)
    table.accept(2)
    assert table.play.races == ()
    assert table.phase == "turn"
