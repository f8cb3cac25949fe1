"""Colours and fonts of a report: those of the web client, for a light background and print."""

from typing import Any

from grav.text import Language

PAPER, CARD, RULE = "#f5f0e6", "#fffdf8", "#e2d8c6"
INK, QUIET = "#23201b", "#6a6256"
SERIES = ("#2c4a7e", "#d1500f", "#1f8a6d", "#e0a11b", "#b06fae", INK)
"""Indigo, persimmon, jade, amber, plum, ink: distinguishable with colour blindness. Vermilion is
reserved for the shout."""
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")
"""Each series has its own shape, so that no information is in the colour alone."""
LOW_TO_HIGH = ("#f8ebcb", "#e6bf6b", "#b58a63", "#6d6277", "#2c4a7e", "#14223f")
"""The colour scale of maps: amber to indigo, monotonically darker, so that it prints in grey."""
_LATIN_FONTS = ("Segoe UI", "Noto Sans", "DejaVu Sans")


def font_family(language: Language) -> str:
    """Returns the fonts of charts in a language, as a value of `font-family`."""
    families = language.traits.sans or _LATIN_FONTS
    return ", ".join(("system-ui", *(f"'{family}'" for family in families), "sans-serif"))


def vega_config(language: Language) -> dict[str, Any]:
    """Returns the Vega-Lite config shared by all charts."""
    font = font_family(language)
    return {
        "font": font,
        "background": None,
        "view": {"stroke": RULE},
        "axis": {
            "domainColor": QUIET,
            "gridColor": RULE,
            "labelColor": INK,
            "labelFontSize": 11,
            "tickColor": QUIET,
            "titleColor": QUIET,
            "titleFontSize": 11,
            "titleFontWeight": "normal",
        },
        "legend": {
            "columns": 3,
            "orient": "bottom",
            "labelColor": INK,
            "labelFontSize": 11,
            "titleColor": QUIET,
            "titleFontSize": 11,
            "titleFontWeight": "normal",
        },
        "title": {
            "anchor": "start",
            "color": INK,
            "fontSize": 13,
            "fontWeight": "bold",
            "frame": "group",
            "offset": 8,
            "subtitleColor": QUIET,
        },
    }
