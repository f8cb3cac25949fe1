"""Decides who shouted first: latency-compensated reaction times, and a rule for ties.

Uses no clock, connection or table, only what one process measured; docs/fairness.md explains the
method. All times are whole milliseconds.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

MAX_SAMPLES = 8
"""How many of the latest round-trip samples are kept per connection."""
MIN_SAMPLES = 2
"""How many samples are needed before the round trip counts: a single one may be an outlier."""


@dataclass(frozen=True)
class Fairness:
    """The parameters of the method, published in docs/fairness.md."""

    max_round_trip: int = 400
    """The most that is subtracted from a reaction for the round trip."""
    budget: int = 100
    """By how much a client's own figure may lower its measured reactions; full at the start."""
    refill: int = 10
    """How much of a spent budget each placement restores."""
    floor: int = 120
    """The quickest reaction that counts: nobody sees a stone and shouts sooner."""
    tie_band: int = 30
    """Reactions within this distance of the quickest count as equal to it."""
    margin: int = 100
    """How late a shout in flight may be beyond its round trip (jitter)."""
    min_hold: int = 60
    max_hold: int = 500


@dataclass(frozen=True)
class Claim:
    """A shout as it was measured and judged: everything that the photo finish shows."""

    seat: int
    elapsed: int
    """From when the placement was first sent to the table until the shout arrived."""
    round_trip: int | None
    """Measured by the server's own pings; None if not known."""
    said: int | None
    """The client's own figure, unverified: how long it had shown the stone."""
    used: int
    """The reaction that counts."""


@dataclass(frozen=True)
class Decision:
    winner: int
    band: tuple[int, ...]
    """The seats that count as equally quick, in the order of play after the violator: the winner
    is the first."""
    ranked: tuple[Claim, ...]
    """All claims from the quickest to the slowest."""


@dataclass(frozen=True)
class RoundTrip:
    """The latest round-trip samples of one connection. The minimum counts: delays only add."""

    latest: tuple[int, ...] = ()

    def with_sample(self, sample: int) -> "RoundTrip":
        return RoundTrip((*self.latest, sample)[-MAX_SAMPLES:])

    def value(self) -> int | None:
        """Returns the minimum; None while there are too few samples, as one may be an outlier."""
        return min(self.latest) if len(self.latest) >= MIN_SAMPLES else None


def judge_claim(
    elapsed: int,
    round_trip: int | None,
    claimed_reaction: int | None,
    budget: int,
    fairness: Fairness,
) -> tuple[int, int]:
    """Returns the reaction that counts, and how much of the budget it uses.

    The measured reaction errs on the slow side. The client's own figure can lower it, by no more
    than the budget; it never raises it, so that a client with a coarse clock loses nothing.
    """
    measured = max(elapsed - _capped(round_trip, fairness), fairness.floor)
    if claimed_reaction is None or claimed_reaction >= measured:
        return measured, 0
    used = max(claimed_reaction, measured - budget, fairness.floor)
    return used, measured - used


def refill_budget(budget: int, fairness: Fairness) -> int:
    """Returns a seat's budget after one more placement."""
    return min(budget + fairness.refill, fairness.budget)


def hold_time(first: Claim, silent_round_trips: Iterable[int | None], fairness: Fairness) -> int:
    """Returns how long to wait for other shouts after the first one arrived.

    The shout of a seat as quick as the first shouter arrives after that reaction time plus its own
    round trip. The hold is what is left of this for the slowest connection, plus a margin, clamped
    to its bounds; 0 if no seat is left that could shout. An unknown round trip (None) counts as the
    longest that is believed.
    """
    longest = fairness.max_round_trip
    round_trips = [longest if each is None else min(each, longest) for each in silent_round_trips]
    if not round_trips:
        return 0
    still_to_come = first.used + max(round_trips) + fairness.margin - first.elapsed
    return min(max(still_to_come, fairness.min_hold), fairness.max_hold)


def decide(
    claims: Collection[Claim], violator: int, order: Sequence[int], fairness: Fairness
) -> Decision:
    """Decides a race: the quickest wins; of those within the tie band, the nearest after the
    violator.

    Takes at least one claim, at most one per seat, in any order.
    """
    turns = _turns_after(violator, order)
    ranked = sorted(claims, key=lambda claim: (claim.used, turns[claim.seat]))
    last = ranked[0].used + fairness.tie_band
    band = sorted((claim.seat for claim in ranked if claim.used <= last), key=turns.__getitem__)
    return Decision(band[0], tuple(band), tuple(ranked))


def nearest_after(seats: Iterable[int], violator: int, order: Sequence[int]) -> int:
    """Returns the seat that comes first after the violator in the order of play."""
    return min(seats, key=_turns_after(violator, order).__getitem__)


def _turns_after(violator: int, order: Sequence[int]) -> dict[int, int]:
    """Returns for each other seat how many seats play between the violator and it."""
    at = order.index(violator)
    return {seat: turns for turns, seat in enumerate((*order[at + 1 :], *order[:at]))}


def _capped(round_trip: int | None, fairness: Fairness) -> int:
    return min(round_trip or 0, fairness.max_round_trip)
