"""Formats names of measures and parts, numbers and values, in one language."""

from dataclasses import dataclass
from typing import Any

from grav.lab.measures import MEASURES
from grav.lab.report.averages import Average
from grav.lab.report.report_data import NUMBERS
from grav.text import Language, catalogue, say

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Formatter:
    language: Language

    def __call__(self, key: str, /, **values: object) -> str:
        return say(f"lab_report.{key}", self.language, **values)

    def name(self, measure: str) -> str:
        """Returns the name of a measure within a sentence."""
        key = f"atlas.name_{measure}"
        return (
            say(key, self.language) if key in catalogue(self.language) else self(f"name_{measure}")
        )

    def heading(self, measure: str) -> str:
        return first_upper(self.name(measure))

    def about(self, measure: str) -> str:
        key = f"atlas.about_{measure}"
        return (
            say(key, self.language) if key in catalogue(self.language) else self(f"about_{measure}")
        )

    def unit(self, measure: str) -> str:
        """Returns the unit of a measure for its axis."""
        return self("unit_share_of_games" if is_place(measure) else f"unit_{measure}")

    def part(self, part: str) -> str:
        """Returns the name of a part of the rules."""
        return part if part in NUMBERS else self(f"part_{part}")

    def heading_of(self, part: str) -> str:
        return first_upper(self.part(part))

    def meaning(self, number: str) -> str:
        """Returns one of the five numbers with its meaning."""
        meaning = say(f"settle.number_{number}", self.language)
        return self("number", number=number, meaning=meaning)

    def value(self, part: str, value: Any) -> str:
        """Formats a value without the name of its part."""
        match part:
            case "size":
                return f"{value} × {value}"
            case "players" | "enforcement":
                key = "value_players" if part == "players" else f"value_{value}"
                return self(key, count=value)
            case _:
                return str(value)

    def at(self, part: str, value: Any) -> str:
        """Formats a value; of the five numbers, with the name: `c = 3`."""
        return f"{part} = {value}" if part in NUMBERS else self.value(part, value)

    def number(self, value: float, measure: str) -> str:
        if is_share(measure):
            return f"{100 * value:.1f} %"
        places = 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0
        return f"{value:,.{places}f}"

    def with_interval(self, average: Average | None, measure: str) -> str:
        """Formats an average with its interval."""
        if average is None:
            return NOTHING
        value = self.number(average.value, measure)
        if average.low is None or average.high is None:
            return value
        low, high = (self.number(end, measure) for end in (average.low, average.high))
        return f"{value} ({low.removesuffix(' %')}–{high.removesuffix(' %')})"


def first_upper(text: str) -> str:
    """Capitalises the first letter."""
    return text[:1].upper() + text[1:]


def is_place(measure: str) -> bool:
    """Whether it is the wins of a place in the order of play."""
    return measure.startswith("place_")


def is_share(measure: str) -> bool:
    """Whether it is a fraction, which is formatted in percent."""
    return is_place(measure) or MEASURES[measure].is_part
