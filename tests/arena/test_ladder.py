"""The ladder: each level against the one below, and the tables of the result."""

from pathlib import Path

import pytest

from grav.arena import (
    Ladder,
    ScheduleError,
    compute_rungs,
    format_aligned,
    format_markdown,
    play_missing,
    rung_rows,
)
from grav.rules import parse_rules
from grav.text import LANGUAGES, Language

RULES = tuple(parse_rules(f"4x4 2p 3 3 4 1 4 {edition}") for edition in ("revised", "classic"))
LADDER = Ladder(("random", "greedy"), RULES, "seed")


def test_neighbours_play_under_each_of_the_rules() -> None:
    ladder = Ladder(("1", "2", "3"), RULES, "seed")
    pairs = [schedule.players for rules in RULES for schedule in ladder.schedules(rules)]
    assert pairs == [("1", "2"), ("2", "3")] * 2


def test_a_rung_has_the_wins_against_the_level_below() -> None:
    tables = LADDER.open(None)
    play_missing(tables, 4, 1)
    for rules in RULES:
        low, high = compute_rungs(LADDER, rules, tables, 4)
        assert (low.name, low.below, low.wins.games) == ("random", None, 0)
        assert (high.name, high.below, high.wins.games) == ("greedy", "random", 4)
        assert high.to_json()["wins"]["games"] == 4
        assert low.to_json()["wins"] is None
        assert (high.wins.share > 0.5) == (high.rating.mu > low.rating.mu)


def test_the_folder_has_a_file_for_each_pair_and_rules_and_is_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "ladder"
    for games in (1, 2):
        tables = LADDER.open(folder)
        play_missing(tables, games, 1)
        for results in tables:
            results.__exit__(None, None, None)
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        "4x4-2p-3-3-4-1-4-classic-random-greedy.ndjson",
        "4x4-2p-3-3-4-1-4-revised-random-greedy.ndjson",
    ]
    assert all(len(path.read_bytes().splitlines()) == 4 for path in folder.iterdir())


def test_a_ladder_needs_two_different_players() -> None:
    for names in ((), ("1",), ("1", "1")):
        with pytest.raises(ScheduleError):
            Ladder(names, RULES, "seed")


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_are_aligned_in_every_language(language: Language) -> None:
    tables = LADDER.open(None)
    play_missing(tables, 1, 1)
    rows = rung_rows(compute_rungs(LADDER, RULES[0], tables, 1), language)
    lines = format_aligned(rows).splitlines()
    cells = [sum(1 + (ord(letter) > 0x2E80) for letter in line) for line in lines]
    assert len(set(cells)) == 1
    heads, rule, *others = format_markdown(rows).splitlines()
    assert len({line.count("|") for line in (heads, rule, *others)}) == 1
    assert len(others) == 2


def test_names_cannot_break_a_table() -> None:
    rows = [["player", "score"], ["cmd:a | b\n", "1"]]
    assert format_markdown(rows).splitlines()[-1] == "| cmd:a \\| b� | 1 |"
    assert len(format_aligned(rows).splitlines()) == 2
