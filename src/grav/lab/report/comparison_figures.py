"""Dot plots: comparisons of editions, players, boards, settings; breaches and shouts."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grav.lab.report.averages import averages, fair
from grav.lab.report.chart_model import (
    PARTS_IN_ORDER,
    Figure,
    Mark,
    averaged_over,
    caption,
    care,
    file_name,
    moves,
    panel,
    topic,
)
from grav.lab.report.effect_sizes import CHALLENGE, MAIN, effect, strongest
from grav.lab.report.formatter import Formatter
from grav.lab.report.number_figures import is_supported
from grav.lab.report.report_data import NUMBERS, SETTING, Data

if TYPE_CHECKING:
    import polars as pl

MAX_ROWS = 16
SPLITS = ("size", "line_up")
MAX_COLOURS = 4
"""The most boards or players that are distinguished by colour in one comparison."""


def comparison_figures(data: Data, formatter: Formatter) -> Iterator[Figure]:
    for part in _compared(data):
        splits: list[str | None] = [
            split for split in data.varying(SPLITS, MAX_COLOURS) if split != part
        ]
        for split in splits or [None]:
            yield _comparison(data, formatter, part, split)


def _compared(data: Data) -> Iterator[str]:
    """Yields the parts to compare; whole settings, too, if lines cannot show their numbers."""
    yield from data.varying(PARTS_IN_ORDER, MAX_ROWS)
    varying = [number for number in NUMBERS if data.varies(number)]
    if not all(is_supported(data, number) for number in varying):
        yield from data.varying((SETTING,), MAX_ROWS)


def _comparison(data: Data, formatter: Formatter, part: str, split: str | None) -> Figure:
    selected = fair(data.frame.drop_nulls(MAIN[0]), part)
    panels, effects = [], []
    for measure in filter(data.has, MAIN):
        if found := averages(selected.frame, (part,), measure):
            effects.append(effect(part, measure, found))
            marks = _marks(data, formatter, selected.frame, part, split, measure)
            panels.append(panel(formatter, measure, marks))
    over = averaged_over(data, formatter, [part, *([split] if split else [])])
    to_heed = care(formatter, "dots", selected.left_out, is_fair=selected.is_fair)
    return Figure(
        file_name("compare", part, split),
        "compare",
        "dots",
        topic(formatter, formatter.heading_of(part), split),
        moves(formatter, strongest(effects)),
        " ".join((caption(formatter, "dots", over), *to_heed)),
        tuple(panels),
        formatter.part(part),
        tuple(formatter.value(part, value) for value in data.values(part)),
        formatter.part(split) if split else "",
        tuple(formatter.value(split, value) for value in data.values(split)) if split else (),
    )


def _marks(
    data: Data,
    formatter: Formatter,
    frame: "pl.DataFrame",
    part: str,
    split: str | None,
    measure: str,
) -> list[Mark]:
    """Returns the marks in the order of the experiment, which tables use, too."""
    by = (part, split) if split else (part,)
    found = averages(frame, by, measure)
    marks = []
    for value in data.values(part):
        for other in data.values(split) if split else [None]:
            number = found.get((value, other) if split else value)
            if number is not None:
                across = formatter.value(split, other) if split else ""
                marks.append(Mark(formatter.value(part, value), across, number))
    return marks


def challenge_figures(data: Data, formatter: Formatter) -> Iterator[Figure]:
    """Yields the figures of play without enforcement: breaches, and how they were dealt with."""
    if not data.has("breaches"):
        return
    under = Data(data.folder, data.frame.drop_nulls("breaches"))
    parts = [part for part in under.varying(PARTS_IN_ORDER, MAX_ROWS) if part != "enforcement"]
    for part in parts or ["enforcement"]:
        yield _challenge(under, formatter, part)


def _challenge(data: Data, formatter: Formatter, part: str) -> Figure:
    selected = fair(data.frame, part)
    measures = list(filter(data.has, CHALLENGE))
    panels = [
        panel(formatter, measure, _marks(data, formatter, selected.frame, part, None, measure))
        for measure in measures
    ]
    made = averages(selected.frame, (part,), "breaches")
    unseen = averages(selected.frame, (part,), "missed")
    shares = {value: unseen[value].value / made[value].value for value in made if made[value].value}
    return Figure(
        file_name("challenge", part),
        "challenge",
        "dots",
        topic(formatter, formatter("topic_challenge"), None if part == "enforcement" else part),
        _unseen(formatter, part, shares),
        caption(formatter, "challenge", averaged_over(data, formatter, [part])),
        tuple(panels),
        formatter.part(part),
        tuple(formatter.value(part, value) for value in data.values(part)),
    )


def _unseen(formatter: Formatter, part: str, shares: dict[Any, float]) -> str:
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
