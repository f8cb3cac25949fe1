"""Positions of tables and reviews: the wire form of `grav.game.View`, in both directions."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from grav.game import Ended, View
from grav.game.view import WindowView, writer_of
from grav.rules import Board, Point, Rules
from grav.server.messages.views import Position, WindowShown

_OWN = {"may", "window", "placement", "answered"}
"""Fields of the wire form that a view does not have, or not in this form."""
_POSITION = tuple(name for name in Position.__struct_fields__ if name not in _OWN)
_WINDOW = tuple(name for name in WindowShown.__struct_fields__ if name not in _OWN)
_write_position, _write_window = writer_of(_POSITION), writer_of(_WINDOW)
_READ_BACK = tuple(name for name in _POSITION if name not in {"board", "stones"})
_READERS: Mapping[str, Callable[[Any], Any]] = {
    "ended": Ended,
    "at": Point.parse,
    "last": Point.parse,
    "legal": lambda names: tuple(map(Point.parse, names)),
    "shapes": lambda shapes: (
        shapes
        if isinstance(shapes, int)
        else {Point.parse(name): count for name, count in shapes.items()}
    ),
}


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
    window = (
        None
        if seen.window is None
        else WindowShown(placement=placement, answered=answered, **_write_window(seen.window))
    )
    return Position(window=window, may=tuple(may), **_write_position(seen))


def view_of(position: Position, rules: Rules, seat: int | None) -> View:
    """Returns what `grav.game.view` gives for a seat (None: a spectator), with the table's help."""
    window = position.window
    return View(
        rules=rules,
        seat=seat,
        board=Board.from_rows(position.board, rules.players),
        window=None if window is None else WindowView(**_read(window, _WINDOW)),
        may=() if seat is None else position.may[seat],
        **_read(position, _READ_BACK),
    )


def _read(form: Position | WindowShown, names: Sequence[str]) -> dict[str, Any]:
    return {
        name: _READERS[name](value) if name in _READERS and value is not None else value
        for name in names
        if (value := getattr(form, name)) is not UNSET
    }
