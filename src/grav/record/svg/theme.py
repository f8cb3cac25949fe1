"""The colours of the light and the dark theme, and contrast between colours."""

from dataclasses import dataclass
from enum import StrEnum

VERMILION = "#C3272B"
"""The red of the shout: used for breaches only."""
BRASS = "#C08A3E"
STONES = ("#D6492A", "#2C4A7E", "#1F8A6D", "#E0A11B", "#7A3E78", "#EFEBDD")
RING = 5
"""The seat whose stone is a ring: its number is drawn on the hollow."""
DARK_INK, WHITE = "#23201B", "#FFFFFF"


class Theme(StrEnum):
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Palette:
    prefix: str
    """Prefix of the ids of all definitions: pictures in one page share ids, so equal ids must
    mean equal things."""
    paper: str
    card: str
    rule: str
    ink: str
    quiet: str
    tray: tuple[str, str]
    bed: str
    hollow: tuple[str, str]
    """Its light and its dark side."""
    outlines: tuple[str, ...]
    """One per stone, with a contrast of at least 3:1 against both sides of the hollow."""
    letters: str
    """The coordinates on the tray."""
    lip: tuple[str, str]
    """The edge of a hollow, above and below."""
    casing: str
    """The edge around vermilion marks, which separates them from what is beneath."""


PALETTES = {
    Theme.LIGHT: Palette(
        prefix="grav-light-",
        paper="#F5F0E6",
        card="#FFFDF8",
        rule="#E2D8C6",
        ink=DARK_INK,
        quiet="#6F675B",
        tray=("#7C5639", "#5E3F29"),
        bed="#E4D3B5",
        hollow=("#EFE2CB", "#CDB693"),
        outlines=("#6E1D0B", "#14264A", "#08402F", "#6B4700", "#3D1A3C", "#57503F"),
        letters="#F1E4CE",
        lip=("#A98D62", "#F8EFDD"),
        casing="#FFFDF8",
    ),
    Theme.DARK: Palette(
        prefix="grav-dark-",
        paper="#191613",
        card="#24201B",
        rule="#39322A",
        ink="#EDE6DA",
        quiet="#A79E90",
        tray=("#3C2C20", "#2B1F17"),
        bed="#4A3B2E",
        hollow=("#5B4A3B", "#463729"),
        outlines=("#FFA78C", "#A9C0F0", "#86DABF", "#FFD873", "#E3AEE0", "#FFFDF6"),
        letters="#CBBBA4",
        lip=("#2A2018", "#6E5B49"),
        casing="#EDE6DA",
    ),
}


def number_ink(seat: int, palette: Palette) -> str:
    """Returns the colour of a number on the stone of a seat: the one with more contrast."""
    if seat == RING:
        return palette.ink
    return max((WHITE, DARK_INK), key=lambda ink: contrast(ink, STONES[seat]))


def number_ground(seat: int, palette: Palette) -> str:
    """Returns the colour of the edge around a number, which keeps gloss and seam away."""
    if seat == RING:
        return palette.hollow[0]
    return mix_colours(STONES[seat], DARK_INK if number_ink(seat, palette) == WHITE else WHITE, 0.3)


def contrast(one: str, other: str) -> float:
    """Returns the contrast ratio of WCAG, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mix_colours(colour: str, other: str, share: float) -> str:
    """Mixes two colours; `share` is the part of the other."""
    channels = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in channels)


def _luminance(colour: str) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in _channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
