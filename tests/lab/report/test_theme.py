"""Colours: those of the pages, distinguishable with colour blindness, with enough contrast."""

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from grav.lab.report import theme

REPORT = Path(theme.__file__).parent
TOKENS = Path(__file__).parents[3] / "web" / "src" / "ui" / "tokens.css"

# Simulated colour blindness: one kind of cone missing, in linear RGB (Machado et al. 2009).
EYES = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
APART = 15
"""The colour difference in CIE 1976 units; 2.3 is just noticeable side by side."""

Three = tuple[float, float, float]


def linear(colour: str) -> Three:
    def channel(at: int) -> float:
        part = int(colour[at : at + 2], 16) / 255
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    return channel(1), channel(3), channel(5)


def luminance(rgb: Three) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted(luminance(linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab_colour(rgb: Three) -> Three:
    red, green, blue = (min(1.0, max(0.0, part)) for part in rgb)
    white = (0.95047, 1.0, 1.08883)
    xyz = (
        0.4124 * red + 0.3576 * green + 0.1805 * blue,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        0.0193 * red + 0.1192 * green + 0.9505 * blue,
    )
    x, y, z = (
        (part / of) ** (1 / 3) if part / of > 0.008856 else 7.787 * part / of + 16 / 116
        for part, of in zip(xyz, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def simulate_colour_vision(colour: str, eyes: str) -> Three:
    rgb = linear(colour)
    red, green, blue = (
        sum(factor * part for factor, part in zip(row, rgb, strict=True)) for row in EYES[eyes]
    )
    return lab_colour((red, green, blue))


@pytest.mark.parametrize("eyes", EYES)
def test_series_differ_for_every_kind_of_colour_vision(eyes: str) -> None:
    for one, other in combinations(theme.SERIES, 2):
        parts = zip(
            simulate_colour_vision(one, eyes), simulate_colour_vision(other, eyes), strict=True
        )
        assert sum((a - b) ** 2 for a, b in parts) ** 0.5 > APART, (one, other)


def test_series_differ_by_shape_as_well() -> None:
    assert len(set(theme.SHAPES)) == len(theme.SHAPES) == len(theme.SERIES)


@pytest.mark.parametrize("eyes", EYES)
def test_a_higher_number_has_a_darker_field(eyes: str) -> None:
    lightness = [simulate_colour_vision(colour, eyes)[0] for colour in theme.LOW_TO_HIGH]
    assert all(one - other > 8 for one, other in pairwise(lightness))


def test_texts_and_outlines_have_enough_contrast() -> None:
    for background in (theme.CARD, theme.PAPER):
        assert contrast(theme.INK, background) > 7
        assert contrast(theme.QUIET, background) > 4.5
    assert min(contrast(theme.INK, colour) for colour in theme.SERIES[:-1]) > 1.5
    assert contrast(theme.LOW_TO_HIGH[0], theme.INK) > 7
    assert contrast(theme.LOW_TO_HIGH[-1], theme.CARD) > 7


def test_no_series_has_the_red_of_the_shout() -> None:
    [shout] = re.findall(r"--shout: (#\w+);", TOKENS.read_text("utf-8"))
    assert shout not in {*theme.SERIES, *theme.LOW_TO_HIGH}


def test_colours_are_those_of_the_pages() -> None:
    light = TOKENS.read_text("utf-8").partition('[data-theme="dark"]')[0]
    tokens = dict(re.findall(r"--([\w-]+): (#\w+);", light))
    style = dict(re.findall(r"--([\w-]+): (#\w+);", (REPORT / "page.css").read_text("utf-8")))
    assert style == {name: tokens[name] for name in style}
    assert (tokens["paper"], tokens["card"], tokens["rule"]) == (
        theme.PAPER,
        theme.CARD,
        theme.RULE,
    )
    assert (tokens["ink"], tokens["quiet"]) == (theme.INK, theme.QUIET)
