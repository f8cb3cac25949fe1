"""Pictures of charts, and the scripts that draw them in a page: vl-convert has both."""

from pathlib import Path

import vl_convert
from altair import SCHEMA_VERSION

from grav.lab.report.charts import Spec, picture
from grav.lab.report.panels import Figure
from grav.lab.report.words import Words
from grav.record import write_whole

_VERSION = ".".join(SCHEMA_VERSION.split(".")[:2])
"""Of Vega-Lite: the one that altair writes for."""
_KNOWN = "window.vegaEmbed = vegaEmbed;"
"""What makes them known to the script of the page."""
_SCALE = 2
"""Pixels of a PNG for each of the page."""


def write(figure: Figure, panels: list[Spec], words: Words, folder: Path) -> None:
    """As SVG and as PNG."""
    svg = vl_convert.vegalite_to_svg(picture(figure, panels, words), vl_version=_VERSION)
    write_whole(folder / f"{figure.name}.svg", svg)
    (folder / f"{figure.name}.png").write_bytes(vl_convert.svg_to_png(svg, scale=_SCALE))


def scripts() -> str:
    """Vega, Vega-Lite and Vega-Embed in one."""
    return vl_convert.javascript_bundle(_KNOWN, vl_version=_VERSION)
