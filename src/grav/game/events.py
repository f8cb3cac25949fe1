"""Events: what happened. `apply` returns them with the next state.

Of all that they hold, one thing is secret: the verdict on a placement. `view_event` leaves it out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from grav.rules.breach_json import breach_from_json
from grav.rules.json_fields import Json
from grav.rules.legality import Breach, Verdict
from grav.rules.point import Point


class Ended(StrEnum):
    """Why a game is over."""

    PASSES = "passes"
    REPETITION = "repetition"
    RESIGNATION = "resignation"


class _Event:
    __slots__ = ()

    def to_json(self) -> dict[str, Json]:
        """Returns the event as JSON; what is optional and absent has no key."""
        kind = type(self)
        form: dict[str, Json] = {"event": EVENT_NAMES[kind]}  # type: ignore[index]
        for name in PUBLIC_FIELDS[kind]:  # type: ignore[index]  # all kinds are of the union
            value = getattr(self, name)
            if value is not None or name not in OPTIONAL:
                form[name] = WRITERS[name](value) if name in WRITERS else value
        return form


@dataclass(frozen=True, slots=True)
class Placed(_Event):
    by: int
    at: Point
    declared: int | None
    verdict: Verdict | None = None
    """The truth about the stone, which is secret; None in what `view_event` returns."""
    shapes: int | None = None
    """How many shapes the stone completes, if that is shown as help."""

    def to_json(self) -> dict[str, Json]:
        form = _Event.to_json(self)
        if self.verdict is not None:
            form["breaches"] = [breach.to_json() for breach in self.verdict.breaches]
            form["shapes"] = self.verdict.shapes
        return form


@dataclass(frozen=True, slots=True)
class Accepted(_Event):
    by: int


@dataclass(frozen=True, slots=True)
class Stood(_Event):
    """Nobody shouted, or the shout was wrong: the stone stays."""

    by: int
    at: Point


@dataclass(frozen=True, slots=True)
class Shouted(_Event):
    """A shout, with the breaches if it is right. The event makes them public."""

    by: int
    against: int
    at: Point
    right: bool = field(init=False)
    breaches: tuple[Breach, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "right", bool(self.breaches))


@dataclass(frozen=True, slots=True)
class Voided(_Event):
    by: int
    at: Point


@dataclass(frozen=True, slots=True)
class Removed(_Event):
    by: int
    of: int
    at: Point


@dataclass(frozen=True, slots=True)
class Skipped(_Event):
    """A turn was skipped because of a wrong shout; `owed` is the number still to be skipped."""

    by: int
    owed: int


@dataclass(frozen=True, slots=True)
class Passed(_Event):
    by: int


@dataclass(frozen=True, slots=True)
class Resigned(_Event):
    by: int


@dataclass(frozen=True, slots=True)
class BonusTurnBegun(_Event):
    """A bonus turn begins; `left` more follow it."""

    by: int
    left: int


@dataclass(frozen=True, slots=True)
class GameEnded(_Event):
    how: Ended
    ranking: tuple[int, ...]


Event = (
    Placed
    | Accepted
    | Stood
    | Shouted
    | Voided
    | Removed
    | Skipped
    | Passed
    | Resigned
    | BonusTurnBegun
    | GameEnded
)

EVENT_NAMES: Mapping[type[Event], str] = {
    Placed: "placed",
    Accepted: "accepted",
    Stood: "stood",
    Shouted: "shouted",
    Voided: "voided",
    Removed: "removed",
    Skipped: "skipped",
    Passed: "passed",
    Resigned: "resigned",
    BonusTurnBegun: "bonus_turn_begun",
    GameEnded: "ended",
}
PUBLIC_FIELDS: Mapping[type[Event], tuple[str, ...]] = {
    kind: tuple(each.name for each in fields(kind) if each.name != "verdict")
    for kind in EVENT_NAMES
}
"""The fields that everybody may know, in the order of their keys in JSON."""
OPTIONAL = ("shapes",)
"""Public fields that have no key in JSON where they are None."""
_KINDS = {name: kind for kind, name in EVENT_NAMES.items()}
WRITERS: Mapping[str, Callable[[Any], Json]] = {
    "at": str,
    "how": str,
    "ranking": list,
    "breaches": lambda breaches: [breach.to_json() for breach in breaches],
}
_READERS: Mapping[str, Callable[[Any], Any]] = {
    "at": Point.parse,
    "how": Ended,
    "ranking": tuple,
    "breaches": lambda forms: tuple(map(breach_from_json, forms)),
}


def event_from_json(form: Mapping[str, Any]) -> Event:
    """Returns the public event of this JSON form, of which only the event's own keys are read."""
    kind = _KINDS[form["event"]]
    return kind(
        **{
            each.name: _READERS.get(each.name, _identity)(form[each.name])
            for each in fields(kind)
            if each.init and each.name in form
        }
    )


def _identity(value: Any) -> Any:
    return value
