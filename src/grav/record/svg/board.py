"""Draws the tray: walnut rim, bed, a hollow for each point, and the coordinates."""

from dataclasses import dataclass

from grav.record.svg.text_layout import draw_centred
from grav.record.svg.theme import Palette
from grav.record.svg.xml import path, tag
from grav.rules import Point

MARGIN = 24.0
HOLLOW = 0.435
"""Radius of a hollow, in cells."""
_BED_EDGE = 0.14
_GRAIN = ((0.13, 0.05, 0.10), (0.30, -0.04, 0.07), (0.52, 0.06, 0.11), (0.80, -0.05, 0.08))
"""Lines of the wood grain on each side: position, bend, opacity."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The geometry of the board in the picture."""

    size: int
    cell: float
    rim: float

    @classmethod
    def of(cls, size: int) -> "Tray":
        """Chooses the cell size: large on small boards; above 15 the picture keeps its size."""
        cell = min(96, max(576 // size, min(64, 1000 // size)))
        return cls(size, float(cell), 26.0 + 0.22 * cell)

    @property
    def inset(self) -> float:
        """The distance from the tray's edge to the first cell."""
        return self.rim + _BED_EDGE * self.cell

    @property
    def side(self) -> float:
        return self.size * self.cell + 2 * self.inset

    def at(self, point: Point) -> tuple[float, float]:
        return self.spot(point.column, point.row)

    def spot(self, column: float, row: float) -> tuple[float, float]:
        """Returns coordinates, also between points: the middle of a1 and b1 is (0.5, 0)."""
        start = MARGIN + self.inset
        return start + (column + 0.5) * self.cell, start + (self.size - 0.5 - row) * self.cell


def tray_defs(palette: Palette) -> str:
    prefix, (light, dark) = palette.prefix, palette.hollow
    return "".join(
        (
            _gradient(f"{prefix}tray", palette.tray),
            _gradient(f"{prefix}lip", palette.lip),
            _gradient(f"{prefix}edge", ("#000000", palette.lip[1])),
            tag(
                "radialGradient",
                tag("stop", offset=0, stop_color=light),
                tag("stop", offset=0.62, stop_color=light),
                tag("stop", offset=1, stop_color=dark),
                id=f"{prefix}well",
                cx=0.5,
                cy=0.66,
                r=0.68,
            ),
            tag(
                "circle",
                id=f"{prefix}hollow",
                r=HOLLOW,
                fill=f"url(#{prefix}well)",
                stroke=f"url(#{prefix}lip)",
                stroke_width=0.026,
            ),
        )
    )


def _gradient(name: str, colours: tuple[str, str]) -> str:
    """Returns a linear gradient from top to bottom."""
    top, bottom = (
        tag("stop", offset=place, stop_color=colour) for place, colour in enumerate(colours)
    )
    return tag("linearGradient", top, bottom, id=name, x2=0, y2=1)


def draw_tray(tray: Tray, palette: Palette) -> str:
    side, rim, cell = tray.side, tray.rim, tray.cell
    bed, prefix = side - 2 * rim, palette.prefix
    return "".join(
        (
            tag(
                "rect",
                x=MARGIN,
                y=MARGIN,
                width=side,
                height=side,
                rx=18.0,
                fill=f"url(#{prefix}tray)",
            ),
            _grain(side, rim),
            tag(
                "rect",
                x=MARGIN + 0.75,
                y=MARGIN + 0.75,
                width=side - 1.5,
                height=side - 1.5,
                rx=17.3,
                fill="none",
                stroke="#FFFFFF",
                stroke_opacity=0.16,
                stroke_width=1.5,
            ),
            tag(
                "rect",
                x=MARGIN + rim,
                y=MARGIN + rim,
                width=bed,
                height=bed,
                rx=0.2 * cell,
                fill=palette.bed,
                stroke=f"url(#{prefix}edge)",
                stroke_opacity=0.55,
                stroke_width=2.5,
            ),
            _hollows(tray, palette.prefix),
            _coordinates(tray, palette),
        )
    )


def _grain(side: float, rim: float) -> str:
    """Draws the grain of four boards, mitred at the corners: one side, rotated three times."""
    lines = [
        tag(
            "path",
            d=path(
                *("M", place * rim + 4, place * rim),
                *("C", side / 3, (place + bend) * rim, 2 * side / 3, (place - bend) * rim),
                *(side - place * rim - 4, place * rim),
            ),
            stroke_opacity=strength,
        )
        for place, bend, strength in _GRAIN
    ]
    mitre = tag("path", d=path("M", 6.0, 6.0, "L", rim, rim), stroke_opacity=0.22)
    middle = side / 2
    turned = [
        tag("g", *lines, mitre, transform=f"rotate({90 * quarter} {middle:.3f} {middle:.3f})")
        for quarter in range(4)
    ]
    return tag(
        "g",
        *turned,
        transform=f"translate({MARGIN:.0f} {MARGIN:.0f})",
        fill="none",
        stroke="#000000",
        stroke_width=1.2,
    )


def _hollows(tray: Tray, prefix: str) -> str:
    return "".join(
        draw_at_point(tray, Point(column, row), f"{prefix}hollow")
        for row in reversed(range(tray.size))
        for column in range(tray.size)
    )


def draw_at_point(tray: Tray, point: Point, name: str) -> str:
    """Draws a definition at a point of the board."""
    return draw_at(name, *tray.at(point), tray.cell)


def draw_at(name: str, x: float, y: float, cell: float) -> str:
    """Draws a definition at a position; definitions are for cells of side 1."""
    return tag("use", href=f"#{name}", transform=f"translate({x:.2f} {y:.2f}) scale({cell:.2f})")


def ring(tray: Tray, point: Point, colour: str, casing: str) -> str:
    """Draws a ring around a hollow; the casing separates it from what it crosses."""
    x, y = tray.at(point)
    return "".join(
        tag(
            "circle",
            cx=x,
            cy=y,
            r=(HOLLOW + 0.02) * tray.cell,
            fill="none",
            stroke=stroke,
            stroke_width=thick * tray.cell,
        )
        for stroke, thick in ((casing, 0.085), (colour, 0.052))
    )


def _coordinates(tray: Tray, palette: Palette) -> str:
    size = min(18.0, 10.0 + 0.11 * tray.cell)
    middle = tray.rim / 2
    names = []
    for index in range(tray.size):
        x, y = tray.at(Point(index, index))
        low = MARGIN + tray.side - middle
        names.append(
            draw_centred(str(Point(index, 0))[0], x, low - 0.06 * size, size, palette.letters)
        )
        names.append(draw_centred(str(index + 1), MARGIN + middle, y, size, palette.letters))
    return "".join(names)
