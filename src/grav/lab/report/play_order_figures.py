"""Figures of wins by place in the order of play, and by player where players differ."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grav.lab.report.averages import Average, compute_averages
from grav.lab.report.chart_model import (
    MAX_SERIES,
    PARTS_IN_ORDER,
    Figure,
    Mark,
    Panel,
    figure_file_name,
    format_averaged_parts,
    format_caption,
    format_topic,
)
from grav.lab.report.formatter import Formatter
from grav.lab.report.report_data import ReportData, place_column

if TYPE_CHECKING:
    import polars as pl

_BETWEEN = ", "
"""The separator between the players of a line-up."""


def place_figures(data: ReportData, formatter: Formatter) -> Iterator[Figure]:
    """Yields the figures of wins by place, with a panel for each number of players."""
    splits: list[str | None] = [
        part for part in data.varying(PARTS_IN_ORDER, MAX_SERIES) if part != "players"
    ]
    for split in splits or [None]:
        yield _place_figure(data, formatter, split)


def _place_figure(data: ReportData, formatter: Formatter, split: str | None) -> Figure:
    panels = []
    for players in data.values("players"):
        frame = data.frame.filter(data.frame["players"] == players)
        marks = [
            Mark(formatter("place", place=number), across, average)
            for number in range(1, players + 1)
            for across, average in _series_averages(
                data, formatter, frame, split, place_column(number)
            )
        ]
        title, unit = formatter.value("players", players), formatter.unit(place_column(1))
        if marks:
            panels.append(Panel(place_column(1), title, unit, tuple(marks), 1 / players))
    most = max(data.values("players"))
    over = format_averaged_parts(data, formatter, ["players", *([split] if split else [])])
    return Figure(
        figure_file_name("places", None, split),
        "places",
        "dots",
        format_topic(formatter, formatter("topic_places"), split),
        format_farthest_title(formatter, panels),
        format_caption(formatter, "places", over),
        tuple(panels),
        formatter("in_order"),
        tuple(formatter("place", place=number) for number in range(1, most + 1)),
        formatter.part(split) if split else "",
        tuple(formatter.value(split, value) for value in data.values(split)) if split else (),
    )


def _series_averages(
    data: ReportData, formatter: Formatter, frame: "pl.DataFrame", split: str | None, measure: str
) -> Iterator[tuple[str, Average]]:
    """Yields the name and the average of each series."""
    if split is None:
        yield from (
            ("", found) for found in compute_averages(frame, ("players",), measure).values()
        )
        return
    found = compute_averages(frame, (split,), measure)
    yield from ((formatter.value(split, v), found[v]) for v in data.values(split) if v in found)


def format_farthest_title(formatter: Formatter, panels: list[Panel]) -> str:
    """Formats the title: the place that is significantly farthest from its fair share."""
    clear = [
        (abs(mark.number.value - each.fair), each, mark)
        for each in panels
        for mark in each.marks
        if each.fair is not None and not _contains(mark.number, each.fair)
    ]
    if not clear:
        return formatter("places_even")
    _, each, mark = max(clear, key=lambda found: found[0])
    assert each.fair is not None
    among = [str(name) for name in (mark.across, each.title) if name]
    return formatter(
        "places_farthest",
        who=mark.at,
        among=formatter("list", items=among),
        share=formatter.number(mark.number.value, each.measure),
        fair=formatter.number(each.fair, each.measure),
    )


def _contains(number: Average, value: float) -> bool:
    return number.low is None or number.high is None or number.low <= value <= number.high


def wins_by_player_figures(data: ReportData, formatter: Formatter) -> Iterator[Figure]:
    """Yields the figure of wins by player, with a panel for each line-up of different players."""
    panels = []
    for line_up in data.values("line_up"):
        names = line_up.split(_BETWEEN)
        if len(names) > 1:
            frame = data.frame.filter(data.frame["line_up"] == line_up)
            marks = [
                Mark(formatter("seat", seat=seat, player=name), "", number)
                for seat, name in enumerate(names, 1)
                for number in compute_averages(frame, ("line_up",), f"wins_{seat}").values()
            ]
            unit = formatter.unit(place_column(1))
            if marks:
                panels.append(Panel(place_column(1), line_up, unit, tuple(marks), 1 / len(names)))
    if panels:
        yield Figure(
            "winners",
            "compare",
            "dots",
            formatter("topic_winners"),
            format_farthest_title(formatter, panels),
            format_caption(
                formatter, "winners", format_averaged_parts(data, formatter, ["line_up", "players"])
            ),
            tuple(panels),
            formatter("player"),
            tuple(dict.fromkeys(mark.at for panel in panels for mark in panel.marks)),
        )
