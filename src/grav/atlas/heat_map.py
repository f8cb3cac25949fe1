"""Heat maps of a board: one measure over two of the five numbers, the others fixed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grav.atlas.canonical_setting import UNLIMITED_DENSITY
from grav.atlas.file_format import AtlasError
from grav.atlas.measured_board import MeasuredBoard
from grav.atlas.measures import value_of
from grav.rules import RulesError, Setting

AXES = Setting._fields


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Values by row and column; None where nothing was measured or the setting is invalid."""

    board: MeasuredBoard
    x: str
    y: str
    measure: str
    setting: Setting
    """The fixed numbers; those of the two axes are ignored."""
    columns: Sequence[int]
    """The values of x, rising."""
    rows: Sequence[int]
    """The values of y, rising."""
    values: Sequence[Sequence[float | None]]


def compute_heat_map(
    board: MeasuredBoard, x: str, y: str, measure: str, setting: Setting
) -> HeatMap:
    """Returns the map of a measure. Columns and rows without any value are left out.

    :raises AtlasError: when both axes are the same number
    """
    if x == y:
        raise AtlasError("atlas.same_axes", axis=x)
    cells = dict(_measure_cells(board, x, y, measure, setting))
    columns = sorted({column for column, _ in cells})
    rows = sorted({row for _, row in cells})
    values = [[cells.get((column, row)) for column in columns] for row in rows]
    return HeatMap(board, x, y, measure, setting, columns, rows, values)


def _measure_cells(
    board: MeasuredBoard, x: str, y: str, measure: str, setting: Setting
) -> Iterator[tuple[tuple[int, int], float]]:
    for column in _axis_values(board, x):
        for row in _axis_values(board, y):
            wanted = setting._replace(**{x: column, y: row})
            try:
                wanted.check(board.size)
            except RulesError:
                continue
            found = board.find(wanted)
            value = None if found is None else value_of(measure, found)
            if value is not None:
                yield (column, row), value


def _axis_values(board: MeasuredBoard, axis: str) -> list[int]:
    """Returns the values of a number on this board, with those of equivalent settings."""
    place = AXES.index(axis)
    values = {setting[place] for setting in board.settings}
    squares = {(setting.b, setting.c) for setting in board.settings}
    if axis == "c" and UNLIMITED_DENSITY in squares:
        values |= {b * b for b, _ in squares}
    return sorted(values)
