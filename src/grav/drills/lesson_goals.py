"""The tasks of lessons and their right answers: computed by the game, never stated by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from grav.game import Accept, Action, Grav, Pass, Penalty, Place, Remove, State, Window
from grav.rules import Breach, Point, Shape, breaches, completed_shapes, legal_points, points_of
from grav.rules.board import all_points
from grav.rules.json_fields import Json


class Task(StrEnum):
    """The kind of a task."""

    PLACE = "place"
    ANSWER = "answer"
    REMOVE = "remove"
    DECLARE = "declare"
    PASS = "pass"


@dataclass(frozen=True, slots=True)
class PlacingGoal:
    """A stone is to be placed on any of the right points."""

    right: tuple[Point, ...]
    wrong: Mapping[Point, tuple[Breach, ...]]
    """Every other empty point with its breaches; none where only the shape is missing."""
    declare: Mapping[Point, int]
    """Where a shape is to be completed: the bonus turns to declare with each right point."""

    task = Task.PLACE

    def actions(self, seat: int) -> tuple[Action, ...]:
        return tuple(Place(seat, at, self.declare.get(at)) for at in self.right)

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.task.value,
            "right": [str(point) for point in self.right],
            "wrong": {
                str(point): [breach.to_json() for breach in found]
                for point, found in self.wrong.items()
            },
            "declare": {str(point): number for point, number in self.declare.items()},
        }


@dataclass(frozen=True, slots=True)
class AnsweringGoal:
    """A stone was placed: shout, or let it stand."""

    breaches: tuple[Breach, ...]
    on_purpose: bool = False
    """Whether the wrong answer is asked for, to show what it costs."""

    task = Task.ANSWER

    @property
    def shouts(self) -> bool:
        return bool(self.breaches) is not self.on_purpose

    def actions(self, seat: int) -> tuple[Action, ...]:
        return (Grav(seat) if self.shouts else Accept(seat),)

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.task.value,
            "right": "grav" if self.shouts else "accept",
            "on_purpose": self.on_purpose,
            "breaches": [breach.to_json() for breach in self.breaches],
        }


@dataclass(frozen=True, slots=True)
class RemovingGoal:
    """After a right shout: a stone of the violator is to be removed."""

    right: tuple[Point, ...]

    task = Task.REMOVE

    def actions(self, seat: int) -> tuple[Action, ...]:
        return tuple(Remove(seat, at) for at in self.right)

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.task.value, "right": [str(point) for point in self.right]}


@dataclass(frozen=True, slots=True)
class DeclaringGoal:
    """With a stone on this point, a number of bonus turns is to be declared."""

    at: Point
    shapes: tuple[Shape, ...]
    """The shapes that the stone completes and that count."""

    task = Task.DECLARE

    def actions(self, seat: int) -> tuple[Action, ...]:
        return (Place(seat, self.at, len(self.shapes)),)

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.task.value,
            "at": str(self.at),
            "right": len(self.shapes),
            "shapes": [shape.to_json() for shape in self.shapes],
        }


@dataclass(frozen=True, slots=True)
class PassingGoal:
    """No placement is left, or none is worthwhile."""

    task = Task.PASS

    def actions(self, seat: int) -> tuple[Action, ...]:
        return (Pass(seat),)

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.task.value, "right": "pass"}


Goal = PlacingGoal | AnsweringGoal | RemovingGoal | DeclaringGoal | PassingGoal


def make_placing_goal(state: State, *, shape: bool = False) -> PlacingGoal:
    """Returns the task in which any legal point is right, or only those that complete a shape."""
    rules, board, last = state.rules, state.board, state.last
    legal = legal_points(rules, board, last)
    right = tuple(point for point, shapes in legal.items() if shapes or not shape)
    empty = sorted(points_of(all_points(board.size) & ~board.stones, board.size))
    wrong = {at: breaches(rules, board, last, at) for at in empty if at not in right}
    return PlacingGoal(right, wrong, {at: legal[at] for at in right} if shape else {})


def make_answering_goal(state: State, *, on_purpose: bool = False) -> AnsweringGoal:
    assert isinstance(state.phase, Window)
    return AnsweringGoal(state.phase.verdict.breaches, on_purpose)


def make_removing_goal(state: State) -> RemovingGoal:
    assert isinstance(state.phase, Penalty)
    stones = points_of(state.board.owned[state.phase.violator], state.board.size)
    return RemovingGoal(tuple(sorted(stones)))


def make_declaring_goal(state: State, at: Point) -> DeclaringGoal:
    shapes = completed_shapes(state.board, at, state.rules.edition)
    return DeclaringGoal(at, tuple(shapes))


def make_passing_goal(_state: State) -> PassingGoal:
    return PassingGoal()
