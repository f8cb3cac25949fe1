"""Dot plots: comparisons of editions, players, boards, settings; breaches and shouts."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grav.lab.report.averages import compute_averages, select_fair_cells
from grav.lab.report.chart_model import (
    PARTS_IN_ORDER,
    Figure,
    Mark,
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
    find_effect,
    find_strongest,
)
from grav.lab.report.formatter import Formatter
from grav.lab.report.number_figures import is_supported
from grav.lab.report.report_data import NUMBERS, SETTING, ReportData

if TYPE_CHECKING:
    import polars as pl

MAX_ROWS = 16
SPLITS = ("size", "line_up")
MAX_COLOURS = 4
"""The most boards or players that are distinguished by colour in one comparison."""


def comparison_figures(data: ReportData, formatter: Formatter) -> Iterator[Figure]:
    for part in _parts_to_compare(data):
        splits: list[str | None] = [
            split for split in data.varying(SPLITS, MAX_COLOURS) if split != part
        ]
        for split in splits or [None]:
            yield _comparison_figure(data, formatter, part, split)


def _parts_to_compare(data: ReportData) -> Iterator[str]:
    """Yields the parts to compare; whole settings, too, if lines cannot show their numbers."""
    yield from data.varying(PARTS_IN_ORDER, MAX_ROWS)
    varying = [number for number in NUMBERS if data.varies(number)]
    if not all(is_supported(data, number) for number in varying):
        yield from data.varying((SETTING,), MAX_ROWS)


def _comparison_figure(
    data: ReportData, formatter: Formatter, part: str, split: str | None
) -> Figure:
    selected = select_fair_cells(data.frame.drop_nulls(MAIN_MEASURES[0]), part)
    panels, effects = [], []
    for measure in filter(data.has, MAIN_MEASURES):
        if found := compute_averages(selected.frame, (part,), measure):
            effects.append(find_effect(part, measure, found))
            marks = _marks(data, formatter, selected.frame, part, split, measure)
            panels.append(create_panel(formatter, measure, marks))
    over = format_averaged_parts(data, formatter, [part, *([split] if split else [])])
    to_heed = format_caveats(formatter, "dots", selected.left_out, is_fair=selected.is_fair)
    return Figure(
        figure_file_name("compare", part, split),
        "compare",
        "dots",
        format_topic(formatter, formatter.heading_of(part), split),
        format_effect_title(formatter, find_strongest(effects)),
        " ".join((format_caption(formatter, "dots", over), *to_heed)),
        tuple(panels),
        formatter.part(part),
        tuple(formatter.value(part, value) for value in data.values(part)),
        formatter.part(split) if split else "",
        tuple(formatter.value(split, value) for value in data.values(split)) if split else (),
    )


def _marks(
    data: ReportData,
    formatter: Formatter,
    frame: "pl.DataFrame",
    part: str,
    split: str | None,
    measure: str,
) -> list[Mark]:
    """Returns the marks in the order of the experiment, which tables use, too."""
    by = (part, split) if split else (part,)
    found = compute_averages(frame, by, measure)
    marks = []
    for value in data.values(part):
        for other in data.values(split) if split else [None]:
            number = found.get((value, other) if split else value)
            if number is not None:
                across = formatter.value(split, other) if split else ""
                marks.append(Mark(formatter.value(part, value), across, number))
    return marks


def challenge_figures(data: ReportData, formatter: Formatter) -> Iterator[Figure]:
    """Yields the figures of play without enforcement: breaches, and how they were dealt with."""
    if not data.has("breaches"):
        return
    under = ReportData(data.folder, data.frame.drop_nulls("breaches"))
    parts = [part for part in under.varying(PARTS_IN_ORDER, MAX_ROWS) if part != "enforcement"]
    for part in parts or ["enforcement"]:
        yield _challenge_figure(under, formatter, part)


def _challenge_figure(data: ReportData, formatter: Formatter, part: str) -> Figure:
    selected = select_fair_cells(data.frame, part)
    measures = list(filter(data.has, CHALLENGE_MEASURES))
    panels = [
        create_panel(
            formatter, measure, _marks(data, formatter, selected.frame, part, None, measure)
        )
        for measure in measures
    ]
    made = compute_averages(selected.frame, (part,), "breaches")
    unseen = compute_averages(selected.frame, (part,), "missed")
    shares = {value: unseen[value].value / made[value].value for value in made if made[value].value}
    return Figure(
        figure_file_name("challenge", part),
        "challenge",
        "dots",
        format_topic(
            formatter, formatter("topic_challenge"), None if part == "enforcement" else part
        ),
        _unseen_title(formatter, part, shares),
        format_caption(formatter, "challenge", format_averaged_parts(data, formatter, [part])),
        tuple(panels),
        formatter.part(part),
        tuple(formatter.value(part, value) for value in data.values(part)),
    )


def _unseen_title(formatter: Formatter, part: str, shares: dict[Any, float]) -> str:
    if not shares:
        return formatter("no_breaches")
    least, most = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
    if least == most:
        return formatter("unseen", share=f"{100 * shares[most]:.1f} %")
    return formatter(
        "unseen_between",
        least=f"{100 * shares[least]:.1f} %",
        least_at=formatter.at(part, least),
        most=f"{100 * shares[most]:.1f} %",
        most_at=formatter.at(part, most),
    )
