"""Messages for the trainer, the examples of settings and the course: positions and solutions."""

from typing import Any, Literal

from msgspec import Struct

RuleName = Literal["continuity", "density", "distance"]
GradeName = Literal["easy", "medium", "hard"]


class StoneThere(Struct, frozen=True):
    by: int
    at: str


class SpotShown(Struct, frozen=True):
    """A question of the trainer: is this stone fine, or Grav? Contains the solution, which need not
    be secret."""

    rules: dict[str, Any]
    setting: str
    rule: RuleName | None
    """The only rule that binds; null if all three do."""
    grade: GradeName
    board: list[str]
    """The board before the stone is placed."""
    stone: StoneThere
    last: str
    """The stone that the distance is measured from."""
    fine: bool
    violations: list[str]
    breaches: list[dict[str, Any]]
    seen: float | None
    """The probability that the perception of the middle level notices the breach; null if none."""


class Spots(Struct, frozen=True):
    """A page of an endless series of positions; `first` selects where the next page starts."""

    seed: str
    first: int
    spots: list[SpotShown]


class ExampleShown(Struct, frozen=True):
    """An example of what one rule forbids, on a board no larger than needed."""

    rule: RuleName
    binds: bool
    size: int
    board: list[str]
    stone: StoneThere | None
    last: str | None
    marked: list[str]
    breach: dict[str, Any] | None


class ExamplesShown(Struct, frozen=True):
    """What the five numbers of a setting do: one example per rule."""

    setting: str
    size: int
    continuity: ExampleShown
    density: ExampleShown
    distance: ExampleShown


class LessonShown(Struct, frozen=True):
    """A position and one task there. The client has the texts, under the lesson's id."""

    id: str
    seat: int
    rules: dict[str, Any]
    setting: str
    actions: list[dict[str, Any]]
    view: dict[str, Any]
    """The position as `grav.game.view` shows it."""
    task: dict[str, Any]
    """What to do, and what counts as right."""
    after: dict[str, Any] | None
    """What happens next, if there is only one right action: `events`, and the `view` after them."""


class FirstGameShown(Struct, frozen=True):
    """A table to open after the lessons."""

    id: str
    rules: dict[str, Any]
    level: int
    help: list[str]
    table: dict[str, Any]
    """The body for `POST /api/tables`."""


class CourseShown(Struct, frozen=True):
    lessons: list[LessonShown]
    games: list[FirstGameShown]
