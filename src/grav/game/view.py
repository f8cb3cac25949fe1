"""The view of a game for one player or a spectator. A state is shown only through its view.

While a game under `challenge` is played, a view never depends on whether the open placement breaks
a rule. Shape counts, legal points and the stone to measure from are shown only as agreed help.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class WindowView:
    """An open window, without its verdict."""

    by: int
    at: Point
    declared: int | None
    awaiting: tuple[int, ...]
    shapes: int | None
    bonus: int | None

    def to_json(self) -> dict[str, Json]:
        form: dict[str, Json] = {
            "by": self.by,
            "at": str(self.at),
            "declared": self.declared,
            "awaiting": list(self.awaiting),
        }
        if self.shapes is not None:
            form |= {"shapes": self.shapes, "bonus": self.bonus}
        return form


@dataclass(frozen=True, slots=True)
class View:
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
    resigned: tuple[int, ...]
    window: WindowView | None
    ended: Ended | None
    ranking: tuple[int, ...] | None
    may: tuple[str, ...]
    """The kinds of action that this seat can try now."""
    last: Point | None = None
    legal: tuple[Point, ...] | None = None
    shapes: Mapping[Point, int] | None = None

    def to_json(self) -> dict[str, Json]:
        """Returns the view as JSON; help that is not shown has no key."""
        form: dict[str, Json] = {
            "rules": rules_to_json(self.rules),
            "seat": self.seat,
            "phase": self.phase,
            "to_move": self.to_move,
            "violator": self.violator,
            "order": None if self.order is None else list(self.order),
            "board": self.board.rows(),
            "bonus_turns": self.bonus_turns,
            "on_bonus_turn": self.on_bonus_turn,
            "skips": list(self.skips),
            "passed": list(self.passed),
            "stones": list(self.board.counts()),
            "resigned": list(self.resigned),
            "window": self.window.to_json() if self.window else None,
            "ended": self.ended.value if self.ended else None,
            "ranking": None if self.ranking is None else list(self.ranking),
            "may": list(self.may),
        }
        if self.last is not None:
            form["last"] = str(self.last)
        if self.legal is not None:
            form["legal"] = [str(point) for point in self.legal]
        if self.shapes is not None:
            form["shapes"] = {str(point): count for point, count in self.shapes.items()}
        return form


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
