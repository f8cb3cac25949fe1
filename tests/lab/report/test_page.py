"""The page of a report: self-contained, with the same numbers in every language."""

import re
from pathlib import Path

import pytest
from tests.lab.report.conftest import bundled, page_of
from tests.lab.report.page_parser import Element, normalize_spaces, parse_page, specs
from tests.lab.small_runs import play

from grav.lab.report import WrittenReport, rendering, write_report
from grav.lab.report.averages import Average
from grav.lab.report.effect_sizes import MAIN_MEASURES, find_largest_effects
from grav.lab.report.figure_selection import select_figures
from grav.lab.report.formatter import Formatter
from grav.lab.report.report_data import ReportData, read_report_data
from grav.lab.run import Shard
from grav.lab.store import RunFolder, RunFolderError, open_folder
from grav.lab.summary import summary
from grav.text import LANGUAGES, Language

pytestmark = pytest.mark.needs_core

FORMATTER = Formatter(Language.EN)
ONE = """
name = "one cell"
seed = 5
games = 40
boards = {sizes = 4}
settings = {list = ["3 3 4 1 4"]}
"""
"""An experiment with a single chart."""
OUTSIDE = re.compile(r"(?:[a-z]+:)?//|javascript:", re.IGNORECASE)


@pytest.fixture(scope="module")
def of_grid(grid_report: WrittenReport) -> Element:
    return parse_page(grid_report.page)


@pytest.fixture(scope="module")
def of_house(house_report: WrittenReport) -> Element:
    return parse_page(house_report.page)


def elements(page: Element) -> list[Element]:
    return [page, *(each for child in page.children for each in elements(child))]


def test_a_page_names_every_chart(grid_data: ReportData, of_grid: Element) -> None:
    expected = list(select_figures(grid_data, FORMATTER))
    found = of_grid.all("figure")
    assert [each.attributes["id"] for each in found] == [each.name for each in expected]
    for figure, element in zip(expected, found, strict=True):
        assert normalize_spaces(element.one("h3").text) == normalize_spaces(figure.title)
        assert normalize_spaces(figure.caption) in normalize_spaces(element.one("figcaption").text)
        panels = element.all("div", class_="panel")
        assert len(panels) == len(figure.panels)
        for panel, place in zip(figure.panels, panels, strict=True):
            assert place.attributes["role"] == "img"
            assert place.attributes["aria-label"].startswith(panel.title)
            assert place.attributes["data-chart"] in specs(of_grid)


def test_a_page_has_no_external_addresses(of_grid: Element, of_house: Element) -> None:
    for page in (of_grid, of_house):
        for element in elements(page):
            for name in ("src", "href", "action", "data", "poster", "srcset"):
                assert not OUTSIDE.search(element.attributes.get(name, "")), element
        assert not OUTSIDE.search(page.one("style").text)
        assert "://" not in page.one("script", id="charts").text
        policy = page.one("meta", **{"http-equiv": "Content-Security-Policy"})
        assert policy.attributes["content"].startswith("default-src 'none';")


def test_the_data_of_charts_are_the_numbers_of_the_summary(
    grid: RunFolder, of_grid: Element
) -> None:
    cells = summary(grid)
    charts = specs(of_grid)
    names = [figure.attributes["id"] for figure in of_grid.all("figure")]
    assert "number-e" in names
    for index, measure in enumerate(MAIN_MEASURES):
        rows = charts[f"number-e-{index}"]["data"]["values"]
        for row in rows:
            chosen = cells.filter(cells["e"] == row["at"])
            assert row["value"] == pytest.approx(chosen[measure].mean())
            if f"{measure}_low" in cells.columns:
                assert row["low"] == pytest.approx(chosen[f"{measure}_low"].mean())
                assert row["high"] == pytest.approx(chosen[f"{measure}_high"].mean())
            else:
                assert "low" not in row


def test_the_table_under_each_chart_has_its_numbers(of_grid: Element, of_house: Element) -> None:
    for page in (of_grid, of_house):
        charts = specs(page)
        for figure in page.all("figure"):
            table = normalize_spaces(figure.one("details").one("table").text)
            for place in figure.all("div", class_="panel"):
                rows = charts[place.attributes["data-chart"]]["data"]["values"]
                assert rows
                assert all(normalize_spaces(row["told"]) in table for row in rows)


def test_the_summary_has_a_row_for_each_cell_with_intervals(
    grid: RunFolder, of_grid: Element
) -> None:
    cells = summary(grid)
    table = of_grid.one("main").children
    [scroll] = [each for each in table if "scroll" in each.attributes.get("class", "")]
    rows = [normalize_spaces(row.text) for row in scroll.all("tr")]
    assert len(rows) == 1 + len(cells)
    for cell in cells.iter_rows(named=True):
        [row] = [row for row in rows if row.startswith(f"{cell['rules']}random24")]
        value, low, high = (cell[f"length{end}"] for end in ("", "_low", "_high"))
        assert FORMATTER.with_interval(Average(value, low, high, 1), "length") in row


def test_notable_effects_are_stated_with_their_numbers(
    grid_data: ReportData, of_grid: Element
) -> None:
    found = normalize_spaces(of_grid.one("dl", class_="findings").text)
    effects = find_largest_effects(grid_data)
    assert effects
    for each in effects:
        assert FORMATTER.heading(each.measure) in found
        for value, average in (each.least, each.most):
            assert (
                f"{FORMATTER.with_interval(average, each.measure)} with {each.part} = {value}"
                in found
            )
    first = FORMATTER.number(float(str(grid_data.frame["first_wins"].mean())), "first_wins")
    assert f"wins {first} (" in found


def test_the_experiment_is_described(of_grid: Element) -> None:
    told = normalize_spaces(of_grid.all("dl", class_="plain")[0].text)
    for text in ("5 × 5; 2 players", "b 2–3 · c 3–5", "revised", "10 × 24 = 240", "Complete"):
        assert text in told


def test_texts_of_the_experiment_are_escaped(of_grid: Element) -> None:
    assert of_grid.one("h1").text == "what b & c do <on 5 × 5>"
    assert of_grid.one("title").text.startswith("what b & c do <on 5 × 5>")


def test_script_elements_cannot_be_ended_by_their_content(of_grid: Element) -> None:
    assert len(of_grid.all("script")) == 3
    assert [child.tag for child in of_grid.one("body").children] == ["main"] + ["script"] * 3


def test_terms_that_are_used_are_explained(of_house: Element) -> None:
    terms = [each.text for each in of_house.all("dt")]
    for term in ("revised", "classic", "min_shape=6", "shapes=whole", "greedy eyes=4", "random"):
        assert term in terms


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_in_the_requested_language(
    grid_data: ReportData, tmp_path: Path, language: Language
) -> None:
    formatter = Formatter(language)
    page = parse_page(page_of(grid_data, language, tmp_path / "page.html"))
    assert page.one("html").attributes["lang"] == language
    heads = [each.text for each in page.all("h2")]
    sections = ("found", "run", "summary", "numbers", "pairs", "along", "places", "glossary")
    assert heads == [formatter(f"section_{section}") for section in sections]
    titles = [spec["title"] for spec in specs(page).values()]
    assert formatter.heading("traps") in titles


def test_the_same_run_gives_the_same_report(
    grid: RunFolder, grid_report: WrittenReport, tmp_path: Path
) -> None:
    again = write_report(grid, tmp_path, Language.EN)
    assert again.page.read_bytes() == grid_report.page.read_bytes()
    files = sorted(file.name for file in grid_report.plots.iterdir())
    assert files == sorted(file.name for file in again.plots.iterdir())
    for name in files:
        assert (again.plots / name).read_bytes() == (grid_report.plots / name).read_bytes()
    assert bundled() == rendering.bundle_scripts()


def test_a_run_with_many_cells_is_described_by_averages(tmp_path: Path) -> None:
    text = 'name = "many"\nseed = 1\ngames = 1\nboards = {sizes = 6}\n'
    text += 'settings = {grid = {a = "3..6", b = [3, 4], c = "3..9", d = "0..1", e = "4..6"}}\n'
    folder = play(tmp_path / "run", text)
    cells = summary(folder)
    assert len(cells) > 200
    page = parse_page(page_of(read_report_data(folder), Language.EN, tmp_path / "page.html"))
    [row] = page.one("main").all("table")[0].one("tbody").all("tr")
    assert FORMATTER.number(float(str(cells["length"].mean())), "length") in row.text
    assert f"{len(cells)} cells" in page.text


def test_an_unfinished_run_says_so_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grav.lab.plan.MIN_WORK", 1)  # every game is a part
    folder = play(tmp_path / "run", ONE, shard=Shard(1, 2))
    done, of = len(folder.done()), len(folder.plan.parts)
    assert 0 < done < of
    written = write_report(folder, tmp_path / "report", Language.EN)
    assert f"{done} of {of} parts" in written.unfinished
    page = parse_page(written.page)
    assert normalize_spaces(page.one("p", class_="unfinished").text) == normalize_spaces(
        written.unfinished
    )
    assert "Not finished" in page.text


def test_a_finished_run_has_no_such_note(grid_report: WrittenReport, of_grid: Element) -> None:
    assert grid_report.unfinished == ""
    assert of_grid.all("p", class_="unfinished") == []


def test_a_run_of_which_nothing_was_played_has_no_report(tmp_path: Path, grid: RunFolder) -> None:
    text = (grid.path / "experiment.toml").read_text("utf-8")
    with open_folder(tmp_path / "run", grid.experiment, text) as folder:
        pass
    with pytest.raises(RunFolderError) as problem:
        write_report(folder, tmp_path / "report", Language.EN)
    assert problem.value.text.key == "lab.nothing_played"
    assert not (tmp_path / "report").exists()
