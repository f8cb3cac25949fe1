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
class WrittenReport:
    page: Path
    plots: Path
    charts: int
    unfinished: str
    """A note about missing parts if the run is not complete; else empty."""


def write_report(folder: RunFolder, out: Path, language: Language) -> WrittenReport:
    """Writes the page into the folder `out`, and its charts as PNG and SVG into `out`/plots.

    :raises RunFolderError: when nothing has been played yet
    :raises ExtraMissing: when a package of the extra `lab` is not installed
    """
    require("lab")
    from grav.lab.report import rendering
    from grav.lab.report.figure_selection import select_figures
    from grav.lab.report.formatter import Formatter
    from grav.lab.report.page import page_html
    from grav.lab.report.prose import unfinished_notice
    from grav.lab.report.report_data import read_report_data
    from grav.lab.report.vega_specs import panel_specs

    data, formatter = read_report_data(folder), Formatter(language)
    shown = {figure: panel_specs(figure, formatter) for figure in select_figures(data, formatter)}
    text = page_html(data, shown, formatter, rendering.bundle_scripts())
    plots = out / PLOTS
    plots.mkdir(parents=True, exist_ok=True)
    for figure, panels in shown.items():
        rendering.write_figure(figure, panels, formatter, plots)
    write_whole(out / PAGE, text)
    return WrittenReport(out / PAGE, plots, len(shown), unfinished_notice(data, formatter))
