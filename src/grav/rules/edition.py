"""Editions: named, complete sets of the parts that players may agree on.

Players may change any part of an edition: a house rule.
"""

from dataclasses import dataclass, fields
from enum import StrEnum

from grav.rules.setting import RulesError, check_bounds
from grav.rules.shapes import Criterion

_NAMES = ("classic", "revised")


class Bonus(StrEnum):
    """How bonus turns are gained: automatically, or by declaring how many with the placement."""

    GRANTED = "granted"
    DECLARED = "declared"


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition; parts that differ from the edition of that name are house rules.

    A house rule is made by `dataclasses.replace(REVISED, min_shape=5)`.
    """

    name: str
    bonus: Bonus
    shapes: Criterion
    bonus_pass: bool
    min_shape: int = 4
    bonus_limit: int | None = None

    def __post_init__(self) -> None:
        if self.name not in _NAMES:
            raise RulesError("rules.edition", found=self.name[:40], expected=", ".join(_NAMES))
        check_bounds("min_shape", self.min_shape, 4)
        if self.bonus_limit is not None:
            check_bounds("bonus_limit", self.bonus_limit, 0)

    def house_rules(self) -> dict[str, object]:
        """Returns the parts that differ from the edition of this name."""
        plain = EDITIONS[self.name]
        return {
            part: getattr(self, part)
            for part in PARTS
            if getattr(self, part) != getattr(plain, part)
        }

    def __str__(self) -> str:
        """Formats the name and the house rules: `revised min_shape=5`."""
        return " ".join(
            (self.name, *(f"{part}={_word(value)}" for part, value in self.house_rules().items()))
        )


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


CLASSIC = Edition("classic", Bonus.GRANTED, Criterion.EVERY, bonus_pass=True)
REVISED = Edition("revised", Bonus.DECLARED, Criterion.LARGEST, bonus_pass=False)
EDITIONS = {edition.name: edition for edition in (CLASSIC, REVISED)}
PARTS = tuple(part.name for part in fields(Edition) if part.name != "name")
