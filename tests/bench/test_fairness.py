"""The simulation of shouts, and that docs/fairness.md shows its results."""

import re
from dataclasses import astuple
from pathlib import Path
from statistics import fmean

import pytest
from bench.fairness import races, result_tables
from bench.fairness.races import DrawShouters, RaceInput, draw_races, judge_races
from bench.fairness.simulated_clients import (
    MAX_DEVICE_DELAY,
    MEDIAN_REACTION,
    Chance,
    Client,
    Connection,
)

from grav.server.table.shout_race import Fairness, judge_claim

PAGE = Path(__file__).parents[2] / "docs/fairness.md"
SECURITY = PAGE.with_name("security.md")
STILL = Connection(30, 70, 0)
FAIR = Fairness()


def two(first: Client, second: Client, gap: int) -> DrawShouters:
    return lambda _: ((first, second), (MEDIAN_REACTION, MEDIAN_REACTION + gap))


def test_the_page_shows_what_the_simulation_prints() -> None:
    shown = PAGE.read_text("utf-8").split("<!-- races -->")[1].split("<!-- /races -->")[0]
    assert shown == f"\n\n{result_tables.format_report()}\n\n"


def test_the_page_states_the_numbers_that_are_used() -> None:
    section = PAGE.read_text("utf-8").split("## The numbers")[1].split("## ")[0]
    stated = re.findall(r"^\| [^|]+ \| (\d+) \|", section, re.MULTILINE)
    assert [int(number) for number in stated] == list(astuple(FAIR))


def test_half_of_the_people_are_quicker_than_the_median() -> None:
    chance = Chance("test")
    quicker = [chance.reaction() < MEDIAN_REACTION for _ in range(2000)]
    assert fmean(quicker) == pytest.approx(0.5, abs=0.03)


def test_a_connection_delays_in_both_directions_and_jitter_only_adds() -> None:
    chance = Chance("test")
    shouts = [chance.shout(Client(STILL), MEDIAN_REACTION) for _ in range(500)]
    assert min(shout.elapsed for shout in shouts) >= MEDIAN_REACTION + 100
    assert {shout.round_trip for shout in shouts} == {100}
    assert all(
        MEDIAN_REACTION <= (shout.said or 0) <= MEDIAN_REACTION + MAX_DEVICE_DELAY
        for shout in shouts
    )


def test_a_dishonest_client_understates_its_reaction_time() -> None:
    liar = Client(STILL, understates=10**6, delays_pongs=250)
    shout = Chance("test").shout(liar, MEDIAN_REACTION)
    assert shout.said == 0
    assert shout.round_trip == 350
    assert Chance("test").shout(Client(STILL, understates=None), MEDIAN_REACTION).said is None
    assert Chance("test").shout(Client(STILL, pongs=1), MEDIAN_REACTION).round_trip is None


def test_the_same_shouters_give_the_same_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(races, "RACES_PER_FIGURE", 5)
    draw_shouters = two(Client(STILL), Client(STILL), 50)
    inputs = draw_races(draw_shouters)
    assert inputs == draw_races(draw_shouters)
    assert len(set(inputs)) == 5


def test_the_results_of_three_ways_to_decide_differ() -> None:
    chance = Chance("test")
    far, near = Client(Connection(150, 150, 0)), Client(Connection(5, 5, 0), understates=10**6)
    race_input = RaceInput((chance.shout(far, 700), chance.shout(near, 850)), (0, 1, 2))
    (race,) = judge_races([race_input], FAIR)
    assert race.quickest == race.winner == 0
    assert race.is_right
    assert race.by_arrival == race.by_claim == race.first.seat == 1


def test_a_shout_that_comes_after_the_hold_does_not_count() -> None:
    chance = Chance("test")
    late = Client(STILL, away=FAIR.max_hold + 500)
    race_input = RaceInput((chance.shout(late, 400), chance.shout(Client(STILL), 800)), (0, 1, 2))
    (race,) = judge_races([race_input], FAIR)
    assert race.winner == 1
    assert race.is_mistaken


def test_budgets_are_spent_from_race_to_race() -> None:
    liar = Client(STILL, understates=10**6)
    inputs = [RaceInput((Chance("test").shout(liar, MEDIAN_REACTION),), (0, 1))] * 3
    measured = judge_races(
        [RaceInput((Chance("test").shout(Client(STILL, None), MEDIAN_REACTION),), (0, 1))], FAIR
    )
    gains = [measured[0].first.used - race.first.used for race in judge_races(inputs, FAIR)]
    assert gains == [FAIR.budget, *[FAIR.refill * races.PLACEMENTS_BETWEEN_RACES] * 2]


def test_a_liar_with_a_full_budget_gains_480_ms_on_a_line_of_20() -> None:
    """The client delays every pong, and claims to have shouted the moment they saw the stone."""
    connection = Connection(10, 10, 0)

    def taken_for(client: Client) -> int:
        """Returns the reaction time that the judge counts for the same shout."""
        race_input = RaceInput((Chance("test").shout(client, 2 * MEDIAN_REACTION),), (0, 1))
        (race,) = judge_races([race_input], FAIR)
        return race.first.used

    liar = Client(connection, understates=10**6, delays_pongs=10**4)
    assert taken_for(Client(connection, understates=None)) - taken_for(liar) == 480
    for page in (PAGE, SECURITY):
        assert "480 ms on a line of 20 ms" in page.read_text("utf-8")


@pytest.mark.parametrize("true_way", [0, 20, 100, 399])
def test_no_lie_gains_more_than_the_page_says(true_way: int) -> None:
    """For any delay of pongs and any claim, compared with the same shout of an honest client."""
    most = FAIR.max_round_trip - true_way + FAIR.budget
    found = set()
    for elapsed in range(true_way, 2000, 37):
        honest, _ = judge_claim(elapsed, true_way, None, FAIR.budget, FAIR)
        for told_way in (true_way, 200, FAIR.max_round_trip, 10_000):
            for said in (0, 1, elapsed // 2, elapsed, None):
                lied, _ = judge_claim(elapsed, max(told_way, true_way), said, FAIR.budget, FAIR)
                found.add(honest - lied)
    assert max(found) == most
    assert "500 ms less their true round trip" in PAGE.read_text("utf-8")
    assert FAIR.max_round_trip + FAIR.budget == 500
