"""The view of a game for one player or a spectator. A state is shown only through its view.

While a game under `challenge` is played, a view never depends on whether the open placement breaks
a rule. Shape counts, legal points and the stone to measure from are shown only as agreed help.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from operator import attrgetter
from typing import Any

from grav.game.events import Ended, Event, Placed
from grav.game.possible_actions import possible_actions
from grav.game.state import Opening, Over, Penalty, State, Turn, Window
from grav.rules.board import Board
from grav.rules.json_fields import Json
from grav.rules.point import Point
from grav.rules.rules import Rules
from grav.rules.rules_json import rules_to_json


class Help(StrEnum):
    """Kinds of help that players may agree on, independently of each other."""

    LEGAL = "legal"
    """The points that break no rule."""
    SHAPES = "shapes"
    """How many shapes a stone completes on each empty point, or the stone of an open window."""
    LAST = "last"
    """The stone that the next distance is measured from."""


class _Shown:
    __slots__ = ()

    def to_json(self) -> dict[str, Json]:
        """Returns all fields as JSON; help that is not shown has no key."""
        return {
            name: list(value) if type(value) is tuple else value
            for name, value in _WRITE[type(self)](self).items()  # type: ignore[index, arg-type]  # of both kinds
        }


@dataclass(frozen=True, slots=True)
class WindowView(_Shown):
    """An open window, without its verdict."""

    by: int
    at: Point
    declared: int | None
    awaiting: tuple[int, ...]
    shapes: int | None = None
    bonus: int | None = None


@dataclass(frozen=True, slots=True)
class View(_Shown):
    rules: Rules
    seat: int | None
    """The seat that the view is for; None for a spectator."""
    phase: str
    to_move: int | None
    violator: int | None
    """In a penalty: the seat that loses a stone."""
    order: tuple[int, ...] | None
    board: Board
    bonus_turns: int
    on_bonus_turn: bool
    skips: tuple[int, ...]
    passed: tuple[int, ...]
    stones: tuple[int, ...] = field(init=False)
    """By seat: how many stones it has."""
    resigned: tuple[int, ...]
    window: WindowView | None
    ended: Ended | None
    ranking: tuple[int, ...] | None
    may: tuple[str, ...]
    """The kinds of action that this seat can try now."""
    last: Point | None = None
    legal: tuple[Point, ...] | None = None
    shapes: Mapping[Point, int] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "stones", self.board.counts())


HELP_FIELDS = frozenset({"last", "legal", "shapes", "bonus"})
"""Fields that have no key in JSON where they are None: help that was not agreed on."""
_WRITERS: Mapping[str, Callable[[Any], Any]] = {
    "rules": rules_to_json,
    "board": Board.rows,
    "window": WindowView.to_json,
    "ended": str,
    "at": str,
    "last": str,
    "legal": lambda points: tuple(map(str, points)),
    "shapes": lambda shapes: (
        shapes
        if isinstance(shapes, int)
        else {str(point): count for point, count in shapes.items()}
    ),
}


def writer_of(names: Sequence[str]) -> Callable[[View | WindowView], dict[str, Any]]:
    """Returns a function that writes these fields in the types of JSON, but for tuples."""
    values_of = attrgetter(*names)
    writers = [(name, _WRITERS[name]) for name in names if name in _WRITERS]
    help_fields = [name for name in names if name in HELP_FIELDS]

    def write(shown: View | WindowView) -> dict[str, Any]:
        form = dict(zip(names, values_of(shown), strict=True))
        for name in help_fields:
            if form[name] is None:
                del form[name]
        for name, write in writers:
            if form.get(name) is not None:
                form[name] = write(form[name])
        return form

    return write


_WRITE = {kind: writer_of([each.name for each in fields(kind)]) for kind in (View, WindowView)}


def view(state: State, seat: int | None, help: Collection[Help] = ()) -> View:  # noqa: A002
    """Returns what this seat (None: a spectator) may see, with the kinds of help agreed on."""
    phase = state.phase
    turn = phase.turn if isinstance(phase, Window) else phase if isinstance(phase, Turn) else None
    placing = isinstance(phase, (Opening, Turn))
    return View(
        rules=state.rules,
        seat=seat,
        phase=phase.name,
        to_move=state.to_move,
        violator=phase.violator if isinstance(phase, Penalty) else None,
        order=state.order,
        board=state.board,
        bonus_turns=turn.bonus_turns if turn else 0,
        on_bonus_turn=turn.on_bonus if turn else False,
        skips=state.skips,
        passed=tuple(sorted(state.passed)),
        resigned=state.resigned,
        window=_window_view(phase, help) if isinstance(phase, Window) else None,
        ended=phase.how if isinstance(phase, Over) else None,
        ranking=phase.ranking if isinstance(phase, Over) else None,
        may=possible_actions(state, seat),
        last=state.last if Help.LAST in help else None,
        legal=state.referee.legal(state.rules, state.board, state.last)
        if placing and Help.LEGAL in help
        else None,
        shapes=state.referee.shapes(state.rules, state.board)
        if placing and Help.SHAPES in help
        else None,
    )


def _window_view(window: Window, help: Collection[Help]) -> WindowView:  # noqa: A002
    shown = Help.SHAPES in help
    return WindowView(
        by=window.turn.seat,
        at=window.at,
        declared=window.declared,
        awaiting=tuple(sorted(window.awaiting)),
        shapes=window.verdict.shapes if shown else None,
        bonus=window.bonus if shown else None,
    )


def view_event(event: Event, seat: int | None, help: Collection[Help] = ()) -> Event:  # noqa: A002, ARG001
    """Returns what this seat may see of an event.

    A placement is shown without its verdict, and with its shape count only as help. All other
    events are public: a shout makes the breaches public.
    """
    if not isinstance(event, Placed):
        return event
    verdict = event.verdict if Help.SHAPES in help else None
    shapes = None if verdict is None else verdict.shapes
    return Placed(event.by, event.at, event.declared, shapes=shapes)
