"""Comparison of two runs: differences and their significance."""

from pathlib import Path

import pytest
from tests.lab.small_runs import SMALL, play

from grav.lab.compare import ComparedMeasure, CompareError, compare_runs
from grav.lab.measures import MEASURES
from grav.lab.store import RunFolder

pytestmark = pytest.mark.needs_core

MORE = SMALL.replace("games = 60", "games = 2000")


def run(folder: Path, text: str) -> RunFolder:
    return play(folder, text)


def test_the_same_games_do_not_differ(tmp_path: Path) -> None:
    folder = run(tmp_path, SMALL)
    found = compare_runs(folder, folder)
    assert not found.varied
    assert found.alone == (0, 0)
    assert {row.measure for row in found.rows} <= set(MEASURES)
    for row in found.rows:
        assert row.values[0] == row.values[1]
        assert not row.significant
        if row.difference is not None:
            assert row.difference.p == 1.0


def test_other_games_under_the_same_rules_do_not_differ_significantly(tmp_path: Path) -> None:
    one = run(tmp_path / "one", MORE)
    other = run(tmp_path / "other", MORE.replace("seed = 5", "seed = 6"))
    found = compare_runs(one, other)
    tested = [row for row in found.rows if row.difference is not None]
    assert len(tested) > 100
    assert not any(row.significant for row in found.rows)
    surely = [row for row in tested if row.difference and row.difference.p < 0.05]
    assert len(surely) < 0.15 * len(tested)


def rows_of_measure(rows: tuple[ComparedMeasure, ...], measure: str) -> list[ComparedMeasure]:
    return [row for row in rows if row.measure == measure]


def test_a_run_under_other_house_rules_is_compared_cell_by_cell(tmp_path: Path) -> None:
    one = run(tmp_path / "one", MORE)
    other = run(tmp_path / "other", MORE + 'editions = "revised bonus_limit=0"\n')
    found = compare_runs(one, other)
    assert found.varied == {"edition": ("revised", "revised bonus_limit=0")}
    for row in rows_of_measure(found.rows, "chain"):
        assert row.one.rules.setting == row.other.rules.setting
        assert row.one.line_up == row.other.line_up
        assert row.values[1] == 1.0
        assert row.significant
        assert row.difference is not None
        assert row.difference.interval[1] < 0
    assert all(row.difference is None for row in rows_of_measure(found.rows, "bonus"))


def test_a_line_up_is_compared_with_another(tmp_path: Path) -> None:
    text = MORE.replace('["random", "greedy, random"]', '"random"')
    one = run(tmp_path / "one", text)
    other = run(tmp_path / "other", text.replace('"random"', '"greedy"'))
    found = compare_runs(one, other, ("first_shape_wins", "length"))
    assert found.varied == {"line_up": ("random", "greedy")}
    assert {row.measure for row in found.rows} == {"first_shape_wins", "length"}


def test_cells_that_only_one_run_has_are_counted(tmp_path: Path) -> None:
    one = run(tmp_path / "one", SMALL)
    other = run(tmp_path / "other", SMALL.replace("[4, 5]", "[5, 6]"))
    found = compare_runs(one, other)
    assert found.alone == (6, 6)
    assert {row.one.rules.size for row in found.rows} == {5}


def test_runs_without_a_common_cell_are_reported(tmp_path: Path) -> None:
    one = run(tmp_path / "one", SMALL)
    other = run(tmp_path / "other", SMALL.replace("[4, 5]", "[6, 7]"))
    with pytest.raises(CompareError, match="no cell in common"):
        compare_runs(one, other)


def test_a_row_as_json_has_all_fields(tmp_path: Path) -> None:
    folder = run(tmp_path, SMALL)
    row = rows_of_measure(compare_runs(folder, folder).rows, "length")[0].to_json()
    assert row["rules"] == ["4x4 2p 3 3 4 1 4 revised strict"] * 2
    assert row["line_up"] == ["random", "random"]
    assert (row["difference"], row["p"], row["significant"]) == (0.0, 1.0, False)
    assert row["interval"][0] <= 0 <= row["interval"][1]
