"""Figures of the course of a game: legal points and traps as the board fills."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from grav.lab.measures import ALONG
from grav.lab.report.averages import Average, SelectedCells, compute_averages, select_fair_cells
from grav.lab.report.chart_model import (
    MAX_SERIES,
    PARTS_IN_ORDER,
    Figure,
    Mark,
    create_panel,
    figure_file_name,
    format_averaged_parts,
    format_caption,
    format_caveats,
    format_topic,
)
from grav.lab.report.effect_sizes import find_effect, find_strongest
from grav.lab.report.formatter import Formatter
from grav.lab.report.number_figures import is_supported
from grav.lab.report.report_data import NUMBERS, SETTING, ReportData
from grav.lab.summary import along_column
from grav.native.tallies import TENTHS

if TYPE_CHECKING:
    import polars as pl

_TENTH = "tenth"
_WIDTH = 100 // TENTHS
"""The width of a tenth, in percent."""
TenthAverages = dict[int, Average]
"""Averages by tenth of the board."""


def stage_figures(data: ReportData, formatter: Formatter) -> Iterator[Figure]:
    """Yields a figure for each part with a few values, with a line for each value."""
    for split in _splits(data) or [None]:
        yield _stage_figure(data, formatter, split)


def _splits(data: ReportData) -> list[str | None]:
    """Returns the parts to split by; whole settings, too, if a number cannot be shown alone."""
    varying = [number for number in NUMBERS if data.varies(number)]
    numbers = [number for number in varying if is_supported(data, number)]
    settings = (SETTING,) if len(numbers) < len(varying) else ()
    return [*data.varying((*PARTS_IN_ORDER, *numbers, *settings), MAX_SERIES)]


def _stage_figure(data: ReportData, formatter: Formatter, split: str | None) -> Figure:
    selected = (
        select_fair_cells(data.frame, split)
        if split
        else SelectedCells(data.frame, 0, is_fair=True)
    )
    lines = {measure: _lines(selected.frame, data, split, measure) for measure in ALONG}
    panels = [
        create_panel(formatter, measure, marks)
        for measure, by_value in lines.items()
        if (marks := list(_marks(formatter, split, by_value)))
    ]
    last = max((int(mark.at) for each in panels for mark in each.marks), default=0)
    over = format_averaged_parts(data, formatter, [split] if split else [])
    to_heed = format_caveats(formatter, "along", selected.left_out, is_fair=selected.is_fair)
    order = range(_middle_percent(0), max(last, _middle_percent(1)) + 1, _WIDTH)
    return Figure(
        figure_file_name("along", None, split),
        "along",
        "lines",
        format_topic(formatter, formatter("topic_along"), split),
        _title_of_lines(formatter, split, lines)
        if split
        else _title_of_single_line(formatter, lines["choice"][None]),
        " ".join((format_caption(formatter, "along", over), *to_heed)),
        tuple(panels),
        formatter("along_axis"),
        tuple(order),
        formatter.part(split) if split else "",
        tuple(formatter.at(split, value) for value in data.values(split)) if split else (),
        is_percent=True,
    )


def _lines(
    cells: "pl.DataFrame", data: ReportData, split: str | None, measure: str
) -> dict[Any, TenthAverages]:
    """Returns the lines by value of the part; under None if there is no split."""
    if split is None:
        # Bands are drawn only for a single line: overlapping bands would hide each other.
        return {None: _line(cells, measure, spread=True)}
    return {
        value: _line(cells.filter(cells[split] == value), measure, spread=False)
        for value in data.values(split)
    }


def _line(cells: "pl.DataFrame", measure: str, *, spread: bool) -> TenthAverages:
    """Averages by tenth, as far as at least half of the cells have a value."""
    import polars as pl

    tenths = pl.concat_list([pl.lit(tenth) for tenth in range(TENTHS)]).alias(_TENTH)
    by_tenth = cells.select(tenths, pl.col(along_column(measure)).alias(measure))
    found = compute_averages(by_tenth.explode(_TENTH, measure), (_TENTH,), measure, spread=spread)
    return {tenth: found[tenth] for tenth in sorted(found) if 2 * found[tenth].cells >= len(cells)}


def _marks(
    formatter: Formatter, split: str | None, lines: Mapping[Any, TenthAverages]
) -> Iterator[Mark]:
    for value, line in lines.items():
        across = formatter.at(split, value) if split else ""
        yield from (Mark(_middle_percent(tenth), across, number) for tenth, number in line.items())


def _middle_percent(tenth: int) -> int:
    return _WIDTH * tenth + _WIDTH // 2


def _title_of_single_line(formatter: Formatter, line: TenthAverages) -> str:
    """Formats the title for a single line: its first and its last value."""
    if not line:
        return formatter("still")
    first, last = min(line), max(line)
    return formatter(
        "along_title",
        first=formatter.number(line[first].value, "choice"),
        first_at=_format_tenth(formatter, first),
        last=formatter.number(line[last].value, "choice"),
        last_at=_format_tenth(formatter, last),
    )


def _title_of_lines(
    formatter: Formatter, split: str, lines: Mapping[str, Mapping[Any, TenthAverages]]
) -> str:
    """Formats the title for several lines: where they are farthest apart."""
    effects = {}
    for measure, by_value in lines.items():
        for tenth in range(TENTHS):
            found = {value: line[tenth] for value, line in by_value.items() if tenth in line}
            if len(found) > 1:
                effects[find_effect(split, measure, found)] = tenth
    best = find_strongest(effects)
    if best is None:
        return formatter("along_same")
    return formatter(
        "along_apart",
        at=_format_tenth(formatter, effects[best]),
        measure=formatter.name(best.measure),
        least=formatter.number(best.least[1].value, best.measure),
        least_at=formatter.at(split, best.least[0]),
        most=formatter.number(best.most[1].value, best.measure),
        most_at=formatter.at(split, best.most[0]),
    )


def _format_tenth(formatter: Formatter, tenth: int) -> str:
    return formatter("along_at", low=_WIDTH * tenth, high=_WIDTH * (tenth + 1))
