"""Selects the figures that the data of a run supports."""

from collections.abc import Iterator

from grav.lab.report.along import along_figures
from grav.lab.report.data import Data
from grav.lab.report.dots import challenge_figures, comparison_figures
from grav.lab.report.lines import number_figures
from grav.lab.report.maps import map_figures
from grav.lab.report.panels import Figure
from grav.lab.report.places import place_figures, winner_figures
from grav.lab.report.words import Words

SECTIONS = ("numbers", "pairs", "along", "places", "compare", "challenge")
"""The sections of the page, in order."""


def figures(data: Data, words: Words) -> Iterator[Figure]:
    """Yields all figures that have panels, in the order of the page."""
    makers = (
        number_figures,
        map_figures,
        along_figures,
        place_figures,
        winner_figures,
        comparison_figures,
        challenge_figures,
    )
    for make in makers:
        yield from (figure for figure in make(data, words) if figure.panels)
