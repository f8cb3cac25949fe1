"""The columns of the tables: what identifies a row, the wins by place, and every measure.

All follow from `MEASURES` and from the bounds of the rules, so that a new measure is a new column.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from grav.atlas.export.error_methods import ErrorMethod, error_method
from grav.atlas.measured_board import MeasuredRow
from grav.atlas.measures import (
    MEASURES,
    WINS_STEPS_PER_UNIT,
    AtlasMeasure,
    MeasureKind,
    error_of,
    share_error,
    value_of,
)
from grav.rules import MAX_PLAYERS, Setting
from grav.text import Text

SIGNIFICANT_DIGITS = 6
"""Enough for every stored step to be exact."""

Cell = bool | int | float | str | None
Value = Callable[[MeasuredRow], Cell]


class ColumnType(StrEnum):
    """The types of columns, as Frictionless table schemas name them."""

    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    STRING = "string"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of every table: how its cells are computed, and what the codebook says of it."""

    name: str
    type: ColumnType
    value: Value
    meaning: Text
    unit: Text | None = None
    step: float | None = None
    """The cells are rounded to whole multiples of this. None if they are not, or are derived."""
    error: Text | None = None
    """How the standard error is estimated, for a measured column."""
    is_key: bool = False
    """Whether it is one of the columns that identify a row."""


def table_columns() -> list[Column]:
    """Returns the columns, the same for every size of board."""
    return [*_row_columns(), *_win_columns(), *_measure_columns()]


def _row_columns() -> Iterator[Column]:
    yield _key("size", ColumnType.INTEGER, lambda row: row.size)
    yield _key("players", ColumnType.INTEGER, lambda row: row.board.players)
    yield _key("edition", ColumnType.STRING, lambda row: str(row.board.edition))
    yield _key("player_kind", ColumnType.STRING, lambda row: row.board.player_kind)
    for place, name in enumerate(Setting._fields):
        yield _key(name, ColumnType.INTEGER, _number_of_setting(place))
    yield Column("sensible", ColumnType.BOOLEAN, lambda row: row.is_sensible, _about("sensible"))
    yield Column("games", ColumnType.INTEGER, lambda row: row.games, _about("games"))
    sampled = Column(
        "sampled_games", ColumnType.INTEGER, lambda row: row.sampled_games, _about("sampled_games")
    )
    yield sampled


def _key(name: str, kind: ColumnType, value: Value) -> Column:
    return Column(name, kind, value, _about(name), is_key=True)


def _about(name: str) -> Text:
    return Text(f"atlas_export.about_{name}")


def _number_of_setting(place: int) -> Value:
    return lambda row: row.setting[place]


def _win_columns() -> Iterator[Column]:
    for place in range(MAX_PLAYERS):
        yield from _with_error(
            f"wins_{place + 1}",
            MeasureKind.GAMES,
            1 / WINS_STEPS_PER_UNIT,
            Text("atlas_export.about_wins", {"place": place + 1}),
            ErrorMethod.GAMES,
            _wins_of(place),
            _win_error_of(place),
        )


def _wins_of(place: int) -> Value:
    return lambda row: row.wins[place] if place < row.board.players else None


def _win_error_of(place: int) -> Value:
    return lambda row: (
        share_error(row.wins[place], row.games) if place < row.board.players else None
    )


def _measure_columns() -> Iterator[Column]:
    for measure in MEASURES.values():
        yield from _with_error(
            measure.name,
            measure.kind,
            measure.step,
            Text(f"atlas.about_{measure.name}"),
            error_method(measure.name),
            _value_of(measure),
            _error_of(measure),
        )


def _value_of(measure: AtlasMeasure) -> Value:
    return lambda row: value_of(measure.name, row)


def _error_of(measure: AtlasMeasure) -> Value:
    return lambda row: error_of(measure.name, row)


def _with_error(
    name: str,
    kind: MeasureKind,
    step: float | None,
    meaning: Text,
    method: ErrorMethod,
    value: Value,
    error: Value,
) -> Iterator[Column]:
    """Yields a measured column and the one with its standard error."""
    unit, told = Text(f"atlas_export.unit_{kind}"), Text(f"atlas_export.error_{method}")
    yield Column(name, ColumnType.NUMBER, _rounded(value), meaning, unit, step, told)
    meaning = Text("atlas_export.about_error", {"name": name})
    yield Column(f"{name}_error", ColumnType.NUMBER, _rounded(error), meaning, unit)


def _rounded(value: Value) -> Value:
    """Rounds to significant digits: what is stored stays exact, what is derived gets short."""

    def rounded(row: MeasuredRow) -> Cell:
        found = value(row)
        return None if found is None else float(f"{found:.{SIGNIFICANT_DIGITS}g}")

    return rounded
