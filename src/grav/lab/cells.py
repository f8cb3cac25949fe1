"""The plan of an experiment: its cells, cut into lots, and lots gathered in parts.

A plan follows from the experiment alone. Every machine makes the same one, so parts can be played
anywhere, in any order, and put together later.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from grav.lab.cost import cost_of_game
from grav.lab.experiment import Experiment, ExperimentError, Keep, Shapes
from grav.lab.players import Seats, line_up_of
from grav.rules import Rules

VERSION = 2
"""Of plans, and of what parts hold. Another version cannot go on with a run of this one."""
MOST_CELLS = 2_000_000
LEAST_WORK, MOST_WORK = 2 * 10**9, 300 * 10**9
"""Of a part: two seconds to five minutes, about. So much is lost at most, for each worker, when a
run is killed."""
USUAL_PARTS, MOST_PARTS = 5000, 1_000_000
"""Parts are files: they grow before they become more than usual, and there is an end to it."""
_YEAR = 365 * 24 * 3600 * 10**9


@dataclass(frozen=True, slots=True)
class Cell:
    """One question: these rules, these players."""

    number: int
    rules: Rules
    seats: Seats

    @property
    def line_up(self) -> str:
        return str(line_up_of(self.seats))


@dataclass(frozen=True, slots=True)
class Lot:
    """Some games of one cell, by their numbers."""

    cell: Cell
    first: int
    games: int


@dataclass(frozen=True, slots=True)
class Part:
    """Lots that are played and kept together, with all that it takes to play them."""

    number: int
    lots: tuple[Lot, ...]
    work: int
    """What it takes, in billionths of a second of some processor; a guess."""
    seed: int
    keep: Keep
    shapes: Shapes

    @property
    def games(self) -> int:
        return sum(lot.games for lot in self.lots)


@dataclass(frozen=True, slots=True)
class Plan:
    cells: tuple[Cell, ...]
    parts: tuple[Part, ...]


def plan_of(experiment: Experiment) -> Plan:
    cells = tuple(_cells(experiment))
    shapes, keep = experiment.shapes, experiment.keep
    works = [cost_of_game(cell.rules, cell.seats, shapes, keep) for cell in cells]
    total = sum(works) * experiment.games
    if total > MOST_WORK * MOST_PARTS:
        raise ExperimentError(
            "lab.too_long", years=total // _YEAR, most=MOST_WORK * MOST_PARTS // _YEAR
        )
    aim = min(MOST_WORK, max(LEAST_WORK, total // USUAL_PARTS))
    lots = (
        (lot, work * lot.games)
        for cell, work in zip(cells, works, strict=True)
        for lot in _lots(cell, experiment.games, max(1, aim // work))
    )
    parts = tuple(
        Part(number, lots, work, experiment.seed, keep, shapes)
        for number, (lots, work) in enumerate(_gathered(lots, aim))
    )
    return Plan(cells, parts)


def _lots(cell: Cell, games: int, most: int) -> Iterator[Lot]:
    for first in range(0, games, most):
        yield Lot(cell, first, min(most, games - first))


def _gathered(lots: Iterable[tuple[Lot, int]], aim: int) -> Iterator[tuple[tuple[Lot, ...], int]]:
    """As many lots together as come to so much work."""
    gathered: list[Lot] = []
    total = 0
    for lot, work in lots:
        if gathered and total + work > aim:
            yield tuple(gathered), total
            gathered, total = [], 0
        gathered.append(lot)
        total += work
    if gathered:
        yield tuple(gathered), total


def _cells(experiment: Experiment) -> Iterator[Cell]:
    """Each once, in a fixed order: boards first, settings last."""
    number = 0
    for size, players in product(experiment.sizes, experiment.players):
        settings = experiment.settings.on(size, experiment.seed)
        for enforcement, edition in product(experiment.enforcements, experiment.editions):
            for seats in _seats(experiment, players, is_strict=enforcement == "strict"):
                if number + len(settings) > MOST_CELLS:
                    raise ExperimentError("lab.too_many_cells", most=MOST_CELLS)
                for setting in settings:
                    rules = Rules(size, players, setting, edition, enforcement)
                    yield Cell(number, rules, seats)
                    number += 1


def _seats(experiment: Experiment, players: int, *, is_strict: bool) -> list[Seats]:
    """The line-ups for so many players. Where rules are enforced, eyes would see nothing."""
    found = [line_up.seats(players) for line_up in experiment.line_ups]
    return [
        seats
        for seats in dict.fromkeys(seats for seats in found if seats is not None)
        if not (is_strict and any(entrant.has_eyes for entrant in seats))
    ]
