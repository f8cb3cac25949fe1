"""The report of a soak: one HTML file with its plots in it, and the numbers as JSON."""

import json
from collections.abc import Iterator
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.soak.result import Result

WIDTH, HEIGHT = 860, 200
FAULT_COLOUR = "#c8551b"
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } td, th { padding: .2rem .8rem .2rem 0; text-align: left }
td { vertical-align: top } .no { color: #b00020; font-weight: 600 } .unknown { color: #666 }
svg { max-width: 100%; height: auto }
"""
PASSED_TEXT = {True: "yes", False: "no", None: "not judged"}
PASSED_CLASS = {True: "yes", False: "no", None: "unknown"}


def write(result: Result, folder: Path) -> Path:
    """Writes the page and the numbers; returns the path of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = json.dumps(result.to_json(), separators=(",", ":"))
    (folder / "soak.json").write_text(numbers, "utf-8")
    page = folder / "soak.html"
    page.write_text("".join(_page(result)), "utf-8")
    return page


def _page(result: Result) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    yield f"<title>Soak</title><style>{STYLE}</style></head>\n<body><h1>Soak</h1>\n"
    yield _table((escape(key), escape(str(value))) for key, value in result.how.items())
    yield "<h2>What was asked</h2>\n"
    yield _table(
        (
            f'<span class="{PASSED_CLASS[check.passed]}">{PASSED_TEXT[check.passed]}</span>',
            escape(check.what),
            escape(check.told),
        )
        for check in result.checks
    )
    for heading, chart in _charts(result):
        yield f"<h2>{escape(heading)}</h2>\n<figure>{_svg(chart)}</figure>\n"
    yield "<p>Upright lines: something was ended there and begun anew.</p>\n</body></html>\n"


def _table(rows: Iterator[tuple[str, ...]]) -> str:
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return "<table>" + "".join(f"<tr>{row}</tr>\n" for row in cells) + "</table>\n"


def _svg(chart: Any) -> str:
    alt, vl_convert = import_module("altair"), import_module("vl_convert")
    version = ".".join(alt.SCHEMA_VERSION.split(".")[:2])
    svg: str = vl_convert.vegalite_to_svg(chart.to_dict(), vl_version=version)
    return svg


def _charts(result: Result) -> Iterator[tuple[str, Any]]:
    held = [
        {
            "at": each.at,
            "process": each.what,
            "life": f"{each.what} {each.pid}",
            "MB": each.memory / 1e6,
            "files": each.files,
        }
        for each in result.samples
    ]
    lives = {"color": "process:N", "detail": "life:N"}
    yield "Resident memory of each process, MB", _lines(result, held, "MB", lives)
    yield "Open files, but for the clients' lines", _lines(result, held, "files", lives)
    delays = [row | {"delay": f"{row['kind']}, p{100 * row['share']:g}"} for row in result.delays()]
    by_delay = {"color": "delay:N"}
    yield "Delays of each interval, ms", _lines(result, delays, "ms", by_delay, log=True)
    counts = list(result.counts())
    sent = [row for row in counts if row["what"] == "sent"]
    yield "Commands a second", _lines(result, sent, "rate", {})
    others = [row for row in counts if row["what"] not in ("sent", "games")]
    by_what = {"color": "what:N"}
    yield "Refusals, errors, reconnections a second", _lines(result, others, "rate", by_what)
    other_usage = [{"at": each.at, "cores": each.neighbours} for each in result.other_usage]
    yield "Cores that others on this machine used", _lines(result, other_usage, "cores", {})
    games = [row for row in counts if row["what"] == "games"]
    yield "Games that ended, a second", _lines(result, games, "rate", {})


def _lines(
    result: Result,
    rows: list[dict[str, Any]],
    value: str,
    by: dict[str, str],
    *,
    log: bool = False,
) -> Any:
    """Returns a line chart over time, with a mark wherever something was stopped."""
    alt = import_module("altair")
    outages = [{"at": each.begin, "what": each.what} for each in result.outages]
    x = alt.X("at:Q", title="seconds")
    scale = alt.Scale(type="log") if log else alt.Undefined
    line = (
        alt.Chart(alt.Data(values=rows))
        .mark_line(strokeWidth=1.2)
        .encode(x=x, y=alt.Y(f"{value}:Q", title=value, scale=scale), **by)
    )
    rule = (
        alt.Chart(alt.Data(values=outages)).mark_rule(color=FAULT_COLOUR, opacity=0.5).encode(x=x)
    )
    text = (
        alt.Chart(alt.Data(values=outages))
        .mark_text(angle=270, align="right", dx=-2, dy=-4, fontSize=8, color=FAULT_COLOUR)
        .encode(x=x, y=alt.value(0), text="what:N")
    )
    return (rule + line + text).properties(width=WIDTH, height=HEIGHT)
