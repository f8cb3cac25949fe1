"""Converts the position that the server sends into a `grav.game.View`, for screens and bots."""

from msgspec import UNSET

from grav.game import Ended, View, WindowView
from grav.rules import Board, Point, Rules
from grav.server.messages.views import Position, WindowShown


def view_of(position: Position, rules: Rules, seat: int | None) -> View:
    """Returns what `grav.game.view` gives for a seat (None: a spectator), with the table's help."""
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
        window=None if position.window is None else _window_of(position.window),
        ended=None if position.ended is None else Ended(position.ended),
        ranking=position.ranking,
        may=() if seat is None else position.may[seat],
        last=None if position.last is UNSET else Point.parse(position.last),
        legal=None if position.legal is UNSET else tuple(map(Point.parse, position.legal)),
        shapes=None
        if position.shapes is UNSET
        else {Point.parse(name): count for name, count in position.shapes.items()},
    )


def _window_of(window: WindowShown) -> WindowView:
    return WindowView(
        by=window.by,
        at=Point.parse(window.at),
        declared=window.declared,
        awaiting=window.awaiting,
        shapes=None if window.shapes is UNSET else window.shapes,
        bonus=None if window.bonus is UNSET else window.bonus,
    )
