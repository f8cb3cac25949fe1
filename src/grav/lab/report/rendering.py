"""Renders charts to SVG and PNG with vl-convert, and bundles its scripts for the page."""

from pathlib import Path

import vl_convert
from altair import SCHEMA_VERSION

from grav.lab.report.chart_model import Figure
from grav.lab.report.formatter import Formatter
from grav.lab.report.vega_specs import Spec, picture_spec
from grav.record import write_whole

_VERSION = ".".join(SCHEMA_VERSION.split(".")[:2])
"""The version of Vega-Lite that altair writes for."""
_EXPOSE_VEGA_EMBED = "window.vegaEmbed = vegaEmbed;"
"""Exposes vegaEmbed to the script of the page."""
_SCALE = 2
"""PNG pixels per CSS pixel."""


def write_figure(figure: Figure, panels: list[Spec], formatter: Formatter, folder: Path) -> None:
    """Writes a figure as SVG and as PNG."""
    svg = vl_convert.vegalite_to_svg(picture_spec(figure, panels, formatter), vl_version=_VERSION)
    write_whole(folder / f"{figure.name}.svg", svg)
    (folder / f"{figure.name}.png").write_bytes(vl_convert.svg_to_png(svg, scale=_SCALE))


def bundle_scripts() -> str:
    """Returns Vega, Vega-Lite and Vega-Embed as one script."""
    return vl_convert.javascript_bundle(_EXPOSE_VEGA_EMBED, vl_version=_VERSION)
