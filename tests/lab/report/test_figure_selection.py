"""Which figures an experiment supports; they show the numbers of its summary."""

from pathlib import Path

import polars as pl
import pytest
from tests.lab.report.conftest import play_and_read

from grav.lab.measures import ALONG
from grav.lab.report.chart_model import Figure
from grav.lab.report.effect_sizes import MAIN_MEASURES
from grav.lab.report.figure_selection import SECTIONS, select_figures
from grav.lab.report.formatter import Formatter
from grav.lab.report.report_data import ReportData
from grav.lab.report.vega_specs import panel_specs
from grav.text import LANGUAGES, Language

pytestmark = pytest.mark.needs_core

FORMATTER = Formatter(Language.EN)
BEGIN = 'name = "some"\nseed = 1\ngames = 10\n'


def figures_by_name(data: ReportData) -> dict[str, Figure]:
    found = list(select_figures(data, FORMATTER))
    named = {figure.name: figure for figure in found}
    assert len(named) == len(found)
    return named


@pytest.fixture(scope="module")
def of_grid(grid_data: ReportData) -> dict[str, Figure]:
    return figures_by_name(grid_data)


@pytest.fixture(scope="module")
def of_house(house_data: ReportData) -> dict[str, Figure]:
    return figures_by_name(house_data)


def test_a_grid_has_a_figure_for_each_number_that_varies(of_grid: dict[str, Figure]) -> None:
    assert {name for name in of_grid if name.startswith("number-")} == {
        "number-b", "number-c", "number-e",
    }  # fmt: skip
    for figure in of_grid.values():
        assert figure.section in SECTIONS
    assert tuple(panel.measure for panel in of_grid["number-c"].panels) == MAIN_MEASURES


def test_lines_are_averages_of_the_cells_that_exist_for_every_value(
    grid_data: ReportData, of_grid: dict[str, Figure]
) -> None:
    lengths = next(each for each in of_grid["number-c"].panels if each.measure == "length")
    frame = grid_data.frame.filter(pl.col("b") == 3)  # b = 2 has no c = 5
    for mark in lengths.marks:
        cells = frame.filter(pl.col("c") == mark.at)
        assert mark.number.value == pytest.approx(cells["length"].mean())
        assert mark.number.low == pytest.approx(cells["length_low"].mean())
        assert mark.number.high == pytest.approx(cells["length_high"].mean())
    assert [mark.at for mark in lengths.marks] == [3, 4, 5]
    assert "4 cells are left out" in of_grid["number-c"].caption


def test_two_numbers_of_a_rule_have_a_map(
    grid_data: ReportData, of_grid: dict[str, Figure]
) -> None:
    assert {name for name in of_grid if name.startswith("map-")} == {"map-b-c"}
    figure = of_grid["map-b-c"]
    assert [panel.measure for panel in figure.panels] == ["balance", "length", "chain", "traps"]
    for panel in figure.panels:
        assert {(mark.across, mark.at) for mark in panel.marks} == {
            (2, 3), (2, 4), (3, 3), (3, 4), (3, 5),
        }  # fmt: skip
        for mark in panel.marks:
            cells = grid_data.frame.filter(pl.col("b") == mark.across, pl.col("c") == mark.at)
            assert mark.number.value == pytest.approx(cells[panel.measure].mean())


def test_places_have_wilson_intervals_and_a_line_at_the_even_share(
    grid_data: ReportData, of_grid: dict[str, Figure]
) -> None:
    [panel] = of_grid["places"].panels
    assert panel.fair == 1 / 2
    assert [mark.at for mark in panel.marks] == ["no. 1", "no. 2"]
    assert panel.marks[0].number.value == pytest.approx(grid_data.frame["first_wins"].mean())
    assert panel.marks[0].number.low == pytest.approx(grid_data.frame["first_wins_low"].mean())
    assert sum(mark.number.value for mark in panel.marks) == pytest.approx(1)


def test_a_grid_of_one_value_has_no_line(tmp_path: Path) -> None:
    grid = "settings = {grid = {a = 3, b = 3, c = [3, 4], d = 1, e = 4}}\n"
    names = set(figures_by_name(play_and_read(tmp_path, BEGIN + "boards = {sizes = 5}\n" + grid)))
    assert names == {"number-c", "along-by-c", "places"}


def test_one_cell_has_figures_along_the_game_and_of_wins_only(tmp_path: Path) -> None:
    listed = 'settings = {list = ["3 3 4 1 4"]}\n'
    found = figures_by_name(play_and_read(tmp_path, BEGIN + "boards = {sizes = 5}\n" + listed))
    assert set(found) == {"along", "places"}
    assert found["along"].title.startswith("From ")
    assert not found["along"].series


def test_lines_along_the_game_are_averages_by_tenth_of_the_board(
    grid_data: ReportData, of_grid: dict[str, Figure]
) -> None:
    assert {name for name in of_grid if name.startswith("along")} == {
        "along-by-b", "along-by-c", "along-by-e",
    }  # fmt: skip
    figure = of_grid["along-by-e"]
    assert [panel.measure for panel in figure.panels] == list(ALONG)
    assert figure.order[:3] == (5, 15, 25)
    for panel in figure.panels:
        for mark in panel.marks:
            cells = grid_data.frame.filter(pl.col("e") == int(str(mark.across)[-1]))
            values = cells[f"{panel.measure}_along"].list.get(int(mark.at) // 10)
            assert mark.number.value == pytest.approx(values.mean())
            assert 2 * values.count() >= len(cells)


def test_fewer_points_are_legal_and_more_are_traps_as_the_board_fills(
    of_grid: dict[str, Figure],
) -> None:
    choice, traps = of_grid["along-by-e"].panels
    for across in of_grid["along-by-e"].series:
        legal = [mark.number.value for mark in choice.marks if mark.across == across]
        wrong = [mark.number.value for mark in traps.marks if mark.across == across]
        assert len(legal) > 4
        assert legal == sorted(legal, reverse=True)
        assert wrong[0] < 0.1 < 0.5 < wrong[-1]


def test_games_that_end_on_an_empty_board_have_a_line_too(tmp_path: Path) -> None:
    """At most 2 stones on 7 × 7, so that no game reaches the second tenth."""
    listed = 'settings = {list = ["3 7 2 1 6"]}\n'
    found = figures_by_name(play_and_read(tmp_path, BEGIN + "boards = {sizes = 20}\n" + listed))[
        "along"
    ]
    assert [mark.at for mark in found.panels[0].marks] == [5]
    assert found.order == (5, 15)
    assert panel_specs(found, FORMATTER)


def test_lines_that_differ_in_other_things_say_so(
    of_grid: dict[str, Figure], tmp_path: Path
) -> None:
    assert "4 cells without a counterpart" in of_grid["along-by-c"].caption  # b = 2 has no c = 5
    listed = 'settings = {list = ["3 3 4 1 4", "4 2 3 1 3"]}\n'
    found = figures_by_name(play_and_read(tmp_path, BEGIN + "boards = {sizes = 5}\n" + listed))[
        "along-by-setting"
    ]
    assert found.series == ("3 3 4 1 4", "4 2 3 1 3")
    assert "left out" not in found.caption


def test_the_title_says_where_lines_are_farthest_apart(
    of_grid: dict[str, Figure], of_house: dict[str, Figure]
) -> None:
    assert of_grid["along-by-c"].title.startswith("Farthest apart (")
    assert "c = 3" in of_grid["along-by-c"].title
    assert {"along-by-size", "along-by-line-up", "along-by-setting"} <= set(of_house)


def test_a_few_settings_are_compared_directly(of_house: dict[str, Figure]) -> None:
    assert not any(name.startswith(("number-", "map-")) for name in of_house)
    assert of_house["compare-setting-by-size"].order == ("3 3 4 1 4", "4 2 3 1 3")


def test_editions_players_boards_and_enforcement_are_compared(
    house_data: ReportData, of_house: dict[str, Figure]
) -> None:
    assert {name for name in of_house if name.startswith("compare-")} == {
        f"compare-{part}-by-{split}"
        for part in ("size", "variant", "line-up", "enforcement", "setting")
        for split in ("size", "line-up")
        if part != split
    }
    figure = of_house["compare-variant-by-size"]
    assert figure.order == ("revised", "classic shapes=whole min_shape=6")
    assert figure.series == ("4 × 4", "5 × 5")
    chains = next(each for each in figure.panels if each.measure == "chain")
    for mark in chains.marks:
        size = int(str(mark.across)[0])
        cells = house_data.frame.filter(pl.col("variant") == mark.at, pl.col("size") == size)
        assert mark.number.value == pytest.approx(cells["chain"].mean())


def test_players_who_differ_have_their_wins_shown(
    house_data: ReportData, of_house: dict[str, Figure]
) -> None:
    [panel] = of_house["winners"].panels
    assert [mark.at for mark in panel.marks] == ["1. greedy", "2. random"]
    cells = house_data.frame.filter(pl.col("line_up") == "greedy, random")
    assert panel.marks[0].number.value == pytest.approx(cells["wins_1"].mean())


def test_in_challenge_breaches_and_shouts_are_shown(
    house_data: ReportData, of_house: dict[str, Figure]
) -> None:
    figure = of_house["challenge-line-up"]
    assert [panel.measure for panel in figure.panels] == [
        "breaches", "missed", "called", "wrong_shouts", "stolen",
    ]  # fmt: skip
    for panel in figure.panels:
        for mark in panel.marks:
            cells = house_data.frame.filter(
                pl.col("line_up") == mark.at, pl.col("enforcement") == "challenge"
            )
            assert mark.number.value == pytest.approx(cells[panel.measure].mean())


def test_strict_runs_show_nothing_of_breaches(of_grid: dict[str, Figure]) -> None:
    assert not any(figure.section == "challenge" for figure in of_grid.values())


def test_if_boards_differ_numbers_have_a_line_for_each_board(tmp_path: Path) -> None:
    text = "boards = {sizes = [4, 5], players = [2, 3]}\n"
    text += "settings = {grid = {a = 3, b = 3, c = [3, 4], d = 1, e = 4}}\n"
    data = play_and_read(tmp_path, BEGIN + text)
    found = figures_by_name(data)
    assert {name for name in found if name.startswith("number-")} == {
        "number-c-by-size", "number-c-by-players",
    }  # fmt: skip
    figure = found["number-c-by-players"]
    assert figure.series == ("2 players", "3 players")
    for mark in figure.panels[0].marks:
        players = int(str(mark.across)[0])
        cells = data.frame.filter(pl.col("players") == players, pl.col("c") == mark.at)
        assert mark.number.value == pytest.approx(cells["first_wins"].mean())


def test_settings_thrown_by_dice_are_shown_with_a_warning(tmp_path: Path) -> None:
    text = "boards = {sizes = 5}\nsettings = {draw = {count = 24}}\n"
    found = figures_by_name(play_and_read(tmp_path, BEGIN + text))
    for name in ("number-c", "along-by-b"):
        assert "read this with care" in found[name].caption


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_has_all_its_texts(
    grid_data: ReportData, house_data: ReportData, language: Language
) -> None:
    for data in (grid_data, house_data):
        for figure in select_figures(data, Formatter(language)):
            assert figure.title
            assert figure.caption
            assert figure.topic
            assert figure.at
            assert bool(figure.series) == bool(figure.across)
            assert all(panel.title and panel.unit and panel.marks for panel in figure.panels)


def test_files_have_the_same_names_in_every_language(house_data: ReportData) -> None:
    names = [
        [each.name for each in select_figures(house_data, Formatter(lang))] for lang in LANGUAGES
    ]
    assert names[0] == names[1] == names[2]
