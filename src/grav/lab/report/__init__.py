"""The report of a run: a self-contained HTML page, and its charts as SVG and PNG.

Knows the lab; charts are built with altair and rendered with vl-convert.
"""

from dataclasses import dataclass
from pathlib import Path

from grav.extras import require
from grav.lab.store import RunFolder
from grav.record import write_whole
from grav.text import Language

PAGE, PLOTS = "index.html", "plots"


@dataclass(frozen=True, slots=True)
class Written:
    page: Path
    plots: Path
    charts: int
    unfinished: str
    """A note about missing parts if the run is not complete; else empty."""


def write_report(folder: RunFolder, out: Path, language: Language) -> Written:
    """Writes the page into the folder `out`, and its charts as PNG and SVG into `out`/plots.

    :raises StoreError: when nothing has been played yet
    :raises ExtraMissing: when a package of the extra `lab` is not installed
    """
    require("lab")
    from grav.lab.report import rendering
    from grav.lab.report.figure_selection import figures
    from grav.lab.report.formatter import Formatter
    from grav.lab.report.page import page
    from grav.lab.report.prose import unfinished
    from grav.lab.report.report_data import read
    from grav.lab.report.vega_specs import panel_specs

    data, formatter = read(folder), Formatter(language)
    shown = {figure: panel_specs(figure, formatter) for figure in figures(data, formatter)}
    text = page(data, shown, formatter, rendering.scripts())
    plots = out / PLOTS
    plots.mkdir(parents=True, exist_ok=True)
    for figure, panels in shown.items():
        rendering.write(figure, panels, formatter, plots)
    write_whole(out / PAGE, text)
    return Written(out / PAGE, plots, len(shown), unfinished(data, formatter))
