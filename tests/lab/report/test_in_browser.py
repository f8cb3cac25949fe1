"""The page in a real browser without network: all charts are drawn, nothing overflows."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from tests.lab.report.conftest import page_of

from grav.lab.report import WrittenReport
from grav.lab.report.figure_selection import select_figures
from grav.lab.report.formatter import Formatter
from grav.lab.report.report_data import ReportData
from grav.text import LANGUAGES, Language

pytestmark = pytest.mark.needs_core

TIMEOUT = 60_000
WIDTHS = (1280, 400)
NARROW = WIDTHS if os.environ.get("GRAV_HYPOTHESIS_PROFILE") == "long" else WIDTHS[1:]
"""Widths at which texts have the least room; the long tests try all widths in all languages."""
# For each chart: the least and greatest excess of its texts and marks beyond its box.
OUTSIDE = """
() => [...document.querySelectorAll(".panel")].map((place) => {
  const edge = place.getBoundingClientRect();
  const drawn = [...place.querySelectorAll("svg text, svg path")];
  const boxes = drawn.map((it) => it.getBoundingClientRect()).filter((box) => box.width > 0);
  return {
    words: place.querySelectorAll("svg text").length,
    marks: place.querySelectorAll("svg .role-mark path").length,
    left: Math.min(...boxes.map((box) => box.left)) - edge.left,
    right: Math.max(...boxes.map((box) => box.right)) - edge.right,
  };
})
"""


def open_page(browser: Browser, page: Path, width: int, wrong: list[str]) -> Page:
    """Opens the page without network; records errors."""
    size = ViewportSize(width=width, height=900)
    tab = browser.new_context(viewport=size, offline=True).new_page()
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda told: wrong.append(f"{told.type}: {told.text}"))
    tab.on("request", lambda it: wrong.append(it.url) if it.url != page.as_uri() else None)
    tab.goto(page.as_uri())
    tab.wait_for_selector("html[data-drawn]", timeout=TIMEOUT)
    return tab


def check(tab: Page, charts: int) -> None:
    """Checks that every chart is drawn, and that nothing is wider than its box."""
    assert tab.locator("figure").count() == charts
    found = tab.evaluate(OUTSIDE)
    assert len(found) == tab.locator("[data-chart]").count() > 0
    for chart in found:
        assert chart["words"] > 3
        assert chart["marks"] > 0
        assert chart["left"] > -1
        assert chart["right"] < 1
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["grid", "house"])
def test_a_report_is_drawn_without_a_network(
    browser: Browser, name: str, width: int, request: pytest.FixtureRequest
) -> None:
    written: WrittenReport = request.getfixturevalue(f"{name}_report")
    wrong: list[str] = []
    check(open_page(browser, written.page, width, wrong), written.charts)
    assert wrong == []


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each is not Language.EN])
def test_every_language_fits(
    browser: Browser, house_data: ReportData, tmp_path: Path, language: Language
) -> None:
    page = page_of(house_data, language, tmp_path / "page.html")
    charts = len(list(select_figures(house_data, Formatter(language))))
    wrong: list[str] = []
    for width in NARROW:
        check(open_page(browser, page, width, wrong), charts)
    assert wrong == []


def test_the_numbers_of_a_chart_can_be_shown_as_a_table(
    browser: Browser, grid_report: WrittenReport
) -> None:
    tab = open_page(browser, grid_report.page, WIDTHS[1], [])
    for details in tab.locator("details").all():
        details.locator("summary").click()
        assert details.locator("table").is_visible()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_scripts_the_page_says_where_the_picture_files_are(
    browser: Browser, grid_report: WrittenReport
) -> None:
    tab = browser.new_context(java_script_enabled=False, offline=True).new_page()
    tab.goto(grid_report.page.as_uri())
    assert "plots/number-c.svg" in tab.locator("#number-c").inner_text()
