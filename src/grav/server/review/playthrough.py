"""Plays a game through, and describes any step of it with its truth."""

from collections.abc import Mapping
from dataclasses import dataclass

from grav.game import (
    Action,
    Help,
    Refusal,
    Shouted,
    State,
    Transition,
    Window,
    action_to_json,
    view,
)
from grav.game.possible_actions import possible_actions
from grav.record import Placement, Reporter
from grav.rules import Board, Rules
from grav.rules.referee import PLAIN, Referee
from grav.server.messages.positions import position_of
from grav.server.messages.review import (
    CompletedShape,
    Outcome,
    RefusedAction,
    ReviewedShout,
    ReviewStep,
    Truth,
)
from grav.server.messages.views import Position
from grav.server.review.review_cost_limits import MAX_POINTS, MAX_SHAPES, Allowance


@dataclass(frozen=True, slots=True)
class _Ply:
    action: Action
    board: Board
    """The board before the action."""
    state: State
    """The state after the action."""
    placements: int
    """The number of placements by then."""
    is_placement: bool
    refusal: Refusal | None


class Playthrough:
    """A game and its steps, counted from 1. A step is described by what is known after all
    actions."""

    def __init__(self, rules: Rules, allowance: Allowance, referee: Referee = PLAIN) -> None:
        self._rules = rules
        self._referee = referee
        self._allowance = allowance
        self._reporter = Reporter(rules, referee)
        self._start = self._reporter.state
        self._plies: list[_Ply] = []
        self._points_left = MAX_POINTS
        self.shouts: dict[int, int] = {}
        """The step of the shout, by the number of the placement."""

    def play(self, action: Action) -> Refusal | None:
        """Plays an action; returns the refusal if the rules do not allow it."""
        number = len(self._plies) + 1
        self._allowance(number)
        board, before = self.state.board, len(self.placements)
        played = self._reporter.play(action)
        refusal = None if isinstance(played, Transition) else played.refusal
        if isinstance(played, Transition) and any(
            isinstance(each, Shouted) for each in played.events
        ):
            self.shouts[self.placements[-1].move] = number
        placements = len(self.placements)
        is_placement = placements > before
        self._plies.append(_Ply(action, board, self.state, placements, is_placement, refusal))
        return refusal

    @property
    def state(self) -> State:
        return self._reporter.state

    @property
    def placements(self) -> list[Placement]:
        return self._reporter.placements

    def __len__(self) -> int:
        return len(self._plies)

    def start(self) -> Position:
        return _position(self._start, 0)

    def now(self) -> Position:
        return _position(self.state, len(self.placements))

    def step(
        self, number: int, language: str, comments: Mapping[int, str] | None = None
    ) -> ReviewStep:
        ply = self._plies[number - 1]
        self._allowance(number)
        refusal = ply.refusal
        return ReviewStep(
            number=number,
            by=ply.action.by,
            action=action_to_json(ply.action),
            position=_position(ply.state, ply.placements),
            truth=self._truth(ply) if ply.is_placement else None,
            refused=None
            if refusal is None
            else RefusedAction(refusal.code.value, refusal.say(language)),
            comment=(comments or {}).get(number - 1),
        )

    def _truth(self, ply: _Ply) -> Truth:
        placement = self.placements[ply.placements - 1]
        called = placement.called
        return Truth(
            move=placement.move,
            at=str(placement.at),
            declared=placement.declared,
            breaches=tuple(breach.to_json() for breach in placement.verdict.breaches),
            shapes=placement.verdict.shapes,
            completed=self._completed(ply.board, placement) if placement.verdict.shapes else (),
            bonus=0 if placement.voided else placement.bonus,
            on_bonus_turn=placement.on_bonus,
            outcome=_outcome(placement),
            called=None if called is None else ReviewedShout(called.by, called.right),
            asked=placement.asked,
            missed=placement.missed_by,
        )

    def _completed(self, before: Board, placement: Placement) -> tuple[CompletedShape, ...]:
        shapes = self._referee.completed(self._rules, before, placement.at, MAX_SHAPES)
        completed = []
        for shape in shapes:
            stones = len(shape.points)
            fits = stones <= self._points_left
            self._points_left -= stones if fits else 0
            points = tuple(map(str, shape.points)) if fits else None
            completed.append(CompletedShape(str(shape.centre), stones, points))
        return tuple(completed)


def _position(state: State, placements: int) -> Position:
    """Returns the state as tables show it, with the truth about the stone of an open window."""
    shown = (Help.LAST, Help.SHAPES) if isinstance(state.phase, Window) else (Help.LAST,)
    may = [possible_actions(state, seat) for seat in range(state.rules.players)]
    return position_of(view(state, None, shown), may, placements)


def _outcome(placement: Placement) -> Outcome:
    if placement.voided:
        return "voided"
    return "stood" if placement.stood else "open"
