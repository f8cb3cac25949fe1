"""Vega-Lite specs of figures: one per panel for the page, and a combined one for a picture."""

from typing import Any

from grav.lab.report.altair_charts import chart_rows, draw_dots, draw_heat_map, draw_lines
from grav.lab.report.chart_model import ChartKind, Figure, Panel
from grav.lab.report.formatter import Formatter
from grav.lab.report.theme import CARD, vega_config
from grav.record.svg.text_layout import wrap_text

Spec = dict[str, Any]
"""A Vega-Lite spec as JSON."""
_DRAW = {"lines": draw_lines, "map": draw_heat_map, "dots": draw_dots}
_WIDTHS: dict[ChartKind, int] = {"lines": 250, "map": 380, "dots": 200}
_COLUMNS: dict[ChartKind, int] = {"lines": 3, "map": 2, "dots": 3}
_PICTURE_TEXT_WIDTH = 860
"""The width in pixels of the text above a picture."""
_TITLE, _CAPTION = 17, 12
"""Font sizes of that text."""


def panel_specs(figure: Figure, formatter: Formatter) -> list[Spec]:
    """Returns a spec for each panel, without a width."""
    return [_spec(figure, panel, formatter) for panel in figure.panels]


def _spec(figure: Figure, panel: Panel, formatter: Formatter) -> Spec:
    """Returns the spec of a panel with its data, without `$schema` and `config`."""
    drawn: Spec = _DRAW[figure.kind](figure, panel).properties(title=panel.title).to_dict()
    spec = {key: drawn[key] for key in drawn if key not in {"$schema", "config"}}
    return {**spec, "data": {"values": chart_rows(figure, panel, formatter)}}


def fit_to_container(panel: Spec) -> Spec:
    """Makes a chart as wide as its container."""
    return {**panel, "width": "container"}


def page_config(formatter: Formatter) -> Spec:
    """Returns the config without legends: the page has one legend for all panels."""
    look = vega_config(formatter.language)
    return {**look, "legend": {**look["legend"], "disable": True}}


def picture_spec(figure: Figure, panels: list[Spec], formatter: Formatter) -> Spec:
    """Returns a standalone spec of all panels with title, caption and legend."""
    # Each map has its own colours; series have the same in all panels.
    same = "independent" if figure.kind == "map" else "shared"
    each = {"color": same, "shape": same}
    return {
        "title": {
            "text": wrap_text(figure.title, _PICTURE_TEXT_WIDTH, _TITLE, bold=True),
            "subtitle": [figure.topic, *wrap_text(figure.caption, _PICTURE_TEXT_WIDTH, _CAPTION)],
            "fontSize": _TITLE,
            "subtitleFontSize": _CAPTION,
            "subtitlePadding": 7,
            "offset": 18,
        },
        "concat": [{**panel, "width": _WIDTHS[figure.kind]} for panel in panels],
        "columns": min(len(panels), _COLUMNS[figure.kind]),
        "resolve": {"scale": each, "legend": each},
        "config": {**vega_config(formatter.language), "background": CARD},
        "padding": 20,
    }
