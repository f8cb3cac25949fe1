"""Selects the figures that the data of a run supports."""

from collections.abc import Iterator

from grav.lab.report.chart_model import Figure
from grav.lab.report.comparison_figures import challenge_figures, comparison_figures
from grav.lab.report.formatter import Formatter
from grav.lab.report.heat_map_figures import heat_map_figures
from grav.lab.report.number_figures import number_figures
from grav.lab.report.play_order_figures import place_figures, wins_by_player_figures
from grav.lab.report.report_data import ReportData
from grav.lab.report.stage_figures import stage_figures

SECTIONS = ("numbers", "pairs", "along", "places", "compare", "challenge")
"""The sections of the page, in order."""


def select_figures(data: ReportData, formatter: Formatter) -> Iterator[Figure]:
    """Yields all figures that have panels, in the order of the page."""
    makers = (
        number_figures,
        heat_map_figures,
        stage_figures,
        place_figures,
        wins_by_player_figures,
        comparison_figures,
        challenge_figures,
    )
    for make in makers:
        yield from (figure for figure in make(data, formatter) if figure.panels)
