"""Positions of tables and reviews: the wire form of `grav.game.View`, in both directions."""

from collections.abc import Sequence

from msgspec import UNSET

from grav.game import Ended, View, WindowView
from grav.rules import Board, Point, Rules
from grav.server.messages.views import Position, WindowShown


def position_of(
    seen: View,
    may: Sequence[tuple[str, ...]],
    placement: int,
    answered: tuple[int, ...] = (),
) -> Position:
    """Returns what a spectator sees, with what each seat may try.

    `placement` is the number of the latest placement, `answered` the seats whose sealed answers
    to it are stored.
    """
    window = seen.window
    return Position(
        phase=seen.phase,  # type: ignore[arg-type]  # a view's phase is one of the five names
        to_move=seen.to_move,
        violator=seen.violator,
        order=seen.order,
        board=seen.board.rows(),
        bonus_turns=seen.bonus_turns,
        on_bonus_turn=seen.on_bonus_turn,
        skips=seen.skips,
        passed=seen.passed,
        stones=seen.board.counts(),
        resigned=seen.resigned,
        window=None if window is None else _window_shown(window, placement, answered),
        ended=seen.ended.value if seen.ended else None,
        ranking=seen.ranking,
        may=tuple(may),
        last=UNSET if seen.last is None else str(seen.last),
        legal=UNSET if seen.legal is None else tuple(map(str, seen.legal)),
        shapes=UNSET
        if seen.shapes is None
        else {str(point): count for point, count in seen.shapes.items()},
    )


def _window_shown(window: WindowView, placement: int, answered: tuple[int, ...]) -> WindowShown:
    return WindowShown(
        placement=placement,
        by=window.by,
        at=str(window.at),
        declared=window.declared,
        awaiting=window.awaiting,
        answered=answered,
        shapes=UNSET if window.shapes is None else window.shapes,
        bonus=UNSET if window.bonus is None else window.bonus,
    )


def view_of(position: Position, rules: Rules, seat: int | None) -> View:
    """Returns what `grav.game.view` gives for a seat (None: a spectator), with the table's help."""
    window = position.window
    return View(
        rules=rules,
        seat=seat,
        phase=position.phase,
        to_move=position.to_move,
        violator=position.violator,
        order=position.order,
        board=Board.from_rows(position.board, rules.players),
        bonus_turns=position.bonus_turns,
        on_bonus_turn=position.on_bonus_turn,
        skips=position.skips,
        passed=position.passed,
        resigned=position.resigned,
        window=None if window is None else _window_view(window),
        ended=None if position.ended is None else Ended(position.ended),
        ranking=position.ranking,
        may=() if seat is None else position.may[seat],
        last=None if position.last is UNSET else Point.parse(position.last),
        legal=None if position.legal is UNSET else tuple(map(Point.parse, position.legal)),
        shapes=None
        if position.shapes is UNSET
        else {Point.parse(name): count for name, count in position.shapes.items()},
    )


def _window_view(window: WindowShown) -> WindowView:
    return WindowView(
        by=window.by,
        at=Point.parse(window.at),
        declared=window.declared,
        awaiting=window.awaiting,
        shapes=None if window.shapes is UNSET else window.shapes,
        bonus=None if window.bonus is UNSET else window.bonus,
    )
