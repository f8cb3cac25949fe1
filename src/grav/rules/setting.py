"""The five numbers a, b, c, d, e that bind every placement. Short form: `3 3 4 2 4`."""

import re
from typing import NamedTuple, Self

from grav.text import GravError

_NUMBERS = re.compile(
    r"\s*(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s+(\d{1,4000})\s*", re.ASCII
)

MOST_DIGITS = 4000
TOO_LONG = 10**MOST_DIGITS  # worked out once: that takes longer than to compare with it
"""What is longer cannot be written and read back everywhere: it is a mistake, or mischief."""


class RulesError(GravError):
    """Rules that cannot be played, or a text that states none."""


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
        """Refuses, by a RulesError, numbers out of the bounds for a board of that size."""
        check_bounds("a", self.a, 3)
        check_bounds("b", self.b, 2, size)
        check_bounds("c", self.c, 2, self.b**2)
        check_bounds("d", self.d, 0, 2 * (size - 1))
        check_bounds("e", self.e, max(1, self.d))


def check_bounds(name: str, value: int, least: int, most: int | None = None) -> None:
    if abs(value) >= TOO_LONG:
        raise RulesError("rules.too_long", name=name, digits=MOST_DIGITS)
    if most is None and value < least:
        raise RulesError("rules.too_small", name=name, value=value, least=least)
    if most is not None and not least <= value <= most:
        raise RulesError("rules.out_of_bounds", name=name, value=value, least=least, most=most)
