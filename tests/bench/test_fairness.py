"""The model behaves as it says, and docs/fairness.md shows what the simulation prints."""

import re
from dataclasses import astuple
from pathlib import Path
from statistics import fmean

import pytest
from bench.fairness import races, tables
from bench.fairness.people import DEVICE, REACTION, Chance, Client, Line
from bench.fairness.races import Field, Scene, draw, judge

from grav.server.table.shout_race import Fairness, judge_claim

PAGE = Path(__file__).parents[2] / "docs/fairness.md"
SECURITY = PAGE.with_name("security.md")
STILL = Line(30, 70, 0)
FAIR = Fairness()


def two(first: Client, second: Client, gap: int) -> Field:
    return lambda _: ((first, second), (REACTION, REACTION + gap))


def test_the_page_shows_what_the_simulation_prints() -> None:
    shown = PAGE.read_text("utf-8").split("<!-- races -->")[1].split("<!-- /races -->")[0]
    assert shown == f"\n\n{tables.report()}\n\n"


def test_the_page_states_the_numbers_that_are_used() -> None:
    section = PAGE.read_text("utf-8").split("## The numbers")[1].split("## ")[0]
    stated = re.findall(r"^\| [^|]+ \| (\d+) \|", section, re.MULTILINE)
    assert [int(number) for number in stated] == list(astuple(FAIR))


def test_half_of_the_people_are_quicker_than_the_middle() -> None:
    chance = Chance("test")
    quicker = [chance.reaction() < REACTION for _ in range(2000)]
    assert fmean(quicker) == pytest.approx(0.5, abs=0.03)


def test_a_line_delays_by_both_its_ways_and_chance_only_adds() -> None:
    chance = Chance("test")
    shouts = [chance.shout(Client(STILL), REACTION) for _ in range(500)]
    assert min(shout.elapsed for shout in shouts) >= REACTION + 100
    assert {shout.round_trip for shout in shouts} == {100}
    assert all(REACTION <= (shout.said or 0) <= REACTION + DEVICE for shout in shouts)


def test_a_client_lies_as_it_is_told_to() -> None:
    liar = Client(STILL, says_less=10**6, delays_pongs=250)
    shout = Chance("test").shout(liar, REACTION)
    assert shout.said == 0
    assert shout.round_trip == 350
    assert Chance("test").shout(Client(STILL, says_less=None), REACTION).said is None
    assert Chance("test").shout(Client(STILL, pongs=1), REACTION).round_trip is None


def test_the_same_field_gives_the_same_scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(races, "RACES", 5)
    field = two(Client(STILL), Client(STILL), 50)
    scenes = draw(field)
    assert scenes == draw(field)
    assert len(set(scenes)) == 5


def test_three_ways_to_decide_are_told_apart() -> None:
    chance = Chance("test")
    far, near = Client(Line(150, 150, 0)), Client(Line(5, 5, 0), says_less=10**6)
    scene = Scene((chance.shout(far, 700), chance.shout(near, 850)), (0, 1, 2))
    (race,) = judge([scene], FAIR)
    assert race.quickest == race.winner == 0
    assert race.right
    assert race.by_arrival == race.by_word == race.first.seat == 1


def test_a_shout_that_comes_after_the_hold_does_not_count() -> None:
    chance = Chance("test")
    late = Client(STILL, away=FAIR.max_hold + 500)
    scene = Scene((chance.shout(late, 400), chance.shout(Client(STILL), 800)), (0, 1, 2))
    (race,) = judge([scene], FAIR)
    assert race.winner == 1
    assert race.mistaken


def test_budgets_are_spent_from_race_to_race() -> None:
    liar = Client(STILL, says_less=10**6)
    scenes = [Scene((Chance("test").shout(liar, REACTION),), (0, 1))] * 3
    measured = judge([Scene((Chance("test").shout(Client(STILL, None), REACTION),), (0, 1))], FAIR)
    gains = [measured[0].first.used - race.first.used for race in judge(scenes, FAIR)]
    assert gains == [FAIR.budget, *[FAIR.refill * races.PLACEMENTS] * 2]


def test_a_liar_with_a_full_budget_gains_480_ms_on_a_line_of_20() -> None:
    """They hold every pong back, and say that they shouted as soon as they saw the stone."""
    line = Line(10, 10, 0)

    def taken_for(client: Client) -> int:
        """How long the same shout is taken to have needed."""
        scene = Scene((Chance("test").shout(client, 2 * REACTION),), (0, 1))
        (race,) = judge([scene], FAIR)
        return race.first.used

    liar = Client(line, says_less=10**6, delays_pongs=10**4)
    assert taken_for(Client(line, says_less=None)) - taken_for(liar) == 480
    for page in (PAGE, SECURITY):
        assert "480 ms on a line of 20 ms" in page.read_text("utf-8")


@pytest.mark.parametrize("true_way", [0, 20, 100, 399])
def test_no_lie_gains_more_than_the_page_says(true_way: int) -> None:
    """However pongs are delayed and whatever is said, against the same shout without a lie."""
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
