"""Draws shapes on the board, in brass: rings around their stones, marks at their centres."""

from grav.record.diagram_data import Diagram
from grav.record.svg.board import Tray, ring
from grav.record.svg.theme import BRASS, DARK_INK
from grav.record.svg.xml import path, tag
from grav.rules import Point, Shape

_MAX_LINED = 3
"""With more shapes, lines would cover the board: then only their stones are ringed."""


def draw_shapes(tray: Tray, diagram: Diagram) -> str:
    """Draws what is beneath the stones: a ring for each, and lines from each to its image."""
    ringed = sorted({point for shape in diagram.shapes for point in shape.points})
    lined = diagram.shapes if len(diagram.shapes) <= _MAX_LINED else ()
    return "".join(
        (
            *(_lines(tray, shape) for shape in lined),
            *(ring(tray, point, BRASS, DARK_INK) for point in ringed),
        )
    )


def draw_centres(tray: Tray, diagram: Diagram) -> str:
    stones = frozenset(stone.at for stone in diagram.stones)
    return "".join(_centre(tray, shape, stones) for shape in diagram.shapes)


def _lines(tray: Tray, shape: Shape) -> str:
    """Draws a line from each stone through the centre to its image, once for each pair."""
    pairs = zip(shape.points, reversed(shape.points), strict=True)
    half = [pair for pair in pairs if pair[0] < pair[1]]
    d = " ".join(path("M", *tray.at(one), "L", *tray.at(other)) for one, other in half)
    return "".join(
        tag("path", d=d, fill="none", stroke=stroke, stroke_width=thick * tray.cell)
        for stroke, thick in ((DARK_INK, 0.05), (BRASS, 0.03))
    )


def _centre(tray: Tray, shape: Shape, stones: frozenset[Point]) -> str:
    """Draws a cross of four ticks, and a dot if the centre is not on a stone."""
    column, row = shape.centre.column / 2, shape.centre.row / 2
    x, y = tray.spot(column, row)
    cell = tray.cell
    on_a_stone = (
        column.is_integer() and row.is_integer() and (Point(int(column), int(row)) in stones)
    )
    near, far = (0.42, 0.54) if on_a_stone else (0.09, 0.19)
    d = " ".join(
        path("M", x + across * near * cell, y + down * near * cell)
        + " "
        + path("L", x + across * far * cell, y + down * far * cell)
        for across, down in ((1, 0), (0, 1), (-1, 0), (0, -1))
    )
    ticks = "".join(
        tag("path", d=d, stroke=stroke, stroke_width=thick * cell, stroke_linecap="round")
        for stroke, thick in ((DARK_INK, 0.075), (BRASS, 0.042))
    )
    dot = tag(
        "circle",
        cx=x,
        cy=y,
        r=0.06 * cell,
        fill=BRASS,
        stroke=DARK_INK,
        stroke_width=0.022 * cell,
    )
    return ticks if on_a_stone else ticks + dot
