"""What was played, what was true, and what was called: three things that a record tells apart."""

from dataclasses import dataclass, replace

from grav.game import (
    Event,
    Placed,
    Refusal,
    Removed,
    Shouted,
    State,
    Stood,
    Voided,
    apply,
    start,
)
from grav.record.model import Record
from grav.rules import Point, Verdict
from grav.rules.reading import Json


@dataclass(frozen=True, slots=True)
class Call:
    """A shout at a placement."""

    by: int
    right: bool


@dataclass(frozen=True, slots=True)
class Placement:
    """One placement: what was played, its truth, what was called. Voided ones count too."""

    move: int
    index: int
    """Its action's index in the record."""
    by: int
    at: Point
    declared: int | None
    verdict: Verdict
    called: Call | None = None
    voided: bool = False
    stood: bool = False

    @property
    def missed(self) -> bool:
        """Did it break a rule and stand?"""
        return bool(self.verdict.breaches) and self.stood

    @property
    def over_declared(self) -> bool:
        """Were more bonus turns declared than there are shapes? Then they were worth nothing."""
        return not self.voided and (self.declared or 0) > self.verdict.shapes

    @property
    def undeclared(self) -> int:
        """Shapes that were completed but not declared (all, where too many were)."""
        if self.declared is None or self.voided:
            return 0
        return self.verdict.shapes - (0 if self.over_declared else self.declared)

    def to_json(self) -> dict[str, Json]:
        called = self.called
        return {
            "move": self.move,
            "by": self.by,
            "at": str(self.at),
            "breaches": [breach.to_json() for breach in self.verdict.breaches],
            "shapes": self.verdict.shapes,
            "called": None if called is None else {"by": called.by, "right": called.right},
        }


@dataclass(frozen=True, slots=True)
class Refused:
    """An action of the record that the rules do not allow; the game goes on as if it were not."""

    index: int
    refusal: Refusal


@dataclass(frozen=True)
class Report:
    record: Record
    placements: tuple[Placement, ...]
    removals: int
    refused: tuple[Refused, ...]
    final: State

    @property
    def missed(self) -> list[Placement]:
        return [placement for placement in self.placements if placement.missed]

    @property
    def called(self) -> list[Placement]:
        return [placement for placement in self.placements if placement.called]


def report(record: Record) -> Report:
    """Plays the record through and tells what happened."""
    placements: list[Placement] = []
    refused: list[Refused] = []
    removals, state = 0, start(record.rules)
    for index, action in enumerate(record.actions):
        try:
            state, events = apply(state, action)
        except Refusal as refusal:
            refused.append(Refused(index, refusal))
            continue
        for event in events:
            _note(event, index, placements)
            removals += isinstance(event, Removed)
    return Report(record, tuple(placements), removals, tuple(refused), state)


def _note(event: Event, index: int, placements: list[Placement]) -> None:
    """What an event says of the newest placement: all but `placed` come within its window."""
    match event:
        case Placed(by, at, declared, verdict):
            move = len(placements) + 1
            placements.append(Placement(move, index, by, at, declared, verdict))
        case Shouted(by):
            placements[-1] = replace(placements[-1], called=Call(by, event.right))
        case Voided():
            placements[-1] = replace(placements[-1], voided=True)
        case Stood():
            placements[-1] = replace(placements[-1], stood=True)
        case _:
            pass
