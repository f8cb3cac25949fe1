"""Editions: named, complete sets of the parts that players may agree on.

Players may change any part of an edition: a house rule. This file declares the parts and the
editions; text, JSON, messages, forms, C++ and random values are derived from it, by the kinds in
`grav.rules.edition_part_kinds`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal, get_args

from grav.rules.edition_part_kinds import Bounds, Value, parts_of
from grav.rules.setting import RulesError

EditionName = Literal["classic", "revised"]


class Bonus(StrEnum):
    """How bonus turns are gained: automatically, or by declaring how many with the placement."""

    GRANTED = "granted"
    DECLARED = "declared"


class Criterion(StrEnum):
    """Which of the completed shapes count."""

    EVERY = "every"
    LARGEST = "largest"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition; parts that differ from the edition of that name are house rules.

    A house rule is made by `dataclasses.replace(REVISED, min_shape=5)`.
    """

    name: EditionName
    bonus: Bonus
    shapes: Criterion
    bonus_pass: bool
    """Whether a bonus turn may be passed."""
    min_shape: Annotated[int, Bounds(minimum=4, usual_max=9)] = 4
    """The number of stones that a shape needs."""
    bonus_limit: Annotated[int | None, Bounds(minimum=0, usual_max=4, start=3)] = None
    """The most bonus turns that one turn can earn."""

    def __post_init__(self) -> None:
        names = get_args(EditionName)
        if self.name not in names:
            raise RulesError("rules.edition", found=self.name[:40], expected=", ".join(names))
        for name, part in PARTS.items():
            part.check(getattr(self, name))

    def house_rules(self) -> dict[str, Value]:
        """Returns the parts that differ from the edition of this name."""
        plain = EDITIONS[self.name]
        return {
            part: getattr(self, part)
            for part in PARTS
            if getattr(self, part) != getattr(plain, part)
        }

    def __str__(self) -> str:
        """Formats the name and the house rules: `revised min_shape=5`."""
        changed = self.house_rules().items()
        return " ".join(
            (self.name, *(f"{part}={PARTS[part].format(value)}" for part, value in changed))
        )


PARTS = parts_of(Edition)

CLASSIC = Edition("classic", Bonus.GRANTED, Criterion.EVERY, bonus_pass=True)
REVISED = Edition("revised", Bonus.DECLARED, Criterion.LARGEST, bonus_pass=False)
EDITIONS: dict[str, Edition] = {edition.name: edition for edition in (CLASSIC, REVISED)}
