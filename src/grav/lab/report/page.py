"""The page of a report: one self-contained HTML file that loads nothing."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape as escaped
from importlib import resources

from grav.lab.report.chart_model import Figure, Mark, Panel
from grav.lab.report.figure_selection import SECTIONS
from grav.lab.report.formatter import Formatter
from grav.lab.report.prose import fact_texts, finding_texts, glossary_texts, unfinished_notice
from grav.lab.report.report_data import ReportData
from grav.lab.report.tables import ReportTable, figure_table, summary_table
from grav.lab.report.theme import INK, SERIES, SHAPES
from grav.lab.report.vega_specs import Spec, fit_to_container, page_config
from grav.record import format_json_line
from grav.text import language_css

_CONTENT_SECURITY_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline' 'unsafe-eval'"
)
"""The Content-Security-Policy. Vega compiles expressions to functions, hence `unsafe-eval`."""
_BACKTICKS = re.compile(r"`([^`]+)`")
_MAX_LISTED_MARKS = 12
"""The most marks that the text description of a chart lists one by one."""
_MAX_WIDE_PANELS = 2
"""The most panels of a figure that are shown wider."""
_SHAPE_PATHS = {
    "circle": "M8 2a6 6 0 1 0 .01 0z",
    "square": "M2.5 2.5h11v11h-11z",
    "triangle-up": "M8 2l6.5 11.5h-13z",
    "diamond": "M8 1l6 7-6 7-6-7z",
    "triangle-down": "M8 14l6.5-11.5h-13z",
    "cross": "M6 1h4v5h5v4h-5v5h-4v-5h-5v-4h5z",
}


def page_html(
    data: ReportData, figures: Mapping[Figure, list[Spec]], formatter: Formatter, vega: str
) -> str:
    """Returns the page as HTML, with the specs of each figure's panels and the Vega scripts."""
    name = data.folder.experiment.name
    title = formatter("title", name=name)
    body = "\n".join(_body(data, list(figures), formatter))
    charts = {"config": page_config(formatter), "specs": _specs(figures)}
    return f"""<!doctype html>
<html lang="{formatter.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_CONTENT_SECURITY_POLICY}">
<link rel="icon" href="data:,">
<title>{_escape_text(title)}</title>
<style>
{_read_resource("page.css")}
{language_css()}</style>
</head>
<body>
<main>
{body}
</main>
<script type="application/json" id="charts">{_escape_for_script(format_json_line(charts))}</script>
<script>{vega}</script>
<script>
{_read_resource("page.js")}</script>
</body>
</html>
"""


def _body(data: ReportData, figures: Sequence[Figure], formatter: Formatter) -> Iterator[str]:
    yield f'<p class="kicker">{_escape_text(formatter("kicker"))}</p>'
    yield f"<h1>{_escape_text(data.folder.experiment.name)}</h1>"
    yield f'<p class="lead">{_escape_text(formatter("lead"))}</p>'
    if text := unfinished_notice(data, formatter):
        yield f'<p class="unfinished" role="note">{_escape_text(text)}</p>'
    sections = [name for name in SECTIONS if any(each.section == name for each in figures)]
    yield _contents(["found", "run", "summary", *sections, "glossary"], formatter)
    yield _heading("found", formatter)
    yield f"<p>{_escape_text(formatter('about_found'))}</p>"
    yield _definitions(finding_texts(data, formatter), "findings")
    yield _heading("run", formatter)
    yield _definitions(fact_texts(data, formatter))
    yield _heading("summary", formatter)
    yield from _summary(data, formatter)
    for section in sections:
        yield _heading(section, formatter)
        yield f"<p>{_escape_text(formatter(f'about_{section}'))}</p>"
        yield from (_figure(each, formatter) for each in figures if each.section == section)
    yield _heading("glossary", formatter)
    yield _definitions(glossary_texts(data, formatter))
    yield f"<footer><p>{_escape_prose(formatter('footer'))}</p></footer>"


def _heading(section: str, formatter: Formatter) -> str:
    return f'<h2 id="{section}">{_escape_text(formatter(f"section_{section}"))}</h2>'


def _contents(sections: Iterable[str], formatter: Formatter) -> str:
    items = "".join(
        f'<li><a href="#{section}">{_escape_text(formatter(f"section_{section}"))}</a></li>'
        for section in sections
    )
    return f'<nav aria-label="{_escape_text(formatter("contents"))}"><ul>{items}</ul></nav>'


def _definitions(pairs: Iterable[tuple[str, str]], kind: str = "plain") -> str:
    rows = "\n".join(
        f"<dt>{_escape_text(name)}</dt><dd>{_escape_prose(text)}</dd>" for name, text in pairs
    )
    return f'<dl class="{kind}">\n{rows}\n</dl>'


def _escape_text(text: str) -> str:
    """Escapes text for HTML; inserts no-break spaces in `50 %` and `c = 3`."""
    return escaped(text).replace(" %", "\u00a0%").replace(" = ", "\u00a0=\u00a0")


def _escape_prose(text: str) -> str:
    """Escapes text for HTML, and turns backticks into `<code>`."""
    return _BACKTICKS.sub(r"<code>\1</code>", _escape_text(text))


def _summary(data: ReportData, formatter: Formatter) -> Iterator[str]:
    table, by_cell = summary_table(data, formatter)
    key = "summary_cells" if by_cell else "summary_averages"
    text = formatter(key, cells=f"{len(data.frame):,}")
    yield f"<p>{_escape_prose(text)}</p>"
    yield _table(table, formatter("section_summary"))


def _table(table: ReportTable, label: str) -> str:
    heads = "".join(
        f'<th scope="col"{_word_class(index, table)}>{_escape_text(head)}</th>'
        for index, head in enumerate(table.heads)
    )
    rows = "\n".join(f"<tr>{''.join(_cells(row, table))}</tr>" for row in table.rows)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{_escape_text(label)}"><table>'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
    )


def _cells(row: Sequence[str], table: ReportTable) -> Iterator[str]:
    for index, cell in enumerate(row):
        if index == 0:
            yield f'<th scope="row">{_escape_text(cell)}</th>'
        else:
            yield f"<td{_word_class(index, table)}>{_escape_text(cell)}</td>"


def _word_class(index: int, table: ReportTable) -> str:
    return ' class="word"' if index < table.key_columns else ""


def _figure(figure: Figure, formatter: Formatter) -> str:
    panels = "\n".join(
        f'<div class="panel" data-chart="{_chart_id(figure, number)}" role="img" '
        f'aria-label="{_escape_text(_chart_description(figure, panel, formatter))}"></div>'
        for number, panel in enumerate(figure.panels)
    )
    table = _table(figure_table(figure, formatter), formatter("numbers_of", title=figure.title))
    few = " few" if len(figure.panels) <= _MAX_WIDE_PANELS else ""
    return f"""<figure id="{figure.name}">
<figcaption><p class="kicker">{_escape_text(figure.topic)}</p>
<h3>{_escape_text(figure.title)}</h3>
<p>{_escape_text(figure.caption)}</p></figcaption>
{_legend(figure)}<div class="panels {figure.kind}{few}">
{panels}
</div>
<noscript><p>{_escape_text(formatter("no_script", file=f"plots/{figure.name}.svg"))}</p></noscript>
<details><summary>{_escape_text(formatter("as_table"))}</summary>
{table}
</details>
</figure>"""


def _legend(figure: Figure) -> str:
    if figure.kind == "map" or not figure.series:
        return ""
    items = "".join(
        f'<li><svg viewBox="0 0 16 16" aria-hidden="true"><path d="{_SHAPE_PATHS[shape]}" '
        f'fill="{colour}" stroke="{INK}"/></svg>{_escape_text(str(name))}</li>'
        for name, colour, shape in zip(figure.series, SERIES, SHAPES, strict=False)
    )
    return f'<ul class="legend" aria-label="{_escape_text(figure.across)}">{items}</ul>\n'


def _chart_description(figure: Figure, panel: Panel, formatter: Formatter) -> str:
    """Returns the text alternative of a chart: all of its numbers, or the smallest and largest."""
    marks = panel.marks
    if len(marks) > _MAX_LISTED_MARKS:
        ends = [pick(marks, key=lambda mark: mark.number.value) for pick in (min, max)]
        text = [_mark_text(figure, panel, mark, formatter) for mark in ends]
        return formatter("alt_ends", chart=panel.title, least=text[0], most=text[1])
    each = "; ".join(_mark_text(figure, panel, mark, formatter) for mark in marks)
    return formatter("alt", chart=panel.title, numbers=each)


def _mark_text(figure: Figure, panel: Panel, mark: Mark, formatter: Formatter) -> str:
    if figure.kind == "map":
        at, across = _number_letter(figure.at), _number_letter(figure.across)
        where = f"{at} = {mark.at}, {across} = {mark.across}"
    else:
        is_number = figure.kind == "lines" and not figure.is_percent
        at = f"{_number_letter(figure.at)} = {mark.at}" if is_number else figure.where(mark.at)
        where = ", ".join(filter(None, (at, str(mark.across))))
    return f"{where}: {formatter.number(mark.number.value, panel.measure)}"


def _number_letter(axis: str) -> str:
    """Returns the letter of the number (a to e) at the start of an axis title."""
    return axis[:1]


def _chart_id(figure: Figure, number: int) -> str:
    return f"{figure.name}-{number}"


def _specs(figures: Mapping[Figure, list[Spec]]) -> dict[str, Spec]:
    return {
        _chart_id(figure, number): fit_to_container(panel)
        for figure, panels in figures.items()
        for number, panel in enumerate(panels)
    }


def _escape_for_script(json: str) -> str:
    """Escapes `<`, so that JSON cannot end its script element."""
    return json.replace("<", "\\u003c")


def _read_resource(name: str) -> str:
    return (resources.files("grav.lab.report") / name).read_text("utf-8")
