"""The setting: the five numbers a, b, c, d, e of the placement rules. Written `3 3 4 2 4`."""

import re
from typing import NamedTuple, Self

from grav.text import GravError

_NUMBERS = re.compile(
    r"\s*(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s*", re.ASCII
)

MAX_DIGITS = 4000
TOO_LONG = 10**MAX_DIGITS  # computed once: computing it takes longer than comparing with it
"""Larger numbers cannot be written and read back everywhere: they are mistakes or attacks."""


class RulesError(GravError):
    """Rules that cannot be played, or a text that cannot be parsed as rules."""


class Setting(NamedTuple):
    """a: continuity; b and c: density; d and e: distance."""

    a: int
    b: int
    c: int
    d: int
    e: int

    @classmethod
    def parse(cls, text: str) -> Self:
        match = _NUMBERS.fullmatch(text)
        if match is None:
            raise RulesError("rules.setting_form", found=text[:60])
        return cls(*map(int, match.groups()))

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def check(self, size: int) -> None:
        """Raises RulesError if a number is out of bounds for a board of that size."""
        check_bounds("a", self.a, 3)
        check_bounds("b", self.b, 2, size)
        check_bounds("c", self.c, 2, self.b**2)
        check_bounds("d", self.d, 0, 2 * (size - 1))
        check_bounds("e", self.e, max(1, self.d))


def check_bounds(name: str, value: int, minimum: int, maximum: int | None = None) -> None:
    if abs(value) >= TOO_LONG:
        raise RulesError("rules.too_long", name=name, digits=MAX_DIGITS)
    if maximum is None and value < minimum:
        raise RulesError("rules.too_small", name=name, value=value, least=minimum)
    if maximum is not None and not minimum <= value <= maximum:
        raise RulesError("rules.out_of_bounds", name=name, value=value, least=minimum, most=maximum)
