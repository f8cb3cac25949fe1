"""Line charts of the effect of each of the five numbers, a panel for every measure."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grav.lab.report.averages import compute_averages, select_fair_cells
from grav.lab.report.chart_model import (
    MAX_SERIES,
    PARTS_IN_ORDER,
    Figure,
    Mark,
    Panel,
    create_panel,
    figure_file_name,
    format_averaged_parts,
    format_caption,
    format_caveats,
    format_effect_title,
    format_topic,
)
from grav.lab.report.effect_sizes import (
    CHALLENGE_MEASURES,
    MAIN_MEASURES,
    Effect,
    find_effect,
    find_strongest,
)
from grav.lab.report.formatter import Formatter
from grav.lab.report.report_data import NUMBERS, SETTING, ReportData

if TYPE_CHECKING:
    import polars as pl

MIN_SETTINGS = 20
"""With so many settings, averages are shown even if the comparison is not fair."""


def number_figures(data: ReportData, formatter: Formatter) -> Iterator[Figure]:
    """Yields a figure for each number that varies. Where boards, editions or players differ, there
    is one figure for each of these parts, with a line for each of its values."""
    splits: list[str | None] = [*data.varying(PARTS_IN_ORDER, MAX_SERIES)]
    for number in NUMBERS:
        if is_supported(data, number):
            for split in splits or [None]:
                yield _number_figure(data, formatter, number, split)


def is_supported(data: ReportData, number: str) -> bool:
    """Whether the cells can show the effect of one number; a few listed settings cannot."""
    many = data.frame[SETTING].n_unique() >= MIN_SETTINGS
    return data.varies(number) and (select_fair_cells(data.frame, number).is_fair or many)


def _number_figure(
    data: ReportData, formatter: Formatter, number: str, split: str | None
) -> Figure:
    series = data.values(split) if split else [None]
    panels: list[Panel] = []
    effects: list[tuple[Effect, Any]] = []
    left_out, is_fair = 0, True
    for measure in filter(data.has, (*MAIN_MEASURES, *CHALLENGE_MEASURES)):
        marks: list[Mark] = []
        for value in series:
            frame = data.frame if split is None else _select_value(data.frame, split, value)
            selected = select_fair_cells(frame.drop_nulls(measure), number)
            # Bands are drawn only for a single line: overlapping bands would hide each other.
            spread = split is None
            found = compute_averages(selected.frame, (number,), measure, spread=spread)
            if not found:
                continue
            if measure == MAIN_MEASURES[0]:
                left_out += selected.left_out
                is_fair &= selected.is_fair or frame[number].n_unique() == 1
            across = formatter.value(split, value) if split else ""
            marks += [Mark(at, across, found[at]) for at in sorted(found)]
            effects.append((find_effect(number, measure, found, is_fair=selected.is_fair), value))
        panels.append(create_panel(formatter, measure, marks))
    over = format_averaged_parts(data, formatter, [number, *([split] if split else [])])
    return Figure(
        figure_file_name("number", number, split),
        "numbers",
        "lines",
        format_topic(formatter, formatter.meaning(number), split),
        _title(formatter, effects, split),
        _caption(formatter, number, over, panels, left_out, is_fair=is_fair),
        tuple(panels),
        formatter.meaning(number),
        tuple(data.values(number)),
        formatter.part(split) if split else "",
        tuple(formatter.value(split, value) for value in series) if split else (),
    )


def _select_value(frame: "pl.DataFrame", part: str, value: Any) -> "pl.DataFrame":
    return frame.filter(frame[part] == value)


def _title(formatter: Formatter, effects: list[tuple[Effect, Any]], split: str | None) -> str:
    best = find_strongest(each for each, _ in effects)
    if best is None or split is None:
        return format_effect_title(formatter, best)
    value = next(value for each, value in effects if each is best)
    ends = [formatter.at(best.part, end) for end in (best.least[0], best.most[0])]
    where = [f"{end} · {formatter.value(split, value)}" for end in ends]
    return format_effect_title(formatter, best, (where[0], where[1]))


def _caption(
    formatter: Formatter,
    number: str,
    over: str,
    panels: list[Panel],
    left_out: int,
    *,
    is_fair: bool,
) -> str:
    sentences = [format_caption(formatter, "lines", over, number=number)]
    if any(mark.number.middle for each in panels for mark in each.marks):
        sentences.append(formatter("lines_band"))
    return " ".join(
        (*sentences, *format_caveats(formatter, "lines", left_out, is_fair=is_fair, number=number))
    )
