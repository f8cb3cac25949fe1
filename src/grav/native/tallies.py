"""Sums over many games, in whole numbers, so that nothing depends on how a run was split.

The fields are those of cpp/include/grav/tally.h, in their order.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from itertools import islice
from typing import Any

SEATS = 6
TENTHS = 10
"""Counts along a game are grouped by how full the board is: under one tenth, under two tenths…"""


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over games that came to an end; those that were stopped are only counted."""

    games: int = 0
    stopped: int = 0
    ties: int = 0
    """Games in which several seats had the most stones: the later in order won."""
    by_seat: tuple[int, ...] = (0,) * SEATS
    """Games won by each seat."""
    by_place: tuple[int, ...] = (0,) * SEATS
    """Games won by the first, the second… in the order of play."""
    stones: int = 0
    """Stones on the board at the end."""
    stones_squared: int = 0
    margin: int = 0
    """Stones by which the winner led the next seat."""
    margin_squared: int = 0
    placements: int = 0
    placements_squared: int = 0
    decisions: tuple[int, ...] = (0,) * TENTHS
    """How often somebody had to place or pass, in each tenth."""
    legal: tuple[int, ...] = (0,) * TENTHS
    """Legal points, summed over these decisions, in each tenth."""
    in_reach: tuple[int, ...] = (0,) * TENTHS
    """Empty points at a right distance, summed over these decisions, in each tenth."""
    shapes: int = 0
    bonus_turns: int = 0
    longest_chain: int = 0
    longest_chain_squared: int = 0
    shaped: int = 0
    """Games in which a shape was completed."""
    first_shape: int = 0
    """Sum of the numbers of the placements that first completed a shape."""
    by_first_shape: int = 0
    """Games won by the seat that first completed a shape."""
    lead_changes: int = 0
    lead_changes_squared: int = 0
    behind: int = 0
    breaches: int = 0
    missed: int = 0
    called: int = 0
    wrong_shouts: int = 0
    stolen: int = 0
    """Games won by no more stones than the winner's that broke a rule and stood."""

    @classmethod
    def from_numbers(cls, numbers: Sequence[int]) -> "Tally":
        """Builds a tally from the row that `numbers` returns."""
        if len(numbers) != TALLY_LENGTH:
            raise ValueError(f"{len(numbers)} numbers, {TALLY_LENGTH} expected")
        rest = iter(numbers)
        read: dict[str, Any] = {
            name: tuple(islice(rest, width)) if width > 1 else next(rest)
            for name, width in FIELD_WIDTHS.items()
        }
        return cls(**read)

    def numbers(self) -> list[int]:
        """Returns all numbers in one row, in the order of the core."""
        row: list[int] = []
        for value in astuple(self):
            row.extend(value if isinstance(value, tuple) else (value,))
        return row

    def __add__(self, other: "Tally") -> "Tally":
        pairs = zip(self.numbers(), other.numbers(), strict=True)
        return Tally.from_numbers([one + another for one, another in pairs])


FIELD_WIDTHS = {
    field.name: len(field.default) if isinstance(field.default, tuple) else 1
    for field in fields(Tally)
}
"""How many numbers each field holds."""
TALLY_LENGTH = sum(FIELD_WIDTHS.values())
"""How many numbers a tally holds."""
