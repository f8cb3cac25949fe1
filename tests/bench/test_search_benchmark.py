"""Matches of searches: the same games however they are divided, an even match against oneself, and
what is stored for docs/search.md, played and solved again in part."""

import json
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import bench.__main__ as program
import pytest
from bench.search import benchmark, matches
from bench.search.benchmark import Result, SearchBenchmark, find_first_moves, format_lines
from bench.search.matches import GAMES, PartOfMatch, play_matches, play_part
from bench.search.solving import random_boards, solve_board, stored_boards
from bench.search.speeds import RULES
from bench.search.variants import BASE, PLAIN, SIMULATIONS, VARIANTS, Variant
from tests.subtests import every

from grav.lab.findings.search_results import (
    FirstMove,
    FirstMoves,
    Match,
    SolvedBoard,
    Speed,
    results_from_json,
    stored_results,
)
from grav.native.search_options import SearchOptions
from grav.rules import parse_rules

pytestmark = pytest.mark.needs_core

SMALL = "5x5 2p 3 3 4 1 4 revised min_shape=6 strict first=0"
WEAK = Variant("weak", PLAIN, 10)
DATA = Path(__file__).parents[1] / "data" / "solved.json"


def played(variants: Iterable[Variant], games: int = 24) -> list[Match]:
    return [*play_matches([*variants], {SMALL: games})]


def without_seconds(board: SolvedBoard) -> SolvedBoard:
    return replace(board, seconds=0)


def test_against_itself_a_search_wins_exactly_half_of_each_pair() -> None:
    (match,) = played([Variant("itself")])
    assert match.games == 24
    assert match.winners[::2] == match.winners[1::2]
    assert set(match.shares) == {0.5}
    assert match.error == 0


def test_pairs_begin_differently() -> None:
    (match,) = played([BASE])
    assert len(set(match.winners)) == 2


def test_a_weaker_search_wins_less_than_half() -> None:
    (match,) = play_matches([WEAK], {next(iter(GAMES)): 24})
    assert match.share < 0.2


def test_games_do_not_depend_on_who_plays_which_part(monkeypatch: pytest.MonkeyPatch) -> None:
    def map_backwards(
        work: Callable[[Any], Any], items: Iterable[Any], _: int
    ) -> Iterator[tuple[Any, Any]]:
        for item in reversed([*items]):
            yield item, work(pickle.loads(pickle.dumps(item)))

    in_order = played([BASE, WEAK])
    monkeypatch.setattr(matches, "map_unordered", map_backwards)
    monkeypatch.setattr(matches, "PAIRS_AT_ONCE", 7)
    assert played([BASE, WEAK]) == in_order[::-1]


def test_more_games_begin_with_the_same_ones() -> None:
    (few,), (many,) = played([WEAK], 8), played([WEAK], 24)
    assert many.winners[:8] == few.winners


def test_variants_have_names_of_their_own_and_differ() -> None:
    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS)
    assert len({(it.options, it.simulations) for it in VARIANTS}) == len(VARIANTS)
    assert Variant("as it is", SearchOptions(), SIMULATIONS) == replace(BASE, name="as it is")


# What docs/search.md is made from


def test_the_stored_results_are_of_the_variants_and_games_of_the_benchmark() -> None:
    found = stored_results()
    assert found.provenance.players == {each.name: each.to_json() for each in VARIANTS}
    games = {(match.variant, match.rules): match.games for match in found.matches}
    assert games == {(each.name, rules): GAMES[rules] for each in VARIANTS for rules in GAMES}
    assert [speed.rules for speed in found.speeds] == [*RULES]
    assert [board.rules for board in found.solved] == [*map(str, stored_boards())]
    assert [board.rules for board in found.solved_at_random] == [*map(str, random_boards())]


@every("rules", GAMES)
@every("variant", VARIANTS, ids=lambda variant: variant.name)
def test_stored_games_are_played_again(variant: Variant, rules: str) -> None:
    """A pair of each match on the smallest board, one match for each larger one."""
    if rules.startswith("7x7") or variant is VARIANTS[3]:
        stored = stored_results().match(variant.name, rules).winners
        pair = len(stored) // 2 - 1
        assert play_part(PartOfMatch(variant, rules, range(pair, pair + 1))) == stored[-2:]


def test_the_stored_first_moves_are_found_again() -> None:
    assert find_first_moves() == stored_results().first_moves


def test_the_solved_boards_are_those_that_the_tests_of_the_solver_use() -> None:
    cases = json.loads(DATA.read_text("utf-8"))["cases"]
    assert [(board.rules, board.margin, board.best) for board in stored_results().solved] == [
        (case["rules"], case["margin"], len(case["best"])) for case in cases
    ]


def test_stored_boards_are_solved_again() -> None:
    found = stored_results()
    small = [board for board in found.solved if not board.rules.startswith("5x5")]
    for board in (*small[::10], *found.solved_at_random[::40]):
        assert without_seconds(solve_board(parse_rules(board.rules))) == without_seconds(board)


# The command


def test_everything_is_stored_as_it_was_yielded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.measuring.SLICE_SECONDS", 0.001)
    small = SearchBenchmark(
        variants=[BASE, WEAK],
        games={SMALL: 4},
        first_moves_simulations=100,
        speeds=[SMALL],
        stored_boards=lambda: [parse_rules("3x3 2p 3 3 4 2 4 revised strict first=0")],
        random_boards=partial(random_boards, 3, 2),
    )
    file = tmp_path / "search.json"
    yielded = [*small.run("the command", file)]
    found = results_from_json(json.loads(file.read_text("utf-8")))
    assert found.provenance.command == "the command"
    assert found.provenance.players["weak"] == WEAK.to_json()
    assert [
        *found.matches,
        found.first_moves,
        *found.speeds,
        *found.solved,
        *found.solved_at_random,
    ] == yielded
    assert min(found.speeds[0].careful, found.speeds[0].completing) > 0
    assert "processors" in found.machine


def test_results_are_shown_as_text_or_as_json() -> None:
    results: list[Result] = [
        Match("weak", SMALL, "0110"),
        FirstMoves(SMALL, 100, 1, [FirstMove("a1", 60, 0.931)]),
        Speed(SMALL, 1234.0, 2345.0),
        SolvedBoard(SMALL, 1, 4, 5678, 0.25),
    ]
    match, moves, speed, solved = format_lines(results, as_json=False)
    assert match.split()[0] == "weak"
    assert "4 games" in match
    assert "50.0% ± 50.0%" in match
    assert moves.endswith("a1 93%")
    assert "1,234/s" in speed
    assert "margin 1,  4 first stones" in solved
    first, *_ = format_lines(results, as_json=True)
    assert json.loads(first) == {
        "variant": "weak",
        "rules": SMALL,
        "winners": "0110",
    }


def test_the_command_takes_games_workers_and_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[tuple[SearchBenchmark, str, Path | None]]()

    def run(self: SearchBenchmark, command: str, out: Path | None) -> list[Match]:
        asked.append((self, command, out))
        return [Match("weak", SMALL, "01")]

    monkeypatch.setattr(benchmark.SearchBenchmark, "run", run)
    arguments = ["search", "--games", "6", "--workers", "2", "--out", "search.json"]
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    program.main()
    ((found, command, out),) = asked
    assert found.games == dict.fromkeys(GAMES, 6)
    assert found.workers == 2
    assert (command, out) == (f"python -m bench {' '.join(arguments)}", Path("search.json"))
    assert "2 games" in capsys.readouterr().out
