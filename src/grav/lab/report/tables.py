"""Tables of the report: the numbers of a chart, and the summary of the run."""

from dataclasses import dataclass

from grav.lab.report.averages import compute_averages
from grav.lab.report.chart_model import Figure
from grav.lab.report.effect_sizes import CHALLENGE_MEASURES, MAIN_MEASURES
from grav.lab.report.formatter import Formatter
from grav.lab.report.report_data import CELL_PARTS, ReportData

MAX_CELLS = 200
"""The most rows of the summary; with more cells, a row is an average over settings."""


@dataclass(frozen=True, slots=True)
class ReportTable:
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    key_columns: int
    """The number of leading columns that identify a row."""


def figure_table(figure: Figure, formatter: Formatter) -> ReportTable:
    """Returns the numbers of a chart: a row for each position, a column for each panel."""
    keys = dict.fromkeys((mark.at, mark.across) for each in figure.panels for mark in each.marks)
    columns = [
        {(mark.at, mark.across): mark.number for mark in each.marks} for each in figure.panels
    ]
    rows = (
        (
            *(part for part in (figure.where(at), str(across)) if part),
            *(
                formatter.with_interval(column.get((at, across)), each.measure)
                for column, each in zip(columns, figure.panels, strict=True)
            ),
        )
        for at, across in keys
    )
    heads = (figure.at, *([figure.across] if figure.across else []))
    return ReportTable((*heads, *(each.title for each in figure.panels)), tuple(rows), len(heads))


def summary_table(data: ReportData, formatter: Formatter) -> tuple[ReportTable, bool]:
    """Returns the table of the main measures, and whether it has a row per cell.

    With many cells, a row is one combination of `CELL_PARTS` (board, edition, players…), and
    its numbers are averages over settings.
    """
    measures = [measure for measure in (*MAIN_MEASURES, *CHALLENGE_MEASURES) if data.has(measure)]
    by_cell = len(data.frame) <= MAX_CELLS
    by = ("rules", "line_up") if by_cell else CELL_PARTS
    columns = [compute_averages(data.frame, by, measure) for measure in measures]
    rows = []
    for row in data.frame.group_by(by, maintain_order=True).agg("games").iter_rows():
        key, played = row[:-1], sum(row[-1])
        named = [formatter.value(part, value) for part, value in zip(by, key, strict=True)]
        numbers = zip(columns, measures, strict=True)
        cells = [formatter.with_interval(column.get(key), measure) for column, measure in numbers]
        rows.append((*named, f"{played:,}", *cells))
    heads = [*map(formatter.part, by), formatter("games"), *map(formatter.heading, measures)]
    return ReportTable(tuple(heads), tuple(rows[:MAX_CELLS]), len(by)), by_cell
