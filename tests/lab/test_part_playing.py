"""Played parts: the numbers of the core, of its single games, and of opponents."""

import io
from dataclasses import replace

import polars as pl
import pytest
from tests.lab.small_runs import SMALL
from tests.native.test_bulk_playouts import every_rules, policies

from grav.lab.experiment import parse_experiment
from grav.lab.parquet import TALLY_COLUMNS, tally_from_row
from grav.lab.part_playing import play_part
from grav.lab.plan import PlanPart, plan_of
from grav.lab.playout_tally import tally_playouts
from grav.native import Tally, playouts, tally
from grav.rules import Rules

pytestmark = pytest.mark.needs_core

OPPOSED = """
name = "opposed"
seed = 3
games = 7
boards = {sizes = 4, players = [2, 3]}
settings = {list = ["3 3 4 1 4"]}
enforcement = ["strict", "challenge"]
line_ups = ["level=2", "level=6, random", "level=1, greedy eyes=3"]
"""


@every_rules
def test_games_added_up_equal_the_tally_of_the_core(rules: Rules) -> None:
    who = policies(rules)
    played = playouts(rules, who, 150, 5, max_placements=200)
    assert tally_playouts(played, rules.players) == tally(rules, who, 150, 5, max_placements=200)


def test_no_games_give_an_empty_tally() -> None:
    rules = plan_of(parse_experiment(SMALL)).cells[0].rules
    assert tally_playouts(playouts(rules, ["random"] * 2, 0, 1), 2) == Tally()


def frame(data: bytes | None) -> pl.DataFrame:
    assert data is not None
    return pl.read_parquet(io.BytesIO(data))


@pytest.mark.parametrize("shapes", ["needed", "all"])
def test_a_lot_has_the_cores_tally_of_its_games(shapes: str) -> None:
    text = f'{SMALL}shapes = "{shapes}"\n'
    (part,) = plan_of(parse_experiment(text)).parts
    rows = frame(play_part(part).tallies)
    assert rows.columns == ["cell", "rules", "line_up", "first_game", *TALLY_COLUMNS]
    for lot, row in zip(part.lots, rows.iter_rows(named=True), strict=True):
        assert (row["cell"], row["rules"]) == (lot.cell.number, str(lot.cell.rules))
        assert (row["line_up"], row["first_game"]) == (lot.cell.line_up, lot.first)
        who = [entrant.policy for entrant in lot.cell.seats]
        run = (lot.cell.rules, who, lot.games, part.seed, 1, lot.first)
        assert tally_from_row(row) == tally(*run, shapes="all" if shapes == "all" else "needed")


def test_stored_games_are_the_cores_and_add_up_to_the_tallies() -> None:
    (part,) = plan_of(parse_experiment(SMALL + 'keep = "games"\n')).parts
    played = play_part(part)
    assert played.tallies == play_part(replace(part, keep="tallies")).tallies
    games = frame(played.games)
    assert len(games) == part.games
    for lot in part.lots:
        rows = games.filter(pl.col("cell") == lot.cell.number)
        who = [entrant.policy for entrant in lot.cell.seats]
        core = playouts(lot.cell.rules, who, lot.games, part.seed, 1, lot.first, shapes="needed")
        assert rows["game"].to_list() == list(range(lot.first, lot.first + lot.games))
        assert rows["winner"].to_list() == core.winner.tolist()
        assert rows["behind"].to_list() == core.behind.tolist()
        for seat in range(lot.cell.rules.players):
            assert rows[f"stones_{seat}"].to_list() == core.stones[:, seat].tolist()
        assert rows["stones_5"].null_count() == lot.games


def part_with_opponents() -> PlanPart:
    (part,) = plan_of(parse_experiment(OPPOSED)).parts
    return part


def test_opponents_play_the_same_games_each_time_and_start_in_turn() -> None:
    part = part_with_opponents()
    assert play_part(part) == play_part(part)
    games = frame(play_part(replace(part, keep="games")).games)
    for lot in part.lots:
        rows = games.filter(pl.col("cell") == lot.cell.number)
        assert rows["first"].to_list() == [game % lot.cell.rules.players for game in range(7)]
        assert (rows["winner"] >= 0).all()


def test_a_game_of_opponents_depends_on_its_number_alone() -> None:
    part = part_with_opponents()
    lots = tuple(
        lot
        for each in part.lots
        for lot in (replace(each, games=3), replace(each, first=3, games=4))
    )
    whole = frame(play_part(part).tallies)
    cut = frame(play_part(replace(part, lots=lots)).tallies)
    added = cut.group_by("cell", maintain_order=True).agg(pl.col(*TALLY_COLUMNS).sum())
    assert added.equals(whole.select("cell", *TALLY_COLUMNS))


def test_opponents_with_weak_perception_break_rules_and_are_called() -> None:
    rows = frame(play_part(part_with_opponents()).tallies)
    strict = rows.filter(pl.col("rules").str.ends_with("strict"))
    challenged = rows.filter(~pl.col("rules").str.ends_with("strict"))
    assert strict["breaches"].sum() == 0
    assert challenged["breaches"].sum() > 0
    assert challenged["called"].sum() > 0
    assert challenged["missed"].sum() > 0
