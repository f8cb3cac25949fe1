"""The stored figures of the opponents: what a ladder and the times of its levels become, and what
is no ladder."""

import sys
from dataclasses import replace
from pathlib import Path

import bench.__main__ as program
import pytest
from bench.opponents import merge_provenance, read_ladder, read_thinking
from tests.provenances import made_by

from grav.arena import Ladder, compute_rungs, play_missing, read_results
from grav.bots.player_definition import define_level
from grav.lab.findings.opponents_results import (
    format_opponents_results,
    parse_opponents_results,
)
from grav.lab.findings.opponents_sentences import rungs_of
from grav.rules import parse_rules

RULES = ("5x5 2p 3 3 4 1 4 revised", "4x4 2p 3 3 4 1 4 revised")
LADDER = Ladder(("1", "2", "3"), tuple(map(parse_rules, RULES)), "seed")
pytestmark = pytest.mark.needs_core


def play_ladder(ladder: Ladder, folder: Path, games: int = 4) -> None:
    tables = ladder.open(folder)
    play_missing(tables, games, 1)
    for results in tables:
        results.__exit__(None, None, None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    play_ladder(LADDER, tmp_path / "ladder")
    return tmp_path / "ladder"


def test_the_winner_of_each_game_is_stored_from_the_view_of_the_upper_level(folder: Path) -> None:
    found = read_ladder(folder)
    assert (found.seed, found.games) == ("seed", 4)
    assert [*found.steps] == [*sorted(RULES)]
    for results in map(read_results, folder.iterdir()):
        below, level = results.schedule.players
        [step] = [step for step in found.steps[str(results.schedule.rules)] if step.level == level]
        assert step.below == below
        assert step.winners == [game.best_first[0] for game in results.games(4)]


def test_what_is_stored_gives_the_figures_that_the_arena_prints(folder: Path) -> None:
    found = read_ladder(folder)
    tables = [*map(read_results, folder.iterdir())]
    for rules in LADDER.rules:
        printed = compute_rungs(LADDER, rules, tables, found.games)
        assert rungs_of(found.steps[str(rules)]) == printed


def test_the_ladder_is_that_of_all_its_levels_and_says_how_to_play_it_again(folder: Path) -> None:
    [entry] = read_ladder(folder).provenance
    assert entry.players == {str(level): define_level(level) for level in (1, 2, 3)}
    assert entry.command == (
        "grav arena --ladder 1 2 3 --games 4 --seed seed "
        "--rules '4x4 2p 3 3 4 1 4 revised' --rules '5x5 2p 3 3 4 1 4 revised'"
    )


def test_each_program_that_played_has_its_entry() -> None:
    early = made_by("one pair")
    late = replace(early, players={"greedy": {}}, date="2020-02-21T00:00:00+00:00")
    latest = replace(early, commit="another", date="2020-02-22T00:00:00+00:00")
    first, second = merge_provenance([latest, late, early], "all pairs")
    both = {"greedy": {}, **early.players}
    assert first == replace(early, command="all pairs", players=both)
    assert second == replace(latest, command="all pairs")


def test_pairs_with_fewer_games_are_no_ladder(folder: Path) -> None:
    more = Ladder(("3", "4"), LADDER.rules[:1], "seed")
    play_ladder(more, folder, 2)
    with pytest.raises(SystemExit, match="differ"):
        read_ladder(folder)


def test_levels_that_met_nobody_are_no_ladder(folder: Path) -> None:
    play_ladder(Ladder(("4", "5"), LADDER.rules[:1], "seed"), folder)
    with pytest.raises(SystemExit, match="not all there"):
        read_ladder(folder)


def test_a_pair_that_misses_games_is_no_ladder(folder: Path) -> None:
    file = min(folder.iterdir())
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(line for line in lines if not line.startswith(b'{"game":1,')))
    with pytest.raises(SystemExit, match="missing"):
        read_ladder(folder)


def test_games_of_unknown_players_are_no_ladder(folder: Path) -> None:
    file = min(folder.iterdir())
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(line for line in lines if b'"provenance"' not in line))
    with pytest.raises(SystemExit, match="nobody knows"):
        read_ladder(folder)


def test_an_empty_folder_is_no_ladder(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no results"):
        read_ladder(tmp_path)


def run_bench(monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", *map(str, words)])
    program.main()


def test_the_command_stores_everything_in_one_file(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    play_ladder(Ladder(LADDER.names, LADDER.rules[:1], "confirm"), tmp_path / "confirm")
    for level in ("2", "6"):
        asked = ["--level", level, "--rules", RULES[1], "--games", "1"]
        run_bench(monkeypatch, "levels", "--json", *asked)
    times = tmp_path / "levels.ndjson"
    times.write_text(capsys.readouterr().out)
    out = tmp_path / "data" / "opponents.json"
    words = ("--ladder", folder, "--confirm", tmp_path / "confirm", "--levels", times, "-o", out)
    run_bench(monkeypatch, "opponents", *words)

    found = parse_opponents_results(out.read_text("utf-8"))
    assert format_opponents_results(found) == out.read_text("utf-8")
    assert [ladder.seed for ladder in found.ladders] == ["seed", "confirm"]
    assert found.ladders[0] == read_ladder(folder)
    assert {line: [*levels] for line, levels in found.perception.errors.items()} == {
        line: ["1", "2", "3"] for line in RULES
    }
    assert [run.rows[0].level for run in found.thinking] == [2, 6]
    assert found.thinking == [*read_thinking(times)]


def test_the_command_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run_bench(monkeypatch, "opponents")
    assert "--ladder and --levels" in capsys.readouterr().err
