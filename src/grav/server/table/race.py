"""Who shouted first: reactions worked out from what one process measured, and a rule for ties.

Knows no clock, no connection and no table; docs/fairness.md says why it is so. All times are whole
milliseconds.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

KEPT = 8
"""How many of the latest round trips are remembered."""
LEAST = 2
"""How many there must be before one is believed: a single one may be a bad one."""


@dataclass(frozen=True)
class Fairness:
    """The published numbers."""

    most_round_trip: int = 400
    """The most that is taken off for the way there and back."""
    budget: int = 100
    """How far a seat's word is believed beyond what was measured; a game begins with all of it."""
    refill: int = 10
    """What each placement gives back of a budget that was spent."""
    floor: int = 120
    """No reaction counts as quicker: nobody sees a stone and shouts sooner."""
    tie_band: int = 30
    """Reactions that are this close to the quickest count as equal to it."""
    margin: int = 100
    """What a shout in flight may be late by, beyond its round trip."""
    shortest_hold: int = 60
    longest_hold: int = 500


@dataclass(frozen=True)
class Claim:
    """A shout as it was measured and judged: all that a photo finish shows."""

    seat: int
    elapsed: int
    """From first telling the table of the placement until the shout arrived."""
    round_trip: int | None
    """As the server's own pings found it; None where there were none."""
    said: int | None
    """The client's word: how long the stone had been in sight."""
    used: int
    """The reaction that counts."""


@dataclass(frozen=True)
class Decision:
    winner: int
    band: tuple[int, ...]
    """The seats that count as equally quick, the winner first, then on in the order of play."""
    ranked: tuple[Claim, ...]
    """All claims from the quickest to the slowest."""


@dataclass(frozen=True)
class RoundTrip:
    """The latest round trips of one connection. The least of them counts: a line can only add."""

    latest: tuple[int, ...] = ()

    def heard(self, sample: int) -> "RoundTrip":
        return RoundTrip((*self.latest, sample)[-KEPT:])

    def value(self) -> int | None:
        """None until one bad sample could no longer decide alone."""
        return min(self.latest) if len(self.latest) >= LEAST else None


def judge_claim(
    elapsed: int, round_trip: int | None, said: int | None, budget: int, fairness: Fairness
) -> tuple[int, int]:
    """The reaction that counts, and how much of the budget was spent on it.

    What was measured errs on the slow side. The client's word can lower it, by no more than the
    budget; it never raises it, so that nobody loses by a client whose clock is coarse.
    """
    measured = max(elapsed - _believed(round_trip, fairness), fairness.floor)
    if said is None or said >= measured:
        return measured, 0
    used = max(said, measured - budget, fairness.floor)
    return used, measured - used


def refill(budget: int, fairness: Fairness) -> int:
    """A seat's budget after one more placement."""
    return min(budget + fairness.refill, fairness.budget)


def hold(first: Claim, silent_round_trips: Iterable[int | None], fairness: Fairness) -> int:
    """How long after the first shout's arrival others are waited for.

    A seat that saw the stone as long ago as the first shouter did when shouting is heard one round
    trip of its own later. What of that is still to come is the hold, within its bounds; where
    nobody is left who could shout there is none. None is a way that is not known: it may be as
    long as the longest that is believed.
    """
    longest = fairness.most_round_trip
    ways = [longest if way is None else min(way, longest) for way in silent_round_trips]
    if not ways:
        return 0
    still_to_come = first.used + max(ways) + fairness.margin - first.elapsed
    return min(max(still_to_come, fairness.shortest_hold), fairness.longest_hold)


def decide(
    claims: Collection[Claim], violator: int, order: Sequence[int], fairness: Fairness
) -> Decision:
    """The quickest wins; among those who count as equal, the nearest after the violator.

    The claims, one a seat and at least one, may come in any order.
    """
    turns = _turns_after(violator, order)
    ranked = sorted(claims, key=lambda claim: (claim.used, turns[claim.seat]))
    last = ranked[0].used + fairness.tie_band
    band = sorted((claim.seat for claim in ranked if claim.used <= last), key=turns.__getitem__)
    return Decision(band[0], tuple(band), tuple(ranked))


def nearest_after(seats: Iterable[int], violator: int, order: Sequence[int]) -> int:
    """Of these seats, the one that comes first after the violator in the order of play."""
    return min(seats, key=_turns_after(violator, order).__getitem__)


def _turns_after(violator: int, order: Sequence[int]) -> dict[int, int]:
    """How many turns after the violator's each other seat has its own."""
    at = order.index(violator)
    return {seat: turns for turns, seat in enumerate((*order[at + 1 :], *order[:at]))}


def _believed(round_trip: int | None, fairness: Fairness) -> int:
    return min(round_trip or 0, fairness.most_round_trip)
