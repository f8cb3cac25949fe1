"""What a chart shows, before anybody draws it: figures of panels, panels of marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from grav.lab.report.averages import Average
from grav.lab.report.data import NUMBERS, PARTS, SETTING, Data
from grav.lab.report.effects import Effect
from grav.lab.report.words import Words

Kind = Literal["lines", "map", "dots"]
MOST_SERIES = 6
"""As many as eyes can keep apart."""
AROUND_TOLD = ("size", "variant", "line_up", "players", "enforcement")
"""In the order in which they are told."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A number, and where it stands."""

    at: int | str
    """Along the axis of the chart: one of the five numbers, or the name of something."""
    across: int | str
    """On the other axis of a map; else the series, or "" if there is one alone."""
    number: Average


@dataclass(frozen=True, slots=True)
class Panel:
    """One measure of a figure."""

    measure: str
    title: str
    unit: str
    marks: tuple[Mark, ...]
    fair: float | None = None
    """Where all would be alike."""


@dataclass(frozen=True, slots=True)
class Figure:
    name: str
    """Of its files, and of its place on the page."""
    section: str
    kind: Kind
    topic: str
    """What it is about, in a few words."""
    title: str
    """What is seen."""
    caption: str
    panels: tuple[Panel, ...]
    at: str
    """The title of the axis…"""
    order: tuple[int | str, ...]
    """… and what stands along it."""
    across: str = ""
    series: tuple[int | str, ...] = ()
    is_percent: bool = False
    """Does the axis count percent?"""

    def where(self, at: int | str) -> str:
        """A place along the axis, as a reader sees it."""
        return f"{at} %" if self.is_percent else str(at)


def file_name(kind: str, part: str | None, split: str | None = None) -> str:
    """`compare-line-up-by-size`: of the files of a figure."""
    names = [kind, *([part] if part else []), *(["by", split] if split else [])]
    return "-".join(names).replace("_", "-")


def panel(words: Words, measure: str, marks: Sequence[Mark]) -> Panel:
    return Panel(measure, words.heading(measure), words.unit(measure), tuple(marks))


def topic(words: Words, about: str, split: str | None) -> str:
    return words("topic_by", about=about, part=words.part(split)) if split else about


def averaged_over(data: Data, words: Words, shown: Sequence[str]) -> str:
    """The parts that differ and are not shown; "" if there are none."""
    parts = [part for part in PARTS if part not in shown and data.varies(part)]
    if not any(part in NUMBERS or part == SETTING for part in shown):
        around = [part for part in parts if part not in NUMBERS]
        parts = [*around, *([SETTING] if len(around) < len(parts) else [])]
    elif SETTING in shown:
        parts = [part for part in parts if part not in NUMBERS]
    over = [words.part(part) for part in parts]
    return words("list", items=over) if over else ""


def caption(words: Words, key: str, over: str, **values: object) -> str:
    """How to read a chart: there is a sentence for averages, and one for cells by themselves."""
    if over:
        return words(f"{key}_over", over=over, **values)
    return words(f"{key}_alone", **values)


def care(words: Words, key: str, left_out: int, *, is_fair: bool, **values: object) -> list[str]:
    """What to bear in mind where not all that is compared is alike in all else."""
    if not is_fair:
        return [words(f"{key}_unfair", **values)]
    return [words(f"{key}_left_out", count=left_out, **values)] if left_out else []


def moves(words: Words, effect: Effect | None, told: tuple[Any, Any] | None = None) -> str:
    """What is seen: the measure that moves most, and between what. `told`: how to say where."""
    if effect is None:
        return words("still")
    ends = [(effect.least, "least"), (effect.most, "most")]
    values: dict[str, object] = {"measure": words.name(effect.measure)}
    for number, ((value, average), name) in enumerate(ends):
        values[name] = words.number(average.value, effect.measure)
        values[f"{name}_at"] = told[number] if told else words.at(effect.part, value)
    return words("moves", **values)
