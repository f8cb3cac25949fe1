"""Consecutive races of shouts at a table, decided by the server's own functions and, to compare, by
arrival and by the clients' own figures."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bench.fairness.simulated_clients import Chance, Client, Shout
from grav.server.table.shout_race import (
    Claim,
    Fairness,
    decide,
    hold_time,
    judge_claim,
    refill_budget,
)

RACES_PER_FIGURE = 1000
"""Races that are run for one figure."""
PLACEMENTS_BETWEEN_RACES = 4
"""Placements from one race to the next; each refills the budgets."""

DrawShouters = Callable[[Chance], tuple[Sequence[Client], Sequence[int]]]
"""Draws the clients that shout in a race, by seat, and their true reaction times."""


@dataclass(frozen=True)
class RaceInput:
    """The shouts of one race, not judged yet."""

    shouts: tuple[Shout, ...]
    """By seat; the seat after these is the violator's."""
    order: tuple[int, ...]


@dataclass(frozen=True)
class Race:
    """Who should have won, and who did."""

    quickest: int
    by_arrival: int
    by_claim: int
    winner: int
    tied: bool
    """Whether several shouts were within the tie band, so that the order of play decided."""
    hold: int
    first: Claim
    """The claim of the shout that arrived first."""

    @property
    def is_right(self) -> bool:
        return self.winner == self.quickest

    @property
    def is_mistaken(self) -> bool:
        """Whether a slower shout won as the quicker one, not merely by the tie rule."""
        return not self.is_right and not self.tied


def draw_races(draw_shouters: DrawShouters) -> list[RaceInput]:
    """Draws the inputs of all races; always the same ones for the same `draw_shouters`."""
    chance, inputs = Chance("grav"), list[RaceInput]()
    for _ in range(RACES_PER_FIGURE):
        shouts = tuple(chance.shout(*one) for one in zip(*draw_shouters(chance), strict=True))
        inputs.append(RaceInput(shouts, chance.shuffled(range(len(shouts) + 1))))
    return inputs


def judge_races(inputs: Iterable[RaceInput], fairness: Fairness) -> list[Race]:
    """Judges consecutive races at one table, with budgets that carry over."""
    budgets, races = dict[int, int](), list[Race]()
    for race_input in inputs:
        races.append(_judge_race(race_input, budgets, fairness))
        for _ in range(PLACEMENTS_BETWEEN_RACES):
            budgets = {seat: refill_budget(budget, fairness) for seat, budget in budgets.items()}
    return races


def _judge_race(race_input: RaceInput, budgets: dict[int, int], fairness: Fairness) -> Race:
    shouts = race_input.shouts
    seats = sorted(range(len(shouts)), key=lambda seat: shouts[seat].elapsed)
    first = _judge_shout(seats[0], shouts, budgets, fairness)
    held = hold_time(first, [shouts[seat].round_trip for seat in seats[1:]], fairness)
    in_time = [seat for seat in seats[1:] if shouts[seat].elapsed <= first.elapsed + held]
    claims = [first, *(_judge_shout(seat, shouts, budgets, fairness) for seat in in_time)]
    decision = decide(claims, len(shouts), race_input.order, fairness)
    return Race(
        quickest=min(seats, key=lambda seat: shouts[seat].reaction),
        by_arrival=first.seat,
        by_claim=min(seats, key=lambda seat: _claimed_reaction(shouts[seat])),
        winner=decision.winner,
        tied=len(decision.band) > 1,
        hold=held,
        first=first,
    )


def _judge_shout(
    seat: int, shouts: Sequence[Shout], budgets: dict[int, int], fairness: Fairness
) -> Claim:
    """Judges a shout, and takes what it used from the seat's budget."""
    shout, budget = shouts[seat], budgets.get(seat, fairness.budget)
    used, spent = judge_claim(shout.elapsed, shout.round_trip, shout.said, budget, fairness)
    budgets[seat] = budget - spent
    return Claim(seat, shout.elapsed, shout.round_trip, shout.said, used)


def _claimed_reaction(shout: Shout) -> float:
    return math.inf if shout.said is None else shout.said
