"""Figures of the course of a game: legal points and traps as the board fills."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from grav.lab.measures import ALONG
from grav.lab.report.averages import Average, Fair, averages, fair
from grav.lab.report.chart_model import (
    MAX_SERIES,
    PARTS_IN_ORDER,
    Figure,
    Mark,
    averaged_over,
    caption,
    care,
    file_name,
    panel,
    topic,
)
from grav.lab.report.effect_sizes import effect, strongest
from grav.lab.report.formatter import Formatter
from grav.lab.report.number_figures import is_supported
from grav.lab.report.report_data import NUMBERS, SETTING, Data
from grav.lab.summary import along_column
from grav.native.tallies import TENTHS

if TYPE_CHECKING:
    import polars as pl

_TENTH = "tenth"
_WIDTH = 100 // TENTHS
"""The width of a tenth, in percent."""
Line = dict[int, Average]
"""Averages by tenth of the board."""


def along_figures(data: Data, formatter: Formatter) -> Iterator[Figure]:
    """Yields a figure for each part with a few values, with a line for each value."""
    for split in _splits(data) or [None]:
        yield _figure(data, formatter, split)


def _splits(data: Data) -> list[str | None]:
    """Returns the parts to split by; whole settings, too, if a number cannot be shown alone."""
    varying = [number for number in NUMBERS if data.varies(number)]
    numbers = [number for number in varying if is_supported(data, number)]
    settings = (SETTING,) if len(numbers) < len(varying) else ()
    return [*data.varying((*PARTS_IN_ORDER, *numbers, *settings), MAX_SERIES)]


def _figure(data: Data, formatter: Formatter, split: str | None) -> Figure:
    selected = fair(data.frame, split) if split else Fair(data.frame, 0, is_fair=True)
    lines = {measure: _lines(selected.frame, data, split, measure) for measure in ALONG}
    panels = [
        panel(formatter, measure, marks)
        for measure, by_value in lines.items()
        if (marks := list(_marks(formatter, split, by_value)))
    ]
    last = max((int(mark.at) for each in panels for mark in each.marks), default=0)
    over = averaged_over(data, formatter, [split] if split else [])
    to_heed = care(formatter, "along", selected.left_out, is_fair=selected.is_fair)
    order = range(_middle(0), max(last, _middle(1)) + 1, _WIDTH)
    return Figure(
        file_name("along", None, split),
        "along",
        "lines",
        topic(formatter, formatter("topic_along"), split),
        _apart(formatter, split, lines) if split else _course(formatter, lines["choice"][None]),
        " ".join((caption(formatter, "along", over), *to_heed)),
        tuple(panels),
        formatter("along_axis"),
        tuple(order),
        formatter.part(split) if split else "",
        tuple(formatter.at(split, value) for value in data.values(split)) if split else (),
        is_percent=True,
    )


def _lines(cells: "pl.DataFrame", data: Data, split: str | None, measure: str) -> dict[Any, Line]:
    """Returns the lines by value of the part; under None if there is no split."""
    if split is None:
        # Bands are drawn only for a single line: overlapping bands would hide each other.
        return {None: _line(cells, measure, spread=True)}
    return {
        value: _line(cells.filter(cells[split] == value), measure, spread=False)
        for value in data.values(split)
    }


def _line(cells: "pl.DataFrame", measure: str, *, spread: bool) -> Line:
    """Averages by tenth, as far as at least half of the cells have a value."""
    import polars as pl

    tenths = pl.concat_list([pl.lit(tenth) for tenth in range(TENTHS)]).alias(_TENTH)
    by_tenth = cells.select(tenths, pl.col(along_column(measure)).alias(measure))
    found = averages(by_tenth.explode(_TENTH, measure), (_TENTH,), measure, spread=spread)
    return {tenth: found[tenth] for tenth in sorted(found) if 2 * found[tenth].cells >= len(cells)}


def _marks(formatter: Formatter, split: str | None, lines: Mapping[Any, Line]) -> Iterator[Mark]:
    for value, line in lines.items():
        across = formatter.at(split, value) if split else ""
        yield from (Mark(_middle(tenth), across, number) for tenth, number in line.items())


def _middle(tenth: int) -> int:
    return _WIDTH * tenth + _WIDTH // 2


def _course(formatter: Formatter, line: Line) -> str:
    """Formats the title for a single line: its first and its last value."""
    if not line:
        return formatter("still")
    first, last = min(line), max(line)
    return formatter(
        "along_title",
        first=formatter.number(line[first].value, "choice"),
        first_at=_where(formatter, first),
        last=formatter.number(line[last].value, "choice"),
        last_at=_where(formatter, last),
    )


def _apart(formatter: Formatter, split: str, lines: Mapping[str, Mapping[Any, Line]]) -> str:
    """Formats the title for several lines: where they are farthest apart."""
    effects = {}
    for measure, by_value in lines.items():
        for tenth in range(TENTHS):
            found = {value: line[tenth] for value, line in by_value.items() if tenth in line}
            if len(found) > 1:
                effects[effect(split, measure, found)] = tenth
    best = strongest(effects)
    if best is None:
        return formatter("along_same")
    return formatter(
        "along_apart",
        at=_where(formatter, effects[best]),
        measure=formatter.name(best.measure),
        least=formatter.number(best.least[1].value, best.measure),
        least_at=formatter.at(split, best.least[0]),
        most=formatter.number(best.most[1].value, best.measure),
        most_at=formatter.at(split, best.most[0]),
    )


def _where(formatter: Formatter, tenth: int) -> str:
    return formatter("along_at", low=_WIDTH * tenth, high=_WIDTH * (tenth + 1))
