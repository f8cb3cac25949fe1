"""Events: what happened. `apply` returns them with the next state.

Events hold the verdicts too; `view_event` returns what players may see of them.
"""

from dataclasses import dataclass
from enum import StrEnum

from grav.rules.json_fields import Json
from grav.rules.legality import Breach, Verdict
from grav.rules.point import Point


class Ended(StrEnum):
    """Why a game is over."""

    PASSES = "passes"
    REPETITION = "repetition"
    RESIGNATION = "resignation"


@dataclass(frozen=True, slots=True)
class Placed:
    by: int
    at: Point
    declared: int | None
    verdict: Verdict

    def to_json(self) -> dict[str, Json]:
        return {
            "event": "placed",
            "by": self.by,
            "at": str(self.at),
            "declared": self.declared,
            "breaches": [breach.to_json() for breach in self.verdict.breaches],
            "shapes": self.verdict.shapes,
        }


@dataclass(frozen=True, slots=True)
class Accepted:
    by: int

    def to_json(self) -> dict[str, Json]:
        return {"event": "accepted", "by": self.by}


@dataclass(frozen=True, slots=True)
class Stood:
    """Nobody shouted, or the shout was wrong: the stone stays."""

    by: int
    at: Point

    def to_json(self) -> dict[str, Json]:
        return {"event": "stood", "by": self.by, "at": str(self.at)}


@dataclass(frozen=True, slots=True)
class Shouted:
    """A shout, with the breaches if it is right. The event makes them public."""

    by: int
    against: int
    at: Point
    breaches: tuple[Breach, ...]

    @property
    def right(self) -> bool:
        return bool(self.breaches)

    def to_json(self) -> dict[str, Json]:
        return {
            "event": "shouted",
            "by": self.by,
            "against": self.against,
            "at": str(self.at),
            "right": self.right,
            "breaches": [breach.to_json() for breach in self.breaches],
        }


@dataclass(frozen=True, slots=True)
class Voided:
    by: int
    at: Point

    def to_json(self) -> dict[str, Json]:
        return {"event": "voided", "by": self.by, "at": str(self.at)}


@dataclass(frozen=True, slots=True)
class Removed:
    by: int
    of: int
    at: Point

    def to_json(self) -> dict[str, Json]:
        return {"event": "removed", "by": self.by, "of": self.of, "at": str(self.at)}


@dataclass(frozen=True, slots=True)
class Skipped:
    """A turn was skipped because of a wrong shout; `owed` is the number still to be skipped."""

    by: int
    owed: int

    def to_json(self) -> dict[str, Json]:
        return {"event": "skipped", "by": self.by, "owed": self.owed}


@dataclass(frozen=True, slots=True)
class Passed:
    by: int

    def to_json(self) -> dict[str, Json]:
        return {"event": "passed", "by": self.by}


@dataclass(frozen=True, slots=True)
class Resigned:
    by: int

    def to_json(self) -> dict[str, Json]:
        return {"event": "resigned", "by": self.by}


@dataclass(frozen=True, slots=True)
class BonusTurnBegun:
    """A bonus turn begins; `left` more follow it."""

    by: int
    left: int

    def to_json(self) -> dict[str, Json]:
        return {"event": "bonus_turn_begun", "by": self.by, "left": self.left}


@dataclass(frozen=True, slots=True)
class GameEnded:
    how: Ended
    ranking: tuple[int, ...]

    def to_json(self) -> dict[str, Json]:
        return {"event": "ended", "how": self.how.value, "ranking": list(self.ranking)}


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
