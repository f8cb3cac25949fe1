"""`grav arena`: standings and ratings, stored results, interruptions and errors."""

import json
import os
import pty
import re
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.subtests import every

from grav.arena import Results
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

RULES = "4x4 2p 3 3 4 1 4 revised"
SMALL = ("--rules", RULES, "--workers", "1")
BOTH = ("random", "greedy")
FORFEITS = "cmd:sh -c 'read a; echo =1; echo'"
"""A program that forfeits its games."""
TIMEOUT = 120
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def error_message(done: CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grav: ")
    assert done.stderr.count("\n") == 1
    return done.stderr[len("grav: ") : -1]


@in_every_language
def test_the_table_reports_everybodys_results(grav: Grav, language: Language) -> None:
    done = grav("arena", *BOTH, "--games", "4", *SMALL, "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    heading, _, heads, *rows = done.stdout.splitlines()
    assert heading == say("arena.heading", language, rules=RULES, games=4, seed="grav")
    for key in ("player", "wins", "interval", "rating", "stones", "stood", "right", "wrong"):
        assert say(f"arena.head_{key}", language) in heads
    for turn in (1, 2):
        assert say("arena.head_turn", language, turn=turn) in heads
    assert {row.split()[0] for row in rows} == set(BOTH)


def test_the_same_seed_gives_the_same_table(grav: Grav) -> None:
    first = grav("arena", *BOTH, "--games", "4", *SMALL)
    assert grav("arena", *BOTH, "--games", "4", *SMALL).stdout == first.stdout
    other = grav("arena", *BOTH, "--games", "4", *SMALL, "--seed", "other").stdout
    assert other.splitlines()[1:] != first.stdout.splitlines()[1:]


def figures(done: CompletedProcess[str]) -> dict[str, Any]:
    assert (done.returncode, done.stdout.count("\n")) == (0, 1)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_json_holds_all_figures(grav: Grav) -> None:
    found = figures(grav("arena", *BOTH, "--games", "4", *SMALL, "--json"))
    assert found["rules"] == RULES
    assert (found["players"], found["seed"], found["games"]) == ([*BOTH], "grav", 4)
    assert (found["stopped"], found["pairs"]) == (0, False)
    assert {standing["player"] for standing in found["standings"]} == {*BOTH}
    for standing in found["standings"]:
        assert set(standing) == {
            *("player", "wins", "ahead_of", "by_turn", "by_seat", "stones", "rating"),
            *("breaches_stood", "right_shouts", "wrong_shouts", "faults"),
        }
        assert set(standing["rating"]) == {"mu", "sigma", "ordinal"}
        assert set(standing["wins"]) == {"games", "count", "share", "interval"}
        assert set(standing["ahead_of"]) == {"games", "share", "interval"}
        assert standing["ahead_of"]["share"] == standing["wins"]["share"]
        assert [wins["games"] for wins in standing["by_turn"]] == [2, 2]
        assert [wins["games"] for wins in standing["by_seat"]] == [2, 2]
    assert sum(standing["wins"]["count"] for standing in found["standings"]) == 4
    first = found["standings"][0]
    assert found["head_to_head"] == [
        {
            "player": first["player"],
            "opponent": found["standings"][1]["player"],
            "ahead": first["wins"],
        }
    ]


def head_to_head(heads: Sequence[str], shown: str) -> list[list[str]]:
    """Returns the cells of the table below this heading."""
    lines = shown.splitlines()
    begin = next(i for i, line in enumerate(lines) if re.split("  +", line) == [*heads])
    return [re.split("  +", line) for line in lines[begin + 1 :]]


@in_every_language
@pytest.mark.parametrize("pairs", [False, True])
def test_of_three_players_it_is_shown_who_was_ahead_of_whom(
    grav: Grav, language: Language, pairs: bool
) -> None:
    rules = RULES if pairs else RULES.replace("2p", "3p")
    three = (*BOTH, FORFEITS, *("--pairs",) * pairs, "--games", "3", "--rules", rules)
    done = grav("arena", *three, "--workers", "1", "--lang", language)
    names = ("player", "below", "ahead_in", "interval")
    heads = [say(f"arena.head_{name}", language) for name in names]
    rows = head_to_head(heads, done.stdout.split("\n\n")[2])
    assert {frozenset(row[:2]) for row in rows} == {*map(frozenset, combinations(three[:3], 2))}
    assert {row[0]: row[2] for row in rows if row[1] == FORFEITS} == dict.fromkeys(BOTH, "100.0 %")


@pytest.mark.parametrize("players", [2, 3])
def test_the_share_of_opponents_is_shown_with_three_at_a_table(grav: Grav, players: int) -> None:
    names = (*BOTH, FORFEITS)[:players]
    rules = RULES.replace("2p", f"{players}p")
    done = grav("arena", *names, "--games", "3", "--rules", rules, "--workers", "1")
    assert (say("arena.head_ahead_of") in done.stdout.splitlines()[2]) is (players > 2)


def count_games(file: Path) -> int:
    return sum(line.startswith(b'{"game"') for line in file.read_bytes().splitlines())


def test_games_that_are_kept_are_not_played_again(grav: Grav, tmp_path: Path) -> None:
    out = tmp_path / "games.ndjson"
    first = grav("arena", *BOTH, "--games", "4", *SMALL, "--out", out)
    assert count_games(out) == 4
    before = out.read_bytes()
    assert grav("arena", *BOTH, "--games", "4", *SMALL, "--out", out).stdout == first.stdout
    assert out.read_bytes() == before
    grav("arena", *BOTH, "--games", "6", *SMALL, "--out", out)
    assert out.read_bytes().startswith(before)
    assert count_games(out) == 6
    assert grav("arena", *BOTH, "--games", "4", *SMALL, "--out", out).stdout == first.stdout


@in_every_language
def test_an_uneven_number_of_games_is_rounded_and_reported(grav: Grav, language: Language) -> None:
    done = grav("arena", *BOTH, "--games", "3", *SMALL, "--lang", language)
    assert done.stderr == say("arena.rounded", language, games=4, asked=3) + "\n"


@in_every_language
def test_other_games_in_the_file_are_reported(
    grav: Grav, tmp_path: Path, language: Language
) -> None:
    grav("arena", *BOTH, "--games", "2", *SMALL, "--out", "games")
    before = (tmp_path / "games").read_bytes()
    again = ("arena", *BOTH, "--games", "2", *SMALL, "--out", "games", "--lang", language)
    values = {"file": "games", "part": "seed", "found": '"grav"', "expected": '"x"'}
    assert error_message(grav(*again, "--seed", "x")) == say(
        "arena.other_schedule", language, **values
    )
    assert (tmp_path / "games").read_bytes() == before
    (tmp_path / "games").write_text("My diary\n")
    assert error_message(grav(*again)) == say("arena.not_results", language, file="games")


@in_every_language
def test_games_of_a_player_who_has_changed_are_reported(
    grav: Grav, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    play = ("arena", *BOTH, "--games", "2", *SMALL, "--out", "games", "--lang", language)
    grav(*play)
    before = (tmp_path / "games").read_bytes()
    monkeypatch.setattr("grav.arena.results.define_player", lambda name: {"simple": f"new {name}"})
    values = {"file": "games", "player": "random", "part": "simple"}
    values |= {"found": '"random"', "expected": '"new random"'}
    assert error_message(grav(*play)) == say("arena.other_players", language, **values)
    assert (tmp_path / "games").read_bytes() == before


def test_a_full_disk_is_reported(real_grav: Grav) -> None:
    done = real_grav("arena", *BOTH, "--games", "2", *SMALL, "--out", "/dev/full")
    assert "Traceback" not in error_message(done)


@in_every_language
def test_forfeits_are_reported(grav: Grav, language: Language) -> None:
    done = grav("arena", "random", FORFEITS, "--games", "2", *SMALL, "--lang", language)
    assert done.returncode == 0
    values = {"player": FORFEITS, "count": 2}
    assert done.stdout.endswith(say("arena.faults", language, **values) + "\n")


@in_every_language
def test_games_that_were_stopped_are_reported(
    grav: Grav, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    for module in ("arena.played_game", "arena.schedule", "cli.arena"):
        monkeypatch.setattr(f"grav.{module}.max_actions_for", lambda _: 3)
    done = grav("arena", *BOTH, "--games", "2", *SMALL, "--lang", language)
    assert done.stdout.endswith(say("arena.stopped", language, count=2, most=3) + "\n")


WRONG: list[tuple[str, str, dict[str, Any]]] = [
    ("arena", "arena.too_few", {"found": 0, "least": 2}),
    ("arena greedy", "arena.too_few", {"found": 1, "least": 2}),
    ("arena greedy greedy", "arena.twice", {"name": "greedy"}),
    ("arena greedy random --games 0", "rules.out_of_bounds",
     {"name": "--games", "value": 0, "least": 1, "most": 1_000_000}),
    ("arena greedy random --games many", "cli.not_whole", {"name": "--games", "found": "many"}),
    ("arena greedy random --workers 0", "rules.out_of_bounds",
     {"name": "--workers", "value": 0, "least": 1, "most": 256}),
    ("arena greedy random --doc x", "arena.only_ladder", {"option": "--doc"}),
    ("arena greedy random --ladder --pairs", "arena.not_ladder", {"option": "--pairs"}),
    ("arena greedy random --rules a --rules b", "arena.one_rules", {}),
    ("arena greedy random --rules nonsense", "rules.line_form", {"found": "nonsense"}),
    ("arena --ladder greedy", "arena.too_few", {"found": 1, "least": 2}),
    ("arena --ladder greedy random --doc none.md", "cli.no_such_file", {"file": "none.md"}),
    ("arena greedy random --out none/games", "cli.no_such_file", {"file": "none/games"}),
]  # fmt: skip


@in_every_language
@every(("line", "key", "values"), WRONG, ids=[line for line, _, _ in WRONG])
def test_a_wrong_command_line_is_reported(
    grav: Grav, language: Language, line: str, key: str, values: dict[str, Any]
) -> None:
    assert error_message(grav("--lang", language, *line.split())) == say(key, language, **values)


@in_every_language
def test_players_that_do_not_exist_or_fit_are_reported(grav: Grav, language: Language) -> None:
    assert "nobody" in error_message(grav("arena", "nobody", "greedy", "--lang", language))
    three = "9x9 3p 3 3 4 2 4 revised"
    values = {"rules": three, "found": 3, "expected": 2}
    done = grav("arena", *BOTH, "--rules", three, "--lang", language)
    assert error_message(done) == say("arena.rules_players", language, **values)


# --- the ladder -----------------------------------------------------------------------------------


@in_every_language
def test_the_ladder_writes_its_figures_into_the_page(
    grav: Grav, tmp_path: Path, language: Language
) -> None:
    page = tmp_path / "levels.md"
    page.write_text("Above\n<!-- ladder -->\nold\n<!-- /ladder -->\nBelow\n")
    play_ladder = ("arena", "--ladder", *BOTH, "--games", "2", *SMALL, "--lang", language)
    for _ in range(2):
        done = grav(*play_ladder, "--out", tmp_path / "ladder", "--doc", page)
        assert (done.returncode, done.stderr) == (0, "")
        text = page.read_text("utf-8")
        assert text.startswith("Above\n<!-- ladder -->\n")
        assert text.endswith("\n<!-- /ladder -->\nBelow\n")
        assert say("arena.written", language, games=2, seed="grav") in text
        assert "| greedy | random | 2 |" in text
        assert "old" not in text
    assert len(list((tmp_path / "ladder").iterdir())) == 1
    assert RULES in done.stdout


def test_the_ladder_takes_several_rules(grav: Grav) -> None:
    rules = (*SMALL, "--rules", "4x4 2p 3 3 4 1 4 classic")
    found = figures(grav("arena", "--ladder", *BOTH, "--games", "2", *rules, "--json"))
    assert [each["rules"] for each in found["ladders"]] == [RULES, "4x4 2p 3 3 4 1 4 classic"]
    for each in found["ladders"]:
        assert [rung["player"] for rung in each["rungs"]] == [*BOTH]
        assert each["rungs"][1]["wins"]["games"] == 2


@in_every_language
def test_a_page_without_a_place_is_reported_before_any_game(
    grav: Grav, tmp_path: Path, language: Language
) -> None:
    (tmp_path / "levels.md").write_text("no place\n")
    play_ladder = ("arena", "--ladder", *BOTH, "--out", "ladder", "--doc", "levels.md")
    assert error_message(grav(*play_ladder, "--lang", language)).startswith("levels.md: ")
    assert not (tmp_path / "ladder").exists()


def test_without_names_the_ladder_is_that_of_the_levels(
    grav: Grav, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grav.cli.arena_runs.ladder.player_names", lambda: ["random", "10"])
    assert error_message(grav("arena", "--ladder")) == say("arena.no_levels")
    monkeypatch.setattr(
        "grav.cli.arena_runs.ladder.player_names", lambda: ["random", "10", "2", "1"]
    )
    climbed: list[tuple[str, ...]] = []
    monkeypatch.setattr("grav.cli.arena.create_player", lambda *_: None)
    monkeypatch.setattr("grav.cli.arena.play_ladder", lambda names, *_: climbed.append(names))
    assert grav("arena", "--ladder").returncode == 0
    assert climbed == [("1", "2", "10")]


# --- interruptions, and progress ------------------------------------------------------------------


def wait_for_lines(path: Path, count: int) -> None:
    late = time.monotonic() + TIMEOUT
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < late, "no games were played"
        time.sleep(0.02)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interruption_reports_what_is_kept_and_how_to_go_on(
    command: Path, grav: Grav, tmp_path: Path, workers: str
) -> None:
    games = tmp_path / "games"
    words = f"{command} arena {' '.join(BOTH)} --games 100000 --workers {workers} --out {games}"
    with subprocess.Popen(
        [*words.split(), "--rules", RULES],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            wait_for_lines(games, 4)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            shown, message = process.communicate(timeout=TIMEOUT)
        finally:
            process.kill()
    assert (process.returncode, shown) == (130, b"")
    kept = count_games(games)
    values = {"kept": kept, "total": 100_000, "where": games}
    assert message.decode() == say("arena.kept", **values) + "\n"
    done = grav("arena", *BOTH, "--games", "4", *SMALL, "--out", games)
    assert done.stdout == grav("arena", *BOTH, "--games", "4", *SMALL).stdout


def test_an_interruption_waits_until_a_game_that_is_written_is_counted(
    grav: Grav, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupts in the middle of a line, and just after it is complete."""
    write = Results._write
    interruptions = 0

    def interrupted(self: Results, line: bytes) -> None:
        nonlocal interruptions
        middle = 0 if b'"arena"' in line else len(line) // 2  # the first line is no game
        for part in (line[:middle], line[middle:]):
            write(self, part)
            if middle:
                interruptions += 1
                signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Results, "_write", interrupted)
    games = tmp_path / "games"
    done = grav("arena", *BOTH, "--games", "4", *SMALL, "--out", games)
    assert (done.returncode, interruptions) == (130, 2)
    assert done.stderr == say("arena.kept", kept=1, total=4, where=games) + "\n"
    assert count_games(games) == 1


@in_every_language
@pytest.mark.parametrize("mode", [[], ["--ladder"]])
def test_an_interruption_without_a_file_reports_that_nothing_is_kept(
    grav: Grav, monkeypatch: pytest.MonkeyPatch, language: Language, mode: list[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("grav.cli.arena_runs.play.play_missing", interrupted)
    done = grav("arena", *BOTH, *mode, *SMALL, "--lang", language)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == say("arena.not_kept", language) + "\n"


@pytest.mark.parametrize("quiet", [False, True])
def test_a_bar_shows_the_progress_at_a_terminal(command: Path, quiet: bool) -> None:
    leader, follower = pty.openpty()
    line = [str(command), "arena", *BOTH, "--games", "4", *SMALL]
    line += ["--no-progress"] if quiet else []
    try:
        done = subprocess.run(line, stdout=subprocess.PIPE, stderr=follower, timeout=TIMEOUT)
        os.write(follower, b"end")
        shown = os.read(leader, 65536).decode()
    finally:
        os.close(leader)
        os.close(follower)
    assert done.returncode == 0
    assert (say("arena.playing") in shown) is not quiet
    assert b"\x1b" not in done.stdout
