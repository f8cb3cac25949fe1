"""Many games added up: whole numbers, so that nothing depends on how a run was cut.

The fields are those of cpp/include/grav/tally.h, in their order.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import Any, get_type_hints

SEATS = 6


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
    decisions: int = 0
    legal: int = 0
    in_reach: int = 0
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
            field.name: tuple(next(rest) for _ in range(SEATS)) if is_wide else next(rest)
            for field, is_wide in zip(fields(cls), _WIDE, strict=True)
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


_WIDE = [hint is not int for hint in get_type_hints(Tally).values()]
TALLIED = sum(SEATS if is_wide else 1 for is_wide in _WIDE)
"""How many numbers a tally is."""
