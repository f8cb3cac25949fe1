"""The report of a record: what was played, what was true (the verdicts), what was called."""

from dataclasses import dataclass, replace

from grav.game import (
    Accepted,
    Action,
    Event,
    Placed,
    Refusal,
    Removed,
    Shouted,
    State,
    Stood,
    Transition,
    Turn,
    Voided,
    Window,
    apply,
    start,
)
from grav.game.windows import bonus_worth
from grav.record.model import Record
from grav.rules import Point, Rules, Verdict
from grav.rules.json_fields import Json
from grav.rules.referee import PLAIN, Referee


@dataclass(frozen=True, slots=True)
class Call:
    """A shout at a placement."""

    by: int
    right: bool


@dataclass(frozen=True, slots=True)
class Placement:
    """One placement: what was played, its verdict, what was called. Voided ones count too."""

    move: int
    index: int
    """The index of its action in the record."""
    by: int
    at: Point
    declared: int | None
    verdict: Verdict
    called: Call | None = None
    voided: bool = False
    stood: bool = False
    bonus: int = 0
    """The bonus turns that it is worth if it stands."""
    on_bonus: bool = False
    """Whether it was placed on a bonus turn."""
    asked: tuple[int, ...] = ()
    """Seats that could shout at it, sorted; none in strict play."""
    accepted: tuple[int, ...] = ()
    """Seats that accepted it, in the order of their answers."""

    @property
    def is_missed_breach(self) -> bool:
        """Whether it broke a rule and stood."""
        return bool(self.verdict.breaches) and self.stood

    @property
    def missed_by(self) -> tuple[int, ...]:
        """Seats that missed a right shout: all asked if it stood, else those that accepted."""
        if not self.verdict.breaches:
            return ()
        return self.asked if self.stood else tuple(sorted(self.accepted))

    @property
    def is_over_declared(self) -> bool:
        """Whether more bonus turns were declared than there are shapes; they are worth nothing."""
        return not self.voided and (self.declared or 0) > self.verdict.shapes

    @property
    def undeclared(self) -> int:
        """Shapes that were completed but not declared (all, if too many were declared)."""
        if self.declared is None or self.voided:
            return 0
        return self.verdict.shapes - (0 if self.is_over_declared else self.declared)

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
class RefusedAction:
    """An action of the record that the rules do not allow; it has no effect on the game."""

    index: int
    refusal: Refusal


@dataclass(frozen=True)
class Report:
    record: Record
    placements: tuple[Placement, ...]
    removals: int
    refused: tuple[RefusedAction, ...]
    final: State

    @property
    def missed_breaches(self) -> list[Placement]:
        return [placement for placement in self.placements if placement.is_missed_breach]

    @property
    def called_placements(self) -> list[Placement]:
        return [placement for placement in self.placements if placement.called]


def report(record: Record, referee: Referee = PLAIN) -> Report:
    """Replays the record and returns its report; `referee` is the one that judged the game."""
    reporter = Reporter(record.rules, referee)
    for action in record.actions:
        reporter.play(action)
    return Report(
        record,
        tuple(reporter.placements),
        reporter.removals,
        tuple(reporter.refused),
        reporter.state,
    )


class Reporter:
    """Plays a game action by action, and collects the data of the report."""

    def __init__(self, rules: Rules, referee: Referee = PLAIN) -> None:
        self.state = start(rules, referee)
        self.placements: list[Placement] = []
        self.refused: list[RefusedAction] = []
        self.removals = 0
        self._played = 0

    def play(self, action: Action) -> Transition | RefusedAction:
        """Plays an action; returns the transition, or why it was refused."""
        index, before = self._played, self.state
        self._played += 1
        try:
            transition = apply(before, action)
        except Refusal as refusal:
            self.refused.append(RefusedAction(index, refusal))
            return self.refused[-1]
        self.state = transition.state
        for event in transition.events:
            if isinstance(event, Placed):
                move = len(self.placements) + 1
                self.placements.append(_placement(event, move, index, before, transition.state))
            elif self.placements:
                self.placements[-1] = _noted(self.placements[-1], event)
            self.removals += isinstance(event, Removed)
        return transition


def _placement(event: Placed, move: int, index: int, before: State, after: State) -> Placement:
    """Builds a placement; its bonus comes from its window, or is computed in strict play."""
    assert event.verdict is not None  # it comes from `apply`
    window = after.phase
    asked: tuple[int, ...] = ()
    if isinstance(window, Window):
        turn, bonus, asked = window.turn, window.bonus, tuple(sorted(window.awaiting))
    else:
        turn = before.phase if isinstance(before.phase, Turn) else Turn(event.by)
        bonus = bonus_worth(before, turn, event.declared, event.verdict)
    return Placement(
        move,
        index,
        event.by,
        event.at,
        event.declared,
        event.verdict,
        bonus=bonus,
        on_bonus=turn.on_bonus,
        asked=asked,
    )


def _noted(placement: Placement, event: Event) -> Placement:
    """Updates the latest placement with an event: all but `placed` belong to its window."""
    match event:
        case Accepted(by):
            return replace(placement, accepted=(*placement.accepted, by))
        case Shouted(by):
            return replace(placement, called=Call(by, event.right))
        case Voided():
            return replace(placement, voided=True)
        case Stood():
            return replace(placement, stood=True)
        case _:
            return placement
