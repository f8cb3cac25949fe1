"""Draws the six stones, which differ in form as well as in colour, and their numbers."""

from grav.record.diagram_data import Stone
from grav.record.svg.board import Tray, draw_at, draw_at_point
from grav.record.svg.stone_outlines import (
    RING_RADII,
    capsule_half,
    capsule_seam,
    outline,
    ring_gleam,
)
from grav.record.svg.text_layout import draw_centred
from grav.record.svg.theme import (
    DARK_INK,
    RING,
    STONES,
    WHITE,
    Palette,
    mix_colours,
    number_ground,
    number_ink,
)
from grav.record.svg.xml import tag

_OUTLINE = 0.034
_DIGIT = 0.7
"""Width of a bold digit, in parts of the font's size."""


def stone_defs(palette: Palette) -> str:
    prefix = palette.prefix
    gloss = tag(
        "linearGradient",
        tag("stop", offset=0, stop_color=WHITE, stop_opacity=0.5),
        tag("stop", offset=1, stop_color=WHITE, stop_opacity=0),
        id=f"{prefix}gloss",
        gradientUnits="userSpaceOnUse",
        x1=0,
        x2=0,
        y1=-0.36,
        y2=0.02,
    )
    stones = (
        _glaze(seat, prefix) + _stone(seat, palette) + _ghost(seat, palette)
        for seat in range(len(STONES))
    )
    return "".join((gloss, *stones))


def _glaze(seat: int, prefix: str) -> str:
    """Returns the gradient of a stone, lit from the upper left."""
    colour = STONES[seat]
    return tag(
        "radialGradient",
        tag("stop", offset=0, stop_color=mix_colours(colour, WHITE, 0.34)),
        tag("stop", offset=0.5, stop_color=colour),
        tag("stop", offset=1, stop_color=mix_colours(colour, DARK_INK, 0.32)),
        id=f"{prefix}glaze-{seat}",
        gradientUnits="userSpaceOnUse",
        cx=-0.13,
        cy=-0.2,
        r=0.66,
    )


def _stone(seat: int, palette: Palette) -> str:
    prefix = palette.prefix
    glossed = tag(
        "path",
        d=outline(seat),
        fill=f"url(#{prefix}gloss)",
        fill_rule="evenodd",
        transform="translate(0 -0.015) scale(0.86)",
    )
    return tag(
        "g",
        *(
            _shadow(seat, down, opacity)
            for down, opacity in ((0.07, 0.1), (0.05, 0.16), (0.03, 0.2))
        ),
        tag(
            "path",
            d=outline(seat),
            fill=f"url(#{prefix}glaze-{seat})",
            fill_rule="evenodd",
            stroke=palette.outlines[seat],
            stroke_width=_OUTLINE,
        ),
        _second_half() if seat == 2 else "",
        _gleam() if seat == RING else glossed,
        id=f"{prefix}stone-{seat}",
    )


def _shadow(seat: int, down: float, opacity: float) -> str:
    """Draws one layer of the shadow; several layers together have a soft edge."""
    return tag(
        "path",
        d=outline(seat),
        fill="#000000",
        fill_opacity=opacity,
        fill_rule="evenodd",
        transform=f"translate(0 {down})",
    )


def _ghost(seat: int, palette: Palette) -> str:
    """Draws a stone that was voided or removed: dashed outline, and see-through."""
    return tag(
        "path",
        id=f"{palette.prefix}ghost-{seat}",
        d=outline(seat),
        fill=STONES[seat],
        fill_opacity=0.2,
        fill_rule="evenodd",
        stroke=palette.outlines[seat],
        stroke_width=0.03,
        stroke_dasharray="0.07 0.05",
    )


def _second_half() -> str:
    """Draws the paler lower half of the capsule, and the seam between the halves."""
    return tag("path", d=capsule_half(), fill=WHITE, fill_opacity=0.2) + tag(
        "path", d=capsule_seam(), stroke=WHITE, stroke_opacity=0.45, stroke_width=0.022
    )


def _gleam() -> str:
    return tag(
        "path",
        d=ring_gleam(),
        fill="none",
        stroke=WHITE,
        stroke_opacity=0.9,
        stroke_width=0.045,
        stroke_linecap="round",
    )


def draw_stone(tray: Tray, stone: Stone, palette: Palette) -> str:
    """Draws a stone with its number, and a small one for the stone that lies there now."""
    kind = "ghost" if stone.faded else "stone"
    drawn = draw_at_point(tray, stone.at, f"{palette.prefix}{kind}-{stone.seat}")
    if stone.number is not None:
        drawn += _number(tray, stone, stone.number, palette)
    if stone.now is not None:
        x, y = tray.spot(stone.at.column + 0.29, stone.at.row - 0.29)
        drawn += small_stone(stone.now, x, y, 0.46 * tray.cell, palette)
    return drawn


def small_stone(seat: int, x: float, y: float, cell: float, palette: Palette) -> str:
    """Draws a stone anywhere in the picture, at the scale of a cell of that size."""
    return draw_at(f"{palette.prefix}stone-{seat}", x, y, cell)


def _number(tray: Tray, stone: Stone, number: int, palette: Palette) -> str:
    seat, text = stone.seat, str(number)
    room = 2 * RING_RADII[1] - 0.07 if seat == RING else 0.53
    size = tray.cell * min(0.36 if seat == RING else 0.4, room / (_DIGIT * len(text)))
    ink = palette.ink if stone.faded else number_ink(seat, palette)
    ground = palette.hollow[0] if stone.faded else number_ground(seat, palette)
    return tag(
        "g",
        draw_centred(text, *tray.at(stone.at), size, ink, bold=True),
        stroke=ground,
        stroke_width=0.1 * size,
        stroke_linejoin="round",
        paint_order="stroke",
    )
