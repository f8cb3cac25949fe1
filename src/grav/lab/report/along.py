"""Figures of the course of a game: legal points and traps as the board fills."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from grav.lab.measures import ALONG
from grav.lab.report.averages import Average, Fair, averages, fair
from grav.lab.report.data import NUMBERS, SETTING, Data
from grav.lab.report.effects import effect, strongest
from grav.lab.report.lines import is_supported
from grav.lab.report.panels import (
    AROUND_TOLD,
    MAX_SERIES,
    Figure,
    Mark,
    averaged_over,
    caption,
    care,
    file_name,
    panel,
    topic,
)
from grav.lab.report.words import Words
from grav.lab.summary import along_of
from grav.native.tallies import TENTHS

if TYPE_CHECKING:
    import polars as pl

_TENTH = "tenth"
_WIDTH = 100 // TENTHS
"""The width of a tenth, in percent."""
Line = dict[int, Average]
"""Averages by tenth of the board."""


def along_figures(data: Data, words: Words) -> Iterator[Figure]:
    """Yields a figure for each part with a few values, with a line for each value."""
    for split in _splits(data) or [None]:
        yield _figure(data, words, split)


def _splits(data: Data) -> list[str | None]:
    """Returns the parts to split by; whole settings, too, if a number cannot be shown alone."""
    varying = [number for number in NUMBERS if data.varies(number)]
    numbers = [number for number in varying if is_supported(data, number)]
    settings = (SETTING,) if len(numbers) < len(varying) else ()
    return [*data.varying((*AROUND_TOLD, *numbers, *settings), MAX_SERIES)]


def _figure(data: Data, words: Words, split: str | None) -> Figure:
    kept = fair(data.frame, split) if split else Fair(data.frame, 0, is_fair=True)
    lines = {measure: _lines(kept.frame, data, split, measure) for measure in ALONG}
    panels = [
        panel(words, measure, marks)
        for measure, by_value in lines.items()
        if (marks := list(_marks(words, split, by_value)))
    ]
    last = max((int(mark.at) for each in panels for mark in each.marks), default=0)
    over = averaged_over(data, words, [split] if split else [])
    to_heed = care(words, "along", kept.left_out, is_fair=kept.is_fair)
    order = range(_middle(0), max(last, _middle(1)) + 1, _WIDTH)
    return Figure(
        file_name("along", None, split),
        "along",
        "lines",
        topic(words, words("topic_along"), split),
        _apart(words, split, lines) if split else _course(words, lines["choice"][None]),
        " ".join((caption(words, "along", over), *to_heed)),
        tuple(panels),
        words("along_axis"),
        tuple(order),
        words.part(split) if split else "",
        tuple(words.at(split, value) for value in data.values(split)) if split else (),
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
    by_tenth = cells.select(tenths, pl.col(along_of(measure)).alias(measure))
    found = averages(by_tenth.explode(_TENTH, measure), (_TENTH,), measure, spread=spread)
    return {tenth: found[tenth] for tenth in sorted(found) if 2 * found[tenth].cells >= len(cells)}


def _marks(words: Words, split: str | None, lines: Mapping[Any, Line]) -> Iterator[Mark]:
    for value, line in lines.items():
        across = words.at(split, value) if split else ""
        yield from (Mark(_middle(tenth), across, number) for tenth, number in line.items())


def _middle(tenth: int) -> int:
    return _WIDTH * tenth + _WIDTH // 2


def _course(words: Words, line: Line) -> str:
    """Formats the title for a single line: its first and its last value."""
    if not line:
        return words("still")
    first, last = min(line), max(line)
    return words(
        "along_title",
        first=words.number(line[first].value, "choice"),
        first_at=_where(words, first),
        last=words.number(line[last].value, "choice"),
        last_at=_where(words, last),
    )


def _apart(words: Words, split: str, lines: Mapping[str, Mapping[Any, Line]]) -> str:
    """Formats the title for several lines: where they are farthest apart."""
    effects = {}
    for measure, by_value in lines.items():
        for tenth in range(TENTHS):
            found = {value: line[tenth] for value, line in by_value.items() if tenth in line}
            if len(found) > 1:
                effects[effect(split, measure, found)] = tenth
    best = strongest(effects)
    if best is None:
        return words("along_same")
    return words(
        "along_apart",
        at=_where(words, effects[best]),
        measure=words.name(best.measure),
        least=words.number(best.least[1].value, best.measure),
        least_at=words.at(split, best.least[0]),
        most=words.number(best.most[1].value, best.measure),
        most_at=words.at(split, best.most[0]),
    )


def _where(words: Words, tenth: int) -> str:
    return words("along_at", low=_WIDTH * tenth, high=_WIDTH * (tenth + 1))
