"""Small runs, played for real, and their reports."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.lab.small_runs import play

from grav.lab.report import WrittenReport, rendering, write_report
from grav.lab.report.figure_selection import select_figures
from grav.lab.report.formatter import Formatter
from grav.lab.report.page import page_html
from grav.lab.report.report_data import ReportData, read_report_data
from grav.lab.report.vega_specs import panel_specs
from grav.lab.store import RunFolder
from grav.text import Language

GRID = """
name = "what b & c do <on 5 × 5>"
seed = 3
games = 24
boards = {sizes = 5}
settings = {grid = {a = 3, b = [2, 3], c = "3..5", d = 1, e = [4, 5]}}
"""
"""240 games: at b = 2 there is no c = 5."""
HOUSE = """
name = "house rules"
seed = 3
games = 8
boards = {sizes = [4, 5]}
settings = {list = ["3 3 4 1 4", "4 2 3 1 3"]}
editions = ["revised", "classic shapes=whole min_shape=6"]
enforcement = ["strict", "challenge"]
line_ups = ["random", "greedy, random", "greedy eyes=4"]
"""
bundled = rendering.bundle_scripts


@pytest.fixture(scope="session", autouse=True)
def scripts_are_bundled_once() -> Iterator[None]:
    """Bundling is slow and its result is always the same, so it is cached."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rendering, "bundle_scripts", cache(bundled))
        yield


@pytest.fixture(scope="session")
def grid(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return play(tmp_path_factory.mktemp("grid"), GRID)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return play(tmp_path_factory.mktemp("house"), HOUSE)


@pytest.fixture(scope="session")
def grid_data(grid: RunFolder) -> ReportData:
    return read_report_data(grid)


@pytest.fixture(scope="session")
def house_data(house: RunFolder) -> ReportData:
    return read_report_data(house)


@pytest.fixture(scope="session")
def grid_report(grid: RunFolder, tmp_path_factory: pytest.TempPathFactory) -> WrittenReport:
    return write_report(grid, tmp_path_factory.mktemp("report"), Language.EN)


@pytest.fixture(scope="session")
def house_report(house: RunFolder, tmp_path_factory: pytest.TempPathFactory) -> WrittenReport:
    return write_report(house, tmp_path_factory.mktemp("report"), Language.EN)


def page_of(data: ReportData, language: Language, file: Path) -> Path:
    """Builds the page of a report without the picture files."""
    formatter = Formatter(language)
    shown = {figure: panel_specs(figure, formatter) for figure in select_figures(data, formatter)}
    file.write_text(page_html(data, shown, formatter, rendering.bundle_scripts()), "utf-8")
    return file


def play_and_read(path: Path, text: str) -> ReportData:
    """Plays an experiment, and returns the data of its report."""
    return read_report_data(play(path, text))
