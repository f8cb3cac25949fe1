"""SVG paths of the six stones, around (0, 0), for cells of side 1."""

from math import cos, hypot, pi, sin, sqrt

from grav.record.svg.xml import path

RING_RADII = 0.39, 0.255
"""Outer and inner radius of the ring."""
_CAPSULE = 0.15, 0.235
"""Offset of the centres of its two ends on either axis, and the radius of the ends."""
_SEAM = _CAPSULE[1] / sqrt(2)
"""Half of the capsule's seam, along either axis."""


def outline(seat: int) -> str:
    """Returns the outline of the stone of a seat."""
    match seat:
        case 0:
            return _circle(0.365)
        case 1:
            return _rounded(4, 0.46, pi / 4, 0.15)
        case 2:
            return _capsule_end("M", 1) + " " + _capsule_end("L", -1) + " Z"
        case 3:
            return _rounded(6, 0.415, pi / 2, 0.07)
        case 4:
            return _rounded(4, 0.455, 0, 0.11)
        case _:
            return " ".join(map(_circle, RING_RADII))


def _circle(radius: float) -> str:
    arc = ("A", radius, radius, 0.0, 1.0, 1.0)
    return path("M", -radius, 0.0, *arc, radius, 0.0, *arc, -radius, 0.0, "Z")


def _rounded(corners: int, radius: float, turn: float, cut: float) -> str:
    """Returns a regular polygon; its corners are rounded from `cut` before to `cut` after them."""
    ends = [
        (radius * cos(turn + 2 * pi * k / corners), radius * sin(turn + 2 * pi * k / corners))
        for k in range(corners)
    ]
    steps: list[str | float] = []
    for k, (x, y) in enumerate(ends):
        steps += ["L" if steps else "M", *_towards((x, y), ends[k - 1], cut)]
        steps += ["Q", x, y, *_towards((x, y), ends[(k + 1) % corners], cut)]
    return path(*steps, "Z")


def _towards(
    start: tuple[float, float], end: tuple[float, float], length: float
) -> tuple[float, float]:
    across, up = end[0] - start[0], end[1] - start[1]
    share = length / hypot(across, up)
    return start[0] + across * share, start[1] + up * share


def _capsule_end(move: str, side: int) -> str:
    """Returns half of the outline: the upper right end (side 1) or the lower left one (-1)."""
    middle, radius = _CAPSULE
    x, y, seam = middle * side, -middle * side, -_SEAM * side
    arc = ("A", radius, radius, 0.0, 0.0, 1.0)
    return path(move, x + seam, y + seam, *arc, x - seam, y - seam)


def capsule_half() -> str:
    """Returns the lower left half of the capsule."""
    return _capsule_end("M", -1) + " " + path("L", -_SEAM, -_SEAM, _SEAM, _SEAM, "Z")


def capsule_seam() -> str:
    return path("M", -_SEAM, -_SEAM, "L", _SEAM, _SEAM)


def ring_gleam() -> str:
    """Returns the highlight of the ring: an arc at the upper left."""
    middle = sum(RING_RADII) / 2
    x, y = middle * cos(pi / 9), middle * sin(pi / 9)
    return path("M", -x, -y, "A", middle, middle, 0.0, 0.0, 1.0, y, -x)
