"""Heat maps of measures over two of the five numbers."""

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from grav.lab.report.averages import Average, compute_averages
from grav.lab.report.chart_model import (
    Figure,
    Mark,
    create_panel,
    format_averaged_parts,
    format_caption,
    format_effect_title,
)
from grav.lab.report.effect_sizes import find_effect, find_strongest
from grav.lab.report.formatter import Formatter
from grav.lab.report.report_data import NUMBERS, ReportData

if TYPE_CHECKING:
    import polars as pl

MEASURES = ("balance", "length", "chain", "traps")
PAIRS = (("b", "c"), ("d", "e"))
"""The pairs of numbers that belong to one rule."""
MAX_MAPS = 6
"""The most boards and editions that get a map of their own, per pair."""
MIN_FIELDS = 4


def heat_map_figures(data: ReportData, formatter: Formatter) -> Iterator[Figure]:
    splits = _splits(data)
    for pair in _pairs(data):
        for values, frame in _groups(data, splits):
            names = [formatter.value(*part) for part in zip(splits, values, strict=True)]
            figure = _heat_map_figure(data, frame, formatter, pair, splits, names)
            if len(figure.panels) and len(figure.panels[0].marks) >= MIN_FIELDS:
                yield figure


def _pairs(data: ReportData) -> list[tuple[str, str]]:
    """Returns the pairs of a rule that vary; else the two numbers with the most values."""
    varying = [number for number in NUMBERS if data.varies(number)]
    found = [pair for pair in PAIRS if set(pair) <= set(varying)]
    others = sorted(
        combinations(varying, 2),
        key=lambda pair: -len(data.values(pair[0])) * len(data.values(pair[1])),
    )
    return found or others[:1]


def _splits(data: ReportData) -> list[str]:
    """Returns the parts that get a map per value: board and edition, unless too many."""
    for parts in (["size", "variant"], ["size"], []):
        varying = [part for part in parts if data.varies(part)]
        if not varying or data.frame.select(varying).n_unique() <= MAX_MAPS:
            return varying
    raise AssertionError("no parts are never too many")


def _groups(
    data: ReportData, splits: list[str]
) -> Iterator[tuple[tuple[Any, ...], "pl.DataFrame"]]:
    if not splits:
        yield (), data.frame
        return
    yield from data.frame.group_by(splits, maintain_order=True)


def _heat_map_figure(
    data: ReportData,
    frame: "pl.DataFrame",
    formatter: Formatter,
    pair: tuple[str, str],
    splits: list[str],
    names: list[str],
) -> Figure:
    down, along = pair
    effects, panels = [], []
    for measure in filter(data.has, MEASURES):
        found: dict[Any, Average] = compute_averages(frame, (along, down), measure)
        if found:
            marks = [Mark(at, across, found[at, across]) for at, across in sorted(found)]
            panels.append(create_panel(formatter, measure, marks))
            effects.append(find_effect(f"{down} {along}", measure, found))
    best = find_strongest(effects)
    ends = (best.least[0], best.most[0]) if best else ()
    end_texts = [formatter("pair", one=f"{down} = {y}", other=f"{along} = {x}") for x, y in ends]
    title = format_effect_title(
        formatter, best, (end_texts[0], end_texts[1]) if end_texts else None
    )
    over = format_averaged_parts(data, formatter, [*pair, *splits])
    suffix = "".join(f"-{_file_name_part(name)}" for name in names)
    return Figure(
        f"map-{down}-{along}{suffix}",
        "pairs",
        "map",
        formatter("list", items=[formatter("topic_pair", one=down, other=along), *names]),
        title,
        format_caption(formatter, "map", over),
        tuple(panels),
        formatter.meaning(along),
        tuple(sorted(frame[along].unique())),
        formatter.meaning(down),
        tuple(sorted(frame[down].unique())),
    )


def _file_name_part(name: str) -> str:
    """Converts a name for use in a file name."""
    letters = (letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    return "-".join(part for part in "".join(letters).split("-") if part)
