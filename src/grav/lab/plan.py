"""The plan of an experiment: cells are split into lots, and lots are grouped into parts.

A plan is a pure function of the experiment. Every machine makes the same plan, so parts can be
played anywhere, in any order, and merged later.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from grav.lab.cost import cost_of_game
from grav.lab.experiment import Experiment, ExperimentError, OutputKind, Shapes
from grav.lab.players import Seats, line_up_of
from grav.rules import Rules

VERSION = 2
"""The version of plans and part files. Another version cannot resume a run of this one."""
MAX_CELLS = 2_000_000
MIN_WORK, MAX_WORK = 2 * 10**9, 300 * 10**9
"""Bounds for the work of a part in nanoseconds: about two seconds to five minutes. A killed run
loses at most this much per worker."""
USUAL_PARTS, MAX_PARTS = 5000, 1_000_000
"""Each part is a file: above the usual number, parts get larger instead of more numerous."""
_YEAR = 365 * 24 * 3600 * 10**9


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of rules and players."""

    number: int
    rules: Rules
    seats: Seats

    @property
    def line_up(self) -> str:
        return str(line_up_of(self.seats))


@dataclass(frozen=True, slots=True)
class Lot:
    """A range of games of one cell, by their numbers."""

    cell: Cell
    first: int
    games: int


@dataclass(frozen=True, slots=True)
class PlanPart:
    """Lots that are played and stored together: the unit of work, with all that it needs."""

    number: int
    lots: tuple[Lot, ...]
    work: int
    """The estimated CPU time in nanoseconds."""
    seed: int
    keep: OutputKind
    shapes: Shapes

    @property
    def games(self) -> int:
        return sum(lot.games for lot in self.lots)


@dataclass(frozen=True, slots=True)
class Plan:
    cells: tuple[Cell, ...]
    parts: tuple[PlanPart, ...]


def plan_of(experiment: Experiment) -> Plan:
    cells = tuple(_list_cells(experiment))
    shapes, keep = experiment.shapes, experiment.keep
    works = [cost_of_game(cell.rules, cell.seats, shapes, keep) for cell in cells]
    total = sum(works) * experiment.games
    if total > MAX_WORK * MAX_PARTS:
        raise ExperimentError(
            "lab.too_long", years=total // _YEAR, most=MAX_WORK * MAX_PARTS // _YEAR
        )
    aim = min(MAX_WORK, max(MIN_WORK, total // USUAL_PARTS))
    lots = (
        (lot, work * lot.games)
        for cell, work in zip(cells, works, strict=True)
        for lot in _split_cell(cell, experiment.games, max(1, aim // work))
    )
    parts = tuple(
        PlanPart(number, lots, work, experiment.seed, keep, shapes)
        for number, (lots, work) in enumerate(_group_lots(lots, aim))
    )
    return Plan(cells, parts)


def _split_cell(cell: Cell, games: int, most: int) -> Iterator[Lot]:
    for first in range(0, games, most):
        yield Lot(cell, first, min(most, games - first))


def _group_lots(lots: Iterable[tuple[Lot, int]], aim: int) -> Iterator[tuple[tuple[Lot, ...], int]]:
    """Groups lots into parts of about `aim` work each; yields each with its work."""
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


def _list_cells(experiment: Experiment) -> Iterator[Cell]:
    """Yields every cell once, in a fixed order: boards vary slowest, settings fastest."""
    number = 0
    for size, players in product(experiment.sizes, experiment.players):
        settings = experiment.settings.on(size, experiment.seed)
        for enforcement, edition in product(experiment.enforcements, experiment.editions):
            for seats in _line_ups_for(experiment, players, is_strict=enforcement == "strict"):
                if number + len(settings) > MAX_CELLS:
                    raise ExperimentError("lab.too_many_cells", most=MAX_CELLS)
                for setting in settings:
                    rules = Rules(size, players, setting, edition, enforcement)
                    yield Cell(number, rules, seats)
                    number += 1


def _line_ups_for(experiment: Experiment, players: int, *, is_strict: bool) -> list[Seats]:
    """Returns the line-ups for so many players.

    Line-ups with imperfect perception are left out where rules are enforced: it has no effect.
    """
    found = [line_up.seats(players) for line_up in experiment.line_ups]
    return [
        seats
        for seats in dict.fromkeys(seats for seats in found if seats is not None)
        if not (is_strict and any(entrant.can_err for entrant in seats))
    ]
