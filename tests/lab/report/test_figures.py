"""Which charts an experiment supports, and that they hold the numbers of its summary."""

from pathlib import Path

import polars as pl
import pytest
from tests.lab.report.conftest import played

from grav.lab.report.data import Data
from grav.lab.report.effects import MAIN
from grav.lab.report.figures import SECTIONS, figures
from grav.lab.report.panels import Figure
from grav.lab.report.words import Words
from grav.text import LANGUAGES, Language

pytestmark = pytest.mark.needs_core

WORDS = Words(Language.EN)
BEGIN = 'name = "some"\nseed = 1\ngames = 10\n'


def shown(data: Data) -> dict[str, Figure]:
    found = list(figures(data, WORDS))
    named = {figure.name: figure for figure in found}
    assert len(named) == len(found)
    return named


@pytest.fixture(scope="module")
def of_grid(grid_data: Data) -> dict[str, Figure]:
    return shown(grid_data)


@pytest.fixture(scope="module")
def of_house(house_data: Data) -> dict[str, Figure]:
    return shown(house_data)


def test_a_grid_shows_what_each_number_does_that_varies(of_grid: dict[str, Figure]) -> None:
    assert {name for name in of_grid if name.startswith("number-")} == {
        "number-b", "number-c", "number-e",
    }  # fmt: skip
    for figure in of_grid.values():
        assert figure.section in SECTIONS
    assert tuple(panel.measure for panel in of_grid["number-c"].panels) == MAIN


def test_lines_are_averages_of_the_cells_that_are_there_for_every_value(
    grid_data: Data, of_grid: dict[str, Figure]
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


def test_two_numbers_of_a_rule_have_a_map(grid_data: Data, of_grid: dict[str, Figure]) -> None:
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


def test_places_have_wilson_intervals_and_the_line_of_an_even_share(
    grid_data: Data, of_grid: dict[str, Figure]
) -> None:
    [panel] = of_grid["places"].panels
    assert panel.fair == 1 / 2
    assert [mark.at for mark in panel.marks] == ["no. 1", "no. 2"]
    assert panel.marks[0].number.value == pytest.approx(grid_data.frame["first_wins"].mean())
    assert panel.marks[0].number.low == pytest.approx(grid_data.frame["first_wins_low"].mean())
    assert sum(mark.number.value for mark in panel.marks) == pytest.approx(1)


def test_a_grid_of_one_value_has_no_line(tmp_path: Path) -> None:
    grid = "settings = {grid = {a = 3, b = 3, c = [3, 4], d = 1, e = 4}}\n"
    names = set(shown(played(tmp_path, BEGIN + "boards = {sizes = 5}\n" + grid)))
    assert names == {"number-c", "places"}


def test_one_cell_shows_who_wins_and_nothing_else(tmp_path: Path) -> None:
    listed = 'settings = {list = ["3 3 4 1 4"]}\n'
    assert set(shown(played(tmp_path, BEGIN + "boards = {sizes = 5}\n" + listed))) == {"places"}


def test_a_few_settings_are_compared_as_they_are(of_house: dict[str, Figure]) -> None:
    assert not any(name.startswith(("number-", "map-")) for name in of_house)
    assert of_house["compare-setting-by-size"].order == ("3 3 4 1 4", "4 2 3 1 3")


def test_editions_players_boards_and_enforcement_are_compared(
    house_data: Data, of_house: dict[str, Figure]
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
    house_data: Data, of_house: dict[str, Figure]
) -> None:
    [panel] = of_house["winners"].panels
    assert [mark.at for mark in panel.marks] == ["1. greedy", "2. random"]
    cells = house_data.frame.filter(pl.col("line_up") == "greedy, random")
    assert panel.marks[0].number.value == pytest.approx(cells["wins_1"].mean())


def test_under_challenge_breaches_and_shouts_are_shown(
    house_data: Data, of_house: dict[str, Figure]
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


def test_numbers_have_a_line_for_each_board_where_boards_differ(tmp_path: Path) -> None:
    text = "boards = {sizes = [4, 5], players = [2, 3]}\n"
    text += "settings = {grid = {a = 3, b = 3, c = [3, 4], d = 1, e = 4}}\n"
    data = played(tmp_path, BEGIN + text)
    found = shown(data)
    assert {name for name in found if name.startswith("number-")} == {
        "number-c-by-size", "number-c-by-players",
    }  # fmt: skip
    figure = found["number-c-by-players"]
    assert figure.series == ("2 players", "3 players")
    for mark in figure.panels[0].marks:
        players = int(str(mark.across)[0])
        cells = data.frame.filter(pl.col("players") == players, pl.col("c") == mark.at)
        assert mark.number.value == pytest.approx(cells["first_wins"].mean())


def test_settings_that_dice_threw_are_shown_with_a_warning(tmp_path: Path) -> None:
    text = "boards = {sizes = 5}\nsettings = {draw = {count = 24}}\n"
    found = shown(played(tmp_path, BEGIN + text))
    assert "read this with care" in found["number-c"].caption


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_has_all_of_its_words(
    grid_data: Data, house_data: Data, language: Language
) -> None:
    for data in (grid_data, house_data):
        for figure in figures(data, Words(language)):
            assert figure.title
            assert figure.caption
            assert figure.topic
            assert figure.at
            assert bool(figure.series) == bool(figure.across)
            assert all(panel.title and panel.unit and panel.marks for panel in figure.panels)


def test_files_have_the_same_names_in_every_language(house_data: Data) -> None:
    names = [[each.name for each in figures(house_data, Words(lang))] for lang in LANGUAGES]
    assert names[0] == names[1] == names[2]
