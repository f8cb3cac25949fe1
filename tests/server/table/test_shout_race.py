"""The race of shouts: latency compensation, the budget of clients, the hold, and ties."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.server.table.shout_race import (
    MAX_SAMPLES,
    Claim,
    Fairness,
    RoundTrip,
    decide,
    hold_time,
    judge_claim,
    nearest_after,
    refill_budget,
)

FAIR = Fairness()

times = st.integers(0, 5000)
round_trips = st.none() | st.integers(0, 2000)
words = st.none() | st.integers(-5000, 10_000)
budgets = st.integers(0, FAIR.budget)


def claim(seat: int, used: int) -> Claim:
    return Claim(seat, elapsed=used + 50, round_trip=50, said=None, used=used)


@st.composite
def races(draw: st.DrawFn) -> tuple[list[Claim], int, list[int]]:
    """Draws shouts of some of the other seats, close together, with a violator and an order of
    play.
    """
    order = draw(st.permutations(range(draw(st.integers(2, 6)))))
    violator, *others = draw(st.permutations(order))
    seats = draw(st.lists(st.sampled_from(others), min_size=1, unique=True))
    used = st.integers(FAIR.floor, FAIR.floor + 3 * FAIR.tie_band)
    return [claim(seat, draw(used)) for seat in seats], violator, order


# The reaction time that counts


def test_the_round_trip_is_subtracted() -> None:
    assert judge_claim(900, 300, None, 100, FAIR) == (600, 0)


def test_an_unknown_round_trip_subtracts_nothing() -> None:
    assert judge_claim(900, None, None, 100, FAIR) == (900, 0)


def test_the_subtracted_round_trip_is_bounded() -> None:
    assert judge_claim(2000, FAIR.max_round_trip + 700, None, 100, FAIR) == (
        2000 - FAIR.max_round_trip,
        0,
    )


def test_a_claimed_time_within_the_budget_counts_and_spends_it() -> None:
    assert judge_claim(900, 300, 540, 100, FAIR) == (540, 60)


def test_a_claimed_time_beyond_the_budget_counts_up_to_the_budget() -> None:
    assert judge_claim(900, 300, 0, 70, FAIR) == (530, 70)


@pytest.mark.parametrize("said", [600, 601, 5000])
def test_a_claimed_time_never_makes_a_reaction_slower(said: int) -> None:
    assert judge_claim(900, 300, said, 100, FAIR) == (600, 0)


def test_an_impossible_reaction_counts_as_the_floor() -> None:
    assert judge_claim(60, 40, None, 100, FAIR) == (FAIR.floor, 0)
    assert judge_claim(FAIR.floor + 20, 0, 0, 100, FAIR) == (FAIR.floor, 20)


@given(times, round_trips, words, budgets)
def test_a_claimed_time_lowers_the_reaction_by_what_it_spends(
    elapsed: int, round_trip: int | None, said: int | None, budget: int
) -> None:
    measured, _ = judge_claim(elapsed, round_trip, None, budget, FAIR)
    used, spent = judge_claim(elapsed, round_trip, said, budget, FAIR)
    assert measured - used == spent
    assert 0 <= spent <= budget


@given(times, times, round_trips, words, budgets)
def test_a_later_shout_is_never_better(
    elapsed: int, later: int, round_trip: int | None, said: int | None, budget: int
) -> None:
    sooner, _ = judge_claim(elapsed, round_trip, said, budget, FAIR)
    assert sooner <= judge_claim(elapsed + later, round_trip, said, budget, FAIR)[0]


@given(times, round_trips, words, budgets)
def test_a_cheating_client_gains_at_most_budget_and_round_trip(
    elapsed: int, round_trip: int | None, said: int | None, budget: int
) -> None:
    used, _ = judge_claim(elapsed, round_trip, said, budget, FAIR)
    unbelieved, _ = judge_claim(elapsed, None, None, 0, FAIR)
    assert FAIR.floor <= used <= unbelieved
    assert unbelieved - used <= budget + min(round_trip or 0, FAIR.max_round_trip)


@given(st.lists(st.tuples(times, words), max_size=30))
def test_a_cheating_client_gains_at_most_budget_and_refills_in_a_game(
    shouts: list[tuple[int, int | None]],
) -> None:
    budget, gained = FAIR.budget, 0
    for elapsed, said in shouts:
        _, spent = judge_claim(elapsed, None, said, budget, FAIR)
        budget, gained = refill_budget(budget - spent, FAIR), gained + spent
        assert 0 <= budget <= FAIR.budget
    assert gained <= FAIR.budget + FAIR.refill * len(shouts)


def test_a_spent_budget_is_refilled_by_placements() -> None:
    assert refill_budget(0, FAIR) == FAIR.refill
    assert refill_budget(FAIR.budget - 1, FAIR) == FAIR.budget


# The hold


def test_without_silent_seats_there_is_no_hold() -> None:
    assert hold_time(claim(1, 600), [], FAIR) == 0


@given(times, round_trips, words, budgets, st.lists(round_trips, min_size=1))
def test_a_hold_keeps_within_its_bounds(
    elapsed: int,
    round_trip: int | None,
    said: int | None,
    budget: int,
    silent: list[int | None],
) -> None:
    used, _ = judge_claim(elapsed, round_trip, said, budget, FAIR)
    waited = hold_time(Claim(0, elapsed, round_trip, said, used), silent, FAIR)
    assert FAIR.min_hold <= waited <= FAIR.max_hold


@given(times, round_trips, words, budgets, st.lists(round_trips, min_size=1), st.integers(0, 60))
def test_the_hold_is_long_enough_for_an_equal_reaction(
    elapsed: int,
    round_trip: int | None,
    said: int | None,
    budget: int,
    silent: list[int | None],
    late: int,
) -> None:
    """Late by the tie band and the delay of a connection, both within the margin."""
    used, _ = judge_claim(elapsed, round_trip, said, budget, FAIR)
    until = elapsed + hold_time(Claim(0, elapsed, round_trip, said, used), silent, FAIR)
    for way in silent:
        arrival = used + min(way or 0, FAIR.max_round_trip) + FAIR.tie_band + late
        assert arrival <= until or until == elapsed + FAIR.max_hold


def test_the_hold_is_shortened_by_the_delay_of_the_first_shout() -> None:
    near = Claim(0, elapsed=610, round_trip=10, said=None, used=600)
    far = Claim(0, elapsed=900, round_trip=300, said=None, used=600)
    assert hold_time(near, [300], FAIR) == 290 + FAIR.margin
    assert hold_time(far, [300], FAIR) == FAIR.margin
    assert hold_time(far, [10, 0], FAIR) == FAIR.min_hold


# The winner


def test_the_quickest_wins() -> None:
    far_apart = [claim(1, 800), claim(2, 500), claim(3, 800 + FAIR.tie_band)]
    decision = decide(far_apart, 0, [0, 1, 2, 3], FAIR)
    assert decision.winner == 2
    assert decision.band == (2,)
    assert [one.seat for one in decision.ranked] == [2, 1, 3]


def test_among_equals_the_nearest_after_the_violator_wins() -> None:
    claims = [claim(1, 500), claim(3, 500 + FAIR.tie_band), claim(0, 501 + FAIR.tie_band)]
    decision = decide(claims, 2, [0, 1, 2, 3], FAIR)
    assert decision.winner == 3
    assert decision.band == (3, 1)


def test_equals_follow_the_order_of_play_and_not_the_seats() -> None:
    claims = [claim(seat, 500) for seat in (0, 1, 3)]
    assert decide(claims, 2, [3, 1, 2, 0], FAIR).band == (0, 3, 1)


@given(races(), st.data())
def test_the_order_of_claims_does_not_matter(
    race: tuple[list[Claim], int, list[int]], data: st.DataObject
) -> None:
    claims, violator, order = race
    told = data.draw(st.permutations(claims))
    assert decide(told, violator, order, FAIR) == decide(claims, violator, order, FAIR)


@given(races())
def test_the_winner_is_the_nearest_within_the_tie_band(
    race: tuple[list[Claim], int, list[int]],
) -> None:
    claims, violator, order = race
    decision = decide(claims, violator, order, FAIR)
    least = min(one.used for one in claims)
    band = {one.seat for one in claims if one.used - least <= FAIR.tie_band}
    assert set(decision.band) == band
    assert decision.winner == decision.band[0] == nearest_after(band, violator, order)
    assert sorted(decision.ranked, key=lambda one: one.used) == list(decision.ranked)


@given(races())
def test_without_a_tie_band_the_order_decides_between_equals_only(
    race: tuple[list[Claim], int, list[int]],
) -> None:
    claims, violator, order = race
    decision = decide(claims, violator, order, replace(FAIR, tie_band=0))
    assert {one.used for one in claims if one.seat in decision.band} == {decision.ranked[0].used}
    assert decision.winner == decision.ranked[0].seat


@pytest.mark.parametrize(
    ("seats", "violator", "nearest"),
    [({0, 1, 3}, 2, 3), ({0, 1}, 2, 0), ({1}, 2, 1), ({2, 3}, 0, 2), ({0, 2}, 3, 0)],
)
def test_the_nearest_seat_is_counted_around_the_table(
    seats: set[int], violator: int, nearest: int
) -> None:
    assert nearest_after(seats, violator, [0, 1, 2, 3]) == nearest


# Round trips


def received(*samples: int) -> RoundTrip:
    found = RoundTrip()
    for sample in samples:
        found = found.with_sample(sample)
    return found


def test_a_single_round_trip_sample_does_not_count() -> None:
    assert received().value() is None
    assert received(900).value() is None
    assert received(900, 40).value() == 40


@given(st.lists(st.integers(20, 60), min_size=1, max_size=3 * MAX_SAMPLES), st.data())
def test_an_outlier_does_not_change_the_round_trip(good: list[int], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(good)))
    found = received(*good[:at], 3000, *good[at:]).value()
    assert found is not None
    assert min(good) <= found <= max(good)


def test_a_changed_round_trip_is_known_after_a_few_pings() -> None:
    assert received(20, *[200] * (MAX_SAMPLES - 1)).value() == 20
    found = received(20, *[200] * MAX_SAMPLES)
    assert found.value() == 200
    assert len(found.latest) == MAX_SAMPLES
