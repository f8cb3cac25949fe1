"""Marks on the board: the last stone, breaches in vermilion, and shapes.

All but labels and centres are drawn beneath the stones, so that no number is hidden.
"""

from itertools import pairwise

from grav.record.diagram_data import Broken, Diagram
from grav.record.svg.board import Tray, ring
from grav.record.svg.shape_marks import draw_centres, draw_shapes
from grav.record.svg.text_layout import draw_centred, width
from grav.record.svg.theme import BRASS, VERMILION, WHITE, Palette
from grav.record.svg.xml import path, tag
from grav.rules import Point, TooFullSquare, TooLongRun, WrongDistance


def marks_beneath(tray: Tray, diagram: Diagram, palette: Palette) -> str:
    return "".join(
        (
            _last(tray, diagram.last, palette),
            draw_shapes(tray, diagram),
            *_squares(tray, diagram, palette),
            *(_breach_line(tray, broken, palette) for broken in diagram.breaches),
            *(ring(tray, point, VERMILION, palette.casing) for point in _broken_at(diagram)),
        )
    )


def marks_above(tray: Tray, diagram: Diagram, palette: Palette) -> str:
    labels = (_steps(tray, broken, palette) for broken in diagram.breaches)
    return "".join((draw_centres(tray, diagram), *labels))


def _broken_at(diagram: Diagram) -> list[Point]:
    """Returns the stones that broke a rule, and all stones of too long runs."""
    points = {broken.at for broken in diagram.breaches}
    for broken in diagram.breaches:
        if isinstance(broken.breach, TooLongRun):
            points |= set(broken.breach.points)
    return sorted(points)


def _last(tray: Tray, last: Point | None, palette: Palette) -> str:
    """Marks the last stone: a brass circle around the hollow, and an ink one around that."""
    if last is None:
        return ""
    x, y = tray.at(last)
    return "".join(
        tag(
            "circle",
            cx=x,
            cy=y,
            r=radius * tray.cell,
            fill="none",
            stroke=stroke,
            stroke_width=thick * tray.cell,
        )
        for radius, stroke, thick in ((0.425, BRASS, 0.05), (0.46, palette.ink, 0.024))
    )


def _breach_line(tray: Tray, broken: Broken, palette: Palette) -> str:
    match broken.breach:
        case TooLongRun(points):
            return _line(tray, (points[0], points[-1]), palette, dotted=True)
        case WrongDistance(origin):
            return _line(tray, _taxi_path(origin, broken.at), palette)
        case TooFullSquare():
            return ""


def _line(tray: Tray, points: tuple[Point, ...], palette: Palette, *, dotted: bool = False) -> str:
    """Draws a line through the points, dotted or thin."""
    spots = [coordinate for point in points for coordinate in ("L", *tray.at(point))]
    d = path("M", *spots[1:])
    dots = f"0 {0.15 * tray.cell:.2f}" if dotted else None
    thick = 0.085 if dotted else 0.045
    return "".join(
        tag(
            "path",
            d=d,
            fill="none",
            stroke=stroke,
            stroke_width=(thick + more) * tray.cell,
            stroke_linecap="round",
            stroke_linejoin="round",
            stroke_dasharray=dots,
        )
        for stroke, more in ((palette.casing, 0.045), (VERMILION, 0.0))
    )


def _taxi_path(origin: Point, end: Point) -> tuple[Point, ...]:
    """Returns the corners of a path along the row first, then along the column."""
    corner = Point(end.column, origin.row)
    return (origin, end) if corner in (origin, end) else (origin, corner, end)


def _steps(tray: Tray, broken: Broken, palette: Palette) -> str:
    """Labels a distance with its steps, between the two middle points, where no stone is."""
    breach = broken.breach
    if not isinstance(breach, WrongDistance):
        return ""
    corners = _taxi_path(breach.origin, broken.at)
    way = [breach.origin]
    for start, end in pairwise(corners):
        across, up = _sign(end.column - start.column), _sign(end.row - start.row)
        while way[-1] != end:
            way.append(Point(way[-1].column + across, way[-1].row + up))
    one, other = way[(len(way) - 2) // 2 :][:2]
    x, y = tray.spot((one.column + other.column) / 2, (one.row + other.row) / 2)
    size = 0.26 * tray.cell
    text = str(breach.distance)
    half = max(0.68 * size, width(text, size) / 2 + 0.2 * size)
    label = tag(
        "rect",
        x=x - half,
        y=y - 0.68 * size,
        width=2 * half,
        height=1.36 * size,
        rx=0.68 * size,
        fill=VERMILION,
        stroke=palette.casing,
        stroke_width=0.02 * tray.cell,
    )
    return label + draw_centred(text, x, y, size, WHITE, bold=True)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _squares(tray: Tray, diagram: Diagram, palette: Palette) -> list[str]:
    """Draws the too full squares, with four insets in turn, because they overlap."""
    corners = dict.fromkeys(
        broken.breach.corner
        for broken in diagram.breaches
        if isinstance(broken.breach, TooFullSquare)
    )
    if diagram.rules is None:
        return []
    b = diagram.rules.setting.b
    return [
        _square(tray, corner, b, 0.045 * (index % 4) - 0.03, palette)
        for index, corner in enumerate(corners)
    ]


def _square(tray: Tray, corner: Point, b: int, inset: float, palette: Palette) -> str:
    x, y = tray.spot(corner.column - 0.5 + inset, corner.row + b - 0.5 - inset)
    side = (b - 2 * inset) * tray.cell
    return "".join(
        tag(
            "rect",
            x=x,
            y=y,
            width=side,
            height=side,
            rx=0.3 * tray.cell,
            fill=fill,
            fill_opacity=0.07,
            stroke=stroke,
            stroke_width=thick * tray.cell,
        )
        for fill, stroke, thick in (("none", palette.casing, 0.085), (VERMILION, VERMILION, 0.052))
    )
