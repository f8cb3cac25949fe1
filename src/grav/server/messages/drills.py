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


class LessonShown(Struct, frozen=True):
    """A position, and one thing to do there. Words are the client's, under the id."""

    id: str
    seat: int
    rules: dict[str, Any]
    setting: str
    actions: list[dict[str, Any]]
    view: dict[str, Any]
    """The position as `grav.game.view` shows it."""
    task: dict[str, Any]
    """What to do, and what is right."""
    after: dict[str, Any] | None
    """What happens then, where only one thing is right: `events`, and the `view` after them."""


class FirstGameShown(Struct, frozen=True):
    """A table to open when the lessons are done."""

    id: str
    rules: dict[str, Any]
    level: int
    help: list[str]
    table: dict[str, Any]
    """What `POST /api/tables` takes."""


class CourseShown(Struct, frozen=True):
    lessons: list[LessonShown]
    games: list[FirstGameShown]
