"""What the trainer and the pages about numbers get: positions, with their truth."""

from typing import Any, Literal

from msgspec import Struct

RuleName = Literal["continuity", "density", "distance"]
GradeName = Literal["easy", "medium", "hard"]


class StoneThere(Struct, frozen=True):
    by: int
    at: str


class SpotShown(Struct, frozen=True):
    """A stone falls: fine, or Grav? With the answer, which nobody is hurt by knowing."""

    rules: dict[str, Any]
    setting: str
    rule: RuleName | None
    """The one rule that binds; null if all three do."""
    grade: GradeName
    board: list[str]
    """Before the stone falls."""
    stone: StoneThere
    last: str
    """The stone that the distance is measured from."""
    fine: bool
    violations: list[str]
    breaches: list[dict[str, Any]]
    seen: float | None
    """How likely the eyes of the middle level see the breach."""


class Spots(Struct, frozen=True):
    """Positions of a series that has no end: the next ones are asked for with `first`."""

    seed: str
    first: int
    spots: list[SpotShown]


class ExampleShown(Struct, frozen=True):
    """What one rule forbids, on a board as small as shows it."""

    rule: RuleName
    binds: bool
    size: int
    board: list[str]
    stone: StoneThere | None
    last: str | None
    marked: list[str]
    breach: dict[str, Any] | None


class ExamplesShown(Struct, frozen=True):
    """What the five numbers do."""

    setting: str
    size: int
    continuity: ExampleShown
    density: ExampleShown
    distance: ExampleShown
