"""Measures that describe what kind of game some rules make. docs/lab.md defines them.

Needs the standard library only, so that any reader of lab files can use it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt
from typing import Literal

from grav.lab.intervals import Z95, Sample, normal_interval, sample_of, wilson_interval
from grav.native.tallies import SEATS, Tally
from grav.rules import Rules

Kind = Literal["share", "mean", "ratio"]
"""A share of games and a mean over games have intervals; a ratio of sums has none."""


@dataclass(frozen=True, slots=True)
class ValueWithInterval:
    """A value with its 95 % interval; None where there is no interval."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Proportion:
    """A share as counts: hits out of a total."""

    hits: int
    of: int


Source = Proportion | Sample | ValueWithInterval


@dataclass(frozen=True, slots=True)
class LabMeasure:
    name: str
    kind: Kind
    take: Callable[[Tally, Rules], Source | None]
    """Computes its source from a tally; None where it does not exist, as the first shape of games
    without shapes."""
    is_part: bool = False
    """Whether it is a fraction from 0 to 1."""
    challenge: bool = False
    """Whether it exists only where rules are not enforced."""
    all_shapes: bool = False
    """Whether it exists only where all shapes were counted."""
    players: int = 2
    """The least number of players for it to exist."""

    def exists(self, rules: Rules, *, all_shapes: bool) -> bool:
        if rules.players < self.players or (self.challenge and rules.is_strict):
            return False
        return all_shapes or not self.all_shapes

    def __call__(self, tally: Tally, rules: Rules) -> ValueWithInterval | None:
        source = self.take(tally, rules) if tally.games else None
        match source:
            case Proportion(hits, of):
                return ValueWithInterval(hits / of, *wilson_interval(hits, of))
            case Sample(mean, of=of):
                return (
                    ValueWithInterval(mean, *normal_interval(source))
                    if of > 1
                    else ValueWithInterval(mean)
                )
            case _:
                return source


def _share_measure(
    name: str, hits: Callable[[Tally, Rules], int], of: str = "games", *, challenge: bool = False
) -> LabMeasure:
    def take(tally: Tally, rules: Rules) -> Source | None:
        whole: int = getattr(tally, of)
        return Proportion(hits(tally, rules), whole) if whole else None

    return LabMeasure(name, "share", take, is_part=True, challenge=challenge)


def _seat_wins_measure(seat: int) -> LabMeasure:
    """Returns the measure of wins by seat, at any place in the order of play.

    In a line-up of different players this is the wins of one player.
    """

    def take(tally: Tally, _: Rules) -> Source:
        return Proportion(tally.by_seat[seat], tally.games)

    players = max(2, seat + 1)
    return LabMeasure(f"wins_{seat + 1}", "share", take, is_part=True, players=players)


def _mean_measure(name: str, of: str) -> LabMeasure:
    """Returns the measure of a mean, for a number whose squares are stored, too."""

    def take(tally: Tally, _: Rules) -> Source:
        return _sample(tally, of)

    return LabMeasure(name, "mean", take)


def _sample(tally: Tally, of: str) -> Sample:
    total: int = getattr(tally, of)
    squares: int = getattr(tally, f"{of}_squared")
    return sample_of(total, squares, tally.games)


def _ratio_measure(
    name: str,
    above: str,
    below: str,
    *,
    is_part: bool = False,
    challenge: bool = False,
    all_shapes: bool = False,
) -> LabMeasure:
    def take(tally: Tally, _: Rules) -> Source | None:
        part: int = getattr(tally, above)
        whole: int = getattr(tally, below)
        return ValueWithInterval(part / whole) if whole else None

    return LabMeasure(name, "ratio", take, is_part, challenge, all_shapes)


def _fill(tally: Tally, rules: Rules) -> Source:
    return _sample(tally, "stones").scale(1 / rules.size**2)


def _balance(tally: Tally, rules: Rules) -> Source:
    """Computes the balance, with the interval of the difference of two shares of the same games."""
    wins = tally.by_place[: rules.players]
    most, least, games = max(wins), min(wins), tally.games
    gap = (most - least) / games
    reach = Z95 * sqrt(((most + least) / games - gap**2) / games)
    return ValueWithInterval(1 - gap, max(0.0, 1 - gap - reach), min(1.0, 1 - gap + reach))


def _legal_points_per_decision(tally: Tally, _: Rules) -> Source | None:
    decisions = sum(tally.decisions)
    return ValueWithInterval(sum(tally.legal) / decisions) if decisions else None


def _traps(tally: Tally, _: Rules) -> Source | None:
    in_reach = sum(tally.in_reach)
    return ValueWithInterval(1 - sum(tally.legal) / in_reach) if in_reach else None


_ALL_MEASURES = (
    _share_measure("first_wins", lambda tally, _: tally.by_place[0]),
    _share_measure("last_wins", lambda tally, rules: tally.by_place[rules.players - 1]),
    LabMeasure("balance", "share", _balance, is_part=True),
    *map(_seat_wins_measure, range(SEATS)),
    _share_measure("ties", lambda tally, _: tally.ties),
    _mean_measure("length", "placements"),
    LabMeasure("fill", "mean", _fill, is_part=True),
    _mean_measure("margin", "margin"),
    LabMeasure("choice", "ratio", _legal_points_per_decision),
    LabMeasure("traps", "ratio", _traps, is_part=True),
    _ratio_measure("shapes", "shapes", "games", all_shapes=True),
    _ratio_measure("bonus", "bonus_turns", "placements", is_part=True),
    _mean_measure("chain", "longest_chain"),
    _ratio_measure("chain_share", "longest_chain", "placements", is_part=True),
    _share_measure("shaped", lambda tally, _: tally.shaped),
    _ratio_measure("first_shape", "first_shape", "shaped"),
    _share_measure("first_shape_wins", lambda tally, _: tally.by_first_shape, "shaped"),
    _mean_measure("lead_changes", "lead_changes"),
    _ratio_measure("drama", "behind", "placements"),
    _ratio_measure("breaches", "breaches", "games", challenge=True),
    _ratio_measure("missed", "missed", "games", challenge=True),
    _ratio_measure("called", "called", "games", challenge=True),
    _ratio_measure("wrong_shouts", "wrong_shouts", "games", challenge=True),
    _share_measure("stolen", lambda tally, _: tally.stolen, challenge=True),
)
MEASURES = {measure.name: measure for measure in _ALL_MEASURES}
"""By name, in the order of output."""
ALONG = ("choice", "traps")
"""Measures that are also reported by stage of the game."""
_MIN_GAMES_PER_DECISION = 10
"""A tenth with less than one decision in this many games is left out: few games reached it, and
those are not representative."""


def measure_tally(
    tally: Tally, rules: Rules, *, all_shapes: bool = False
) -> dict[str, ValueWithInterval | None]:
    """Returns every measure that these rules have; None where there was nothing to measure.

    `all_shapes`: whether all shapes were counted, also those that could not bring a bonus turn.
    """
    return {
        name: measure(tally, rules)
        for name, measure in MEASURES.items()
        if measure.exists(rules, all_shapes=all_shapes)
    }


def measure_along_game(name: str, tally: Tally, rules: Rules) -> list[float | None]:
    """Returns a measure of `ALONG` for each tenth of the board; None for too few games."""
    tenths = zip(tally.decisions, tally.legal, tally.in_reach, strict=True)
    found: list[float | None] = []
    for decisions, legal, in_reach in tenths:
        part = replace(tally, decisions=(decisions,), legal=(legal,), in_reach=(in_reach,))
        found_value = (
            MEASURES[name](part, rules)
            if decisions * _MIN_GAMES_PER_DECISION >= tally.games
            else None
        )
        found.append(None if found_value is None else found_value.value)
    return found
