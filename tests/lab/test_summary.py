"""The summary of a run: one row per cell, with the parts of its rules."""

from pathlib import Path

import polars as pl
import pytest
from tests.lab.small_runs import SMALL, play

from grav.lab.measures import ALONG, measure_along_game, measure_tally
from grav.lab.run import Shard
from grav.lab.summary import cell_totals, summary
from grav.native import tally
from grav.rules import parse_rules

pytestmark = [pytest.mark.needs_core, pytest.mark.usefixtures("small_parts")]

HOUSE = (
    SMALL
    + """
editions = ["revised", "classic min_shape=5 bonus_limit=1"]
enforcement = ["strict", "challenge"]
"""
)


def test_a_row_is_a_cell_with_all_of_its_games(tmp_path: Path) -> None:
    folder = play(tmp_path)
    found = summary(folder)
    assert found["cell"].to_list() == list(range(len(folder.plan.cells)))
    assert set(found["games"] + found["stopped"]) == {60}
    for row, cell in zip(found.iter_rows(named=True), folder.plan.cells, strict=True):
        who = [entrant.policy for entrant in cell.seats]
        whole = tally(cell.rules, who, 60, 5, shapes="needed")
        for name, value in measure_tally(whole, cell.rules).items():
            assert value is not None
            assert row[name] == value.value
            assert row.get(f"{name}_low") == value.low
            assert row.get(f"{name}_high") == value.high
        for name in ALONG:
            assert row[f"{name}_along"] == measure_along_game(name, whole, cell.rules)


def test_rules_are_split_into_columns(tmp_path: Path) -> None:
    found = summary(play(tmp_path, HOUSE).path)
    for row in found.iter_rows(named=True):
        words = [f"{row['size']}x{row['size']}", f"{row['players']}p"]
        words += [str(row[number]) for number in "abcde"]
        words += [row["edition"], row["house_rules"], row["enforcement"]]
        assert parse_rules(" ".join(words)) == parse_rules(row["rules"])
    assert set(found["house_rules"]) == {"", "min_shape=5 bonus_limit=1"}


def test_what_does_not_apply_to_a_cell_is_empty(tmp_path: Path) -> None:
    found = summary(play(tmp_path, HOUSE))
    strict = found.filter(pl.col("enforcement") == "strict")
    others = found.filter(pl.col("enforcement") == "challenge")
    assert strict["breaches"].null_count() == len(strict)
    assert others["breaches"].null_count() == 0
    assert "breaches" not in summary(play(tmp_path / "strict")).columns


def test_shapes_are_reported_if_all_were_counted(tmp_path: Path) -> None:
    assert "shapes" not in summary(play(tmp_path / "needed")).columns
    found = summary(play(tmp_path / "all", SMALL + 'shapes = "all"\n'))
    assert (found["shapes"] > 0).all()


def test_an_unfinished_run_has_the_parts_that_were_played(tmp_path: Path) -> None:
    folder = play(tmp_path, shard=Shard(2, 3))
    played = {lot.cell.number for part in folder.done() for lot in folder.plan.parts[part].lots}
    assert set(summary(folder)["cell"]) == played
    assert [each.cell.number for each in cell_totals(folder)] == sorted(played)
