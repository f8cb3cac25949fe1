"""Draws one panel with altair: lines with intervals, dots with intervals, or a heat map.

Charts hold no data while they are made: altair copies them at every step.
"""

from itertools import pairwise
from typing import Any

from grav.lab.report.axis_domains import axis_domain, axis_format, value_domain
from grav.lab.report.chart_model import Figure, Mark, Panel
from grav.lab.report.formatter import Formatter
from grav.lab.report.theme import CARD, INK, LOW_TO_HIGH, QUIET, SERIES, SHAPES
from grav.record import format_json_line
from grav.record.svg.text_layout import wrap_text

_HEIGHT = 170
_SERIES_OFFSET_SHARE = 0.07
"""The horizontal offset between series, as a share of a step."""
_ROW, _LINE, _BETWEEN = 14, 13, 10
"""Heights in pixels: a row of dots, a line of its name, the space between rows."""
_NAME, _LETTER = 150, 11
"""The width in pixels of a name beside its row, and its font size."""
_FIELD, _MIN_MAP = 30, 150
_MAX_COLUMNS_WITH_NUMBERS = 10
"""The most columns of a map whose fields show numbers."""


def chart_rows(figure: Figure, panel: Panel, formatter: Formatter) -> list[dict[str, Any]]:
    """Returns the data of a chart, one row per mark; `told` is the formatted number."""
    return [_row(figure, panel, mark, formatter) for mark in panel.marks]


def _row(figure: Figure, panel: Panel, mark: Mark, formatter: Formatter) -> dict[str, Any]:
    number = mark.number
    row: dict[str, Any] = {"at": _at(figure, mark), "across": mark.across, "value": number.value}
    if number.low is not None and number.high is not None:
        row |= {"low": number.low, "high": number.high}
    if number.middle is not None:
        row |= {"lower": number.middle[0], "upper": number.middle[1]}
    if figure.kind == "lines":
        row["beside"] = int(mark.at) + _series_offset(figure, mark)
    return {**row, "told": formatter.with_interval(number, panel.measure)}


def _at(figure: Figure, mark: Mark) -> int | str:
    return figure.where(mark.at) if figure.is_percent else mark.at


def _series_offset(figure: Figure, mark: Mark) -> float:
    """Returns the horizontal offset of a series, so that no interval hides another."""
    if not figure.series:
        return 0.0
    middle = (len(figure.series) - 1) / 2
    return _step(figure) * _SERIES_OFFSET_SHARE * (figure.series.index(mark.across) - middle)


def _step(figure: Figure) -> int:
    """Returns the smallest difference between neighbours along the axis."""
    return min(int(later) - int(one) for one, later in pairwise(figure.order))


def draw_lines(figure: Figure, panel: Panel) -> Any:
    import altair as alt

    order = [int(value) for value in figure.order]
    margin = _step(figure) / 3
    labels = "datum.label + ' %'" if figure.is_percent else "datum.label"
    at = alt.X(
        "beside:Q",
        axis=alt.Axis(values=order, format="d", labelExpr=labels, grid=False, title=figure.at),
        scale=alt.Scale(domain=[order[0] - margin, order[-1] + margin], nice=False),
    )
    axis = alt.Axis(format=axis_format(panel), minExtent=34, tickCount=5, title=panel.unit)
    scale = alt.Scale(domain=axis_domain(panel), nice=5, zero=False)

    def y(field: str) -> alt.Y:
        return alt.Y(field, axis=axis, scale=scale, type="quantitative")

    base: Any = alt.Chart().encode(x=at, **_colour(figure))
    layers = []
    if any(mark.number.middle for mark in panel.marks):
        layers.append(base.mark_area(opacity=0.14).encode(y=y("lower"), y2="upper"))
    layers.append(base.mark_line(strokeWidth=2).encode(y=y("value")))
    if any(mark.number.low is not None for mark in panel.marks):
        bars = base.mark_rule(strokeWidth=2, opacity=0.75)
        layers.append(bars.encode(y=y("low"), y2="high"))
    points = _points(base, figure, panel)
    return _layer_marks([*layers, points.encode(y=y("value"))], _HEIGHT)


def draw_dots(figure: Figure, panel: Panel) -> Any:
    import altair as alt

    there = {mark.at for mark in panel.marks}
    order = [str(name) for name in figure.order if name in there]
    names = {name: wrap_text(name, _NAME, _LETTER) for name in order}
    most_lines = max(len(each) for each in names.values())
    height = max(_ROW * max(1, len(figure.series)), _LINE * most_lines) + _BETWEEN
    labels = alt.Axis(
        grid=False,
        labelExpr=f"({format_json_line(names)})[datum.value]",
        labelLimit=240,
        ticks=False,
        title=None,
    )
    space = alt.Scale(paddingInner=0.25) if figure.series else alt.Scale(padding=0.5)
    encoded: dict[str, Any] = {
        "y": alt.Y("at:N", sort=order, axis=labels, scale=space),
        **_colour(figure),
    }
    if figure.series:
        scale = alt.Scale(domain=list(figure.series))
        encoded["yOffset"] = alt.YOffset("across:N", scale=scale)
    axis = alt.Axis(format=axis_format(panel), labelOverlap=True, tickCount=4, title=panel.unit)
    width = alt.Scale(domain=axis_domain(panel), nice=4, zero=False)

    def x(field: str) -> alt.X:
        return alt.X(field, axis=axis, scale=width, type="quantitative")

    base: Any = alt.Chart().encode(**encoded)
    layers = []
    if panel.fair is not None:
        rule = alt.Chart().mark_rule(color=QUIET, strokeDash=[4, 3])
        layers.append(rule.encode(x=alt.XDatum(panel.fair, axis=axis, scale=width)))
    if any(mark.number.low is not None for mark in panel.marks):
        layers.append(base.mark_rule(strokeWidth=2.5).encode(x=x("low"), x2="high"))
    points = _points(base, figure, panel)
    return _layer_marks([*layers, points.encode(x=x("value"))], height * len(order) + _BETWEEN)


def draw_heat_map(figure: Figure, panel: Panel) -> Any:
    """Draws a heat map; the fields show their numbers, or if there are many, a legend does."""
    import altair as alt

    worded = len(figure.order) <= _MAX_COLUMNS_WITH_NUMBERS
    scale = value_domain(panel)
    key = alt.Legend(orient="bottom", title=panel.unit, format=axis_format(panel))
    colour = alt.Color(
        "value:Q",
        scale=alt.Scale(domain=scale, range=list(LOW_TO_HIGH), interpolate="lab"),
        legend=None if worded else key,
    )
    along: list[Any] = list(figure.order)
    up: list[Any] = list(reversed(figure.series))
    base: Any = alt.Chart().encode(
        x=alt.X("at:O", sort=along, axis=alt.Axis(labelAngle=0, title=figure.at)),
        y=alt.Y("across:O", sort=up, axis=alt.Axis(title=figure.across)),
    )
    fields = base.mark_rect(stroke=CARD, strokeWidth=1)
    layers = [fields.encode(color=colour, tooltip=_tooltip(figure, panel))]
    if worded:
        dark = f"datum.value > {sum(scale) / 2}"
        ink = alt.condition(dark, alt.value(CARD), alt.value(INK))
        texts = base.mark_text(fontSize=_LETTER).encode(text="short:N", color=ink)
        layers.append(texts.transform_calculate(short="split(datum.told, ' (')[0]"))
    return _layer_marks(layers, max(_FIELD * len(figure.series), _MIN_MAP))


def _layer_marks(layers: list[Any], height: int) -> Any:
    """Layers marks over one named data set, which is filled in later."""
    import altair as alt

    drawn: Any = alt.layer(*layers, data=alt.NamedData(name="rows"))
    return drawn.properties(height=height)


def _points(base: Any, figure: Figure, panel: Panel) -> Any:
    points = base.mark_point(filled=True, size=65, opacity=1, stroke=INK, strokeWidth=0.75)
    return points.encode(tooltip=_tooltip(figure, panel), **_shape(figure))


def _tooltip(figure: Figure, panel: Panel) -> list[Any]:
    import altair as alt

    shown = [alt.Tooltip("at:N", title=figure.at)]
    if figure.across:
        shown.append(alt.Tooltip("across:N", title=figure.across))
    return [*shown, alt.Tooltip("told:N", title=panel.title)]


def _colour(figure: Figure) -> dict[str, Any]:
    import altair as alt

    if not figure.series:
        return {"color": alt.value(SERIES[0])}
    scale = alt.Scale(domain=list(figure.series), range=list(SERIES[: len(figure.series)]))
    return {"color": alt.Color("across:N", scale=scale, title=figure.across)}


def _shape(figure: Figure) -> dict[str, Any]:
    import altair as alt

    if not figure.series:
        return {}
    scale = alt.Scale(domain=list(figure.series), range=list(SHAPES[: len(figure.series)]))
    return {"shape": alt.Shape("across:N", scale=scale, title=figure.across)}
