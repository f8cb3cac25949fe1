"""Many games added up: whole numbers, so that nothing depends on how a run was cut.

The fields are those of cpp/include/grav/tally.h, in their order.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from itertools import islice
from typing import Any

SEATS = 6
TENTHS = 10
"""A game is followed by how much of the board holds stones: up to a tenth of it, two tenths…"""


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over games that came to an end; those that were stopped are only counted."""

    games: int = 0
    stopped: int = 0
    ties: int = 0
    """Games in which several had the most stones: the later in order won."""
    by_seat: tuple[int, ...] = (0,) * SEATS
    """Games won by each seat…"""
    by_place: tuple[int, ...] = (0,) * SEATS
    """… and by the first, the second… in the order of play."""
    stones: int = 0
    """On the board at the end."""
    stones_squared: int = 0
    margin: int = 0
    """Of the winner over the next."""
    margin_squared: int = 0
    placements: int = 0
    placements_squared: int = 0
    decisions: tuple[int, ...] = (0,) * TENTHS
    """In each tenth: how often somebody had to place or pass…"""
    legal: tuple[int, ...] = (0,) * TENTHS
    """… the legal points at these times…"""
    in_reach: tuple[int, ...] = (0,) * TENTHS
    """… and the empty points at a right distance."""
    shapes: int = 0
    bonus_turns: int = 0
    longest_chain: int = 0
    longest_chain_squared: int = 0
    shaped: int = 0
    """Games in which a shape was completed…"""
    first_shape: int = 0
    """… the placements that did so first…"""
    by_first_shape: int = 0
    """… and the games that the first to do so won."""
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
        """From as many numbers as `numbers` gives."""
        if len(numbers) != TALLIED:
            raise ValueError(f"{len(numbers)} numbers, {TALLIED} expected")
        rest = iter(numbers)
        read: dict[str, Any] = {
            name: tuple(islice(rest, width)) if width > 1 else next(rest)
            for name, width in WIDTHS.items()
        }
        return cls(**read)

    def numbers(self) -> list[int]:
        """All of them in one row, as the core has them."""
        row: list[int] = []
        for value in astuple(self):
            row.extend(value if isinstance(value, tuple) else (value,))
        return row

    def __add__(self, other: "Tally") -> "Tally":
        pairs = zip(self.numbers(), other.numbers(), strict=True)
        return Tally.from_numbers([one + another for one, another in pairs])


WIDTHS = {
    field.name: len(field.default) if isinstance(field.default, tuple) else 1
    for field in fields(Tally)
}
"""How many numbers each field is."""
TALLIED = sum(WIDTHS.values())
"""How many numbers a tally is."""
