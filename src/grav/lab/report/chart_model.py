"""The data model of charts, independent of drawing: figures of panels, panels of marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from grav.lab.report.averages import Average
from grav.lab.report.effect_sizes import Effect
from grav.lab.report.formatter import Formatter
from grav.lab.report.report_data import NUMBERS, PARTS, SETTING, ReportData

ChartKind = Literal["lines", "map", "dots"]
MAX_SERIES = 6
"""The most series that a reader can tell apart."""
PARTS_IN_ORDER = ("size", "variant", "line_up", "players", "enforcement")
"""The parts besides the five numbers, in the order of output."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A number and its position in a chart."""

    at: int | str
    """The position along the axis: a value of one of the five numbers, or a name."""
    across: int | str
    """The position on the other axis of a map; else the series, or "" for a single one."""
    number: Average


@dataclass(frozen=True, slots=True)
class Panel:
    """One measure of a figure."""

    measure: str
    title: str
    unit: str
    marks: tuple[Mark, ...]
    fair: float | None = None
    """The value at which all would be equal."""


@dataclass(frozen=True, slots=True)
class Figure:
    name: str
    """The name of its files, and its id on the page."""
    section: str
    kind: ChartKind
    topic: str
    """The topic in a few words."""
    title: str
    """The main result, as a sentence."""
    caption: str
    panels: tuple[Panel, ...]
    at: str
    """The title of the axis."""
    order: tuple[int | str, ...]
    """The values along the axis, in order."""
    across: str = ""
    series: tuple[int | str, ...] = ()
    is_percent: bool = False
    """Whether the axis is in percent."""

    def where(self, at: int | str) -> str:
        """Formats a position along the axis."""
        return f"{at} %" if self.is_percent else str(at)


def figure_file_name(kind: str, part: str | None, split: str | None = None) -> str:
    """Returns the base name of a figure's files, such as `compare-line-up-by-size`."""
    names = [kind, *([part] if part else []), *(["by", split] if split else [])]
    return "-".join(names).replace("_", "-")


def create_panel(formatter: Formatter, measure: str, marks: Sequence[Mark]) -> Panel:
    return Panel(measure, formatter.heading(measure), formatter.unit(measure), tuple(marks))


def format_topic(formatter: Formatter, about: str, split: str | None) -> str:
    return formatter("topic_by", about=about, part=formatter.part(split)) if split else about


def format_averaged_parts(data: ReportData, formatter: Formatter, shown: Sequence[str]) -> str:
    """Lists the parts that differ and are not shown; "" if there are none."""
    parts = [part for part in PARTS if part not in shown and data.varies(part)]
    if not any(part in NUMBERS or part == SETTING for part in shown):
        around = [part for part in parts if part not in NUMBERS]
        parts = [*around, *([SETTING] if len(around) < len(parts) else [])]
    elif SETTING in shown:
        parts = [part for part in parts if part not in NUMBERS]
    over = [formatter.part(part) for part in parts]
    return formatter("list", items=over) if over else ""


def format_caption(formatter: Formatter, key: str, over: str, **values: object) -> str:
    """Returns how to read a chart: one text for averages, another for single cells."""
    if over:
        return formatter(f"{key}_over", over=over, **values)
    return formatter(f"{key}_alone", **values)


def format_caveats(
    formatter: Formatter, key: str, left_out: int, *, is_fair: bool, **values: object
) -> list[str]:
    """Returns the caveats where the compared cells do not all match in everything else."""
    if not is_fair:
        return [formatter(f"{key}_unfair", **values)]
    return [formatter(f"{key}_left_out", count=left_out, **values)] if left_out else []


def format_effect_title(
    formatter: Formatter, effect: Effect | None, ends_text: tuple[Any, Any] | None = None
) -> str:
    """Formats the strongest effect as a title; `ends_text` replaces the names of the two ends."""
    if effect is None:
        return formatter("still")
    ends = [(effect.least, "least"), (effect.most, "most")]
    values: dict[str, object] = {"measure": formatter.name(effect.measure)}
    for number, ((value, average), name) in enumerate(ends):
        values[name] = formatter.number(average.value, effect.measure)
        values[f"{name}_at"] = ends_text[number] if ends_text else formatter.at(effect.part, value)
    return formatter("moves", **values)
