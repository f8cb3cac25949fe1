"""`grav lab run`, `show`, `compare` and `merge`: results, resuming, interruptions and errors."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.subtests import every

from grav.cli.lab_commands.run import ProgressLines
from grav.cli.lab_commands.show_and_compare import USUAL_MEASURES
from grav.lab.run import Progress
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]

EXPERIMENT = """
name = "small"
seed = 5
games = 40
boards = {sizes = 4}
settings = {list = ["3 3 4 1 4", "3 2 3 1 3"]}
"""
KEPT = EXPERIMENT.replace("games = 40", "games = 300_000") + 'keep = "games"\n'
"""An experiment whose parts take a moment each."""
TIMEOUT = 120
in_every_language = pytest.mark.parametrize("language", LANGUAGES)
needs_core = pytest.mark.needs_core


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(EXPERIMENT)
    return path


def error_message(done: CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grav: ")
    assert done.stderr.count("\n") == 1
    return done.stderr[len("grav: ") : -1]


@needs_core
@in_every_language
def test_a_run_reports_what_was_played_and_where(
    grav: Grav, file: Path, language: Language
) -> None:
    done = grav("lab", "run", file, "--workers", "1", "--lang", language)
    values = {"folder": "small", "parts": 1, "of": 1, "cells": 2, "games": 40}
    assert (done.returncode, done.stdout) == (0, say("lab.done", language, **values) + "\n")
    line = {"parts": 1, "of": 1, "percent": 100, "left": "0:00:00"}
    assert done.stderr == say("lab.progress_left", language, **line) + "\n"
    again = grav("lab", "run", file, "--workers", "1", "--lang", language)
    assert (again.stdout, again.stderr) == (done.stdout, "")


@needs_core
@in_every_language
def test_a_table_shows_the_usual_measures(grav: Grav, file: Path, language: Language) -> None:
    grav("lab", "run", file, "--workers", "1")
    done = grav("lab", "show", "small", "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    heads, *rows = done.stdout.splitlines()
    for name in USUAL_MEASURES[:9]:
        assert say(f"lab.measure_{name}", language) in heads
    assert say("lab.measure_breaches", language) not in heads
    assert [row.split("  ")[0] for row in rows] == [
        "4x4 2p 3 3 4 1 4 revised strict",
        "4x4 2p 3 2 3 1 3 revised strict",
    ]


@needs_core
def test_a_table_shows_the_measures_that_were_asked_for(grav: Grav, file: Path) -> None:
    grav("lab", "run", file, "--workers", "1")
    done = grav("lab", "show", "small", "--measure", "ties", "--measure", "drama")
    assert done.stdout.splitlines()[0].split("  ")[-2:] == ["ties", "drama"]
    assert "expected one of" in error_message(grav("lab", "show", "small", "--measure", "fun"))
    assert "breaches" in error_message(grav("lab", "show", "small", "--measure", "breaches"))


@needs_core
@in_every_language
def test_a_measure_along_the_game_has_a_column_for_each_tenth_of_the_board(
    grav: Grav, file: Path, language: Language
) -> None:
    grav("lab", "run", file, "--workers", "1")
    done = grav("lab", "show", "small", "--along", "choice", "--lang", language)
    heads, first, _, _, note = done.stdout.splitlines()
    assert re.findall(r"\d+–\d+ %", heads)[::9] == ["0–10 %", "90–100 %"]
    numbers = first.split()[-10:]
    assert float(numbers[0]) > float(numbers[3])
    assert numbers[-1] == "–"
    assert note == say("lab.along", language, measure=say("lab.measure_choice", language))
    row = json.loads(grav("lab", "show", "small", "--json").stdout.splitlines()[0])
    assert f"{row['choice_along'][0]:.2f}" == numbers[0]


@needs_core
def test_only_choice_and_traps_are_reported_along_the_game(grav: Grav, file: Path) -> None:
    grav("lab", "run", file, "--workers", "1")
    assert " %" in grav("lab", "show", "small", "--along", "traps").stdout.splitlines()[1]
    wrong = error_message(grav("lab", "show", "small", "--along", "length"))
    assert wrong == say("cli.bad_choice", Language.EN, name="--along", found="length",
                        expected="choice, traps")  # fmt: skip
    both = error_message(grav("lab", "show", "small", "--along", "choice", "--measure", "ties"))
    assert both == say("cli.lab_together", Language.EN, one="--along", other="--measure")


@needs_core
def test_where_players_differ_the_table_shows_who_wins(grav: Grav, file: Path) -> None:
    file.write_text(EXPERIMENT + 'line_ups = "greedy, random"\n')
    grav("lab", "run", file, "--workers", "1")
    assert "seat 2 wins" in grav("lab", "show", "small").stdout


@needs_core
def test_json_holds_every_column(grav: Grav, file: Path) -> None:
    grav("lab", "run", file, "--workers", "1")
    rows = [json.loads(line) for line in grav("lab", "show", "small", "--json").stdout.splitlines()]
    assert [row["cell"] for row in rows] == [0, 1]
    assert rows[0]["length_low"] < rows[0]["length"] < rows[0]["length_high"]
    compared = grav("lab", "compare", "small", "small", "--json").stdout.splitlines()
    assert {json.loads(line)["measure"] for line in compared} >= {"length", "balance", "drama"}


@needs_core
@in_every_language
def test_games_that_were_stopped_and_parts_that_are_missing_are_reported(
    grav: Grav, file: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grav.lab.plan.MIN_WORK", 1)  # every game is a part
    monkeypatch.setattr("grav.lab.part_playing.max_actions_for", lambda _: 3)
    file.write_text(EXPERIMENT.replace("games = 40", "games = 2") + 'line_ups = "level=1"\n')
    grav("lab", "run", file, "--shard", "1/2", "-o", "half", "--workers", "1")
    shown = grav("lab", "show", "half", "--lang", language).stdout.splitlines()
    assert shown[-3] == say("lab.stopped", language, count=2)
    assert shown[-1] == say("lab.progress", language, parts=2, of=4)
    assert shown[1].split()[-1] == "–"


@needs_core
@in_every_language
def test_two_runs_are_compared(grav: Grav, file: Path, tmp_path: Path, language: Language) -> None:
    grav("lab", "run", file, "--workers", "1")
    other = tmp_path / "other.toml"
    other.write_text(
        EXPERIMENT.replace('["3 3 4 1 4", ', '["3 3 5 1 4", ')
        + 'editions = "revised bonus_limit=0"'
    )
    grav("lab", "run", other, "--workers", "1")
    done = grav("lab", "compare", "small", "other", "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    name = say("lab.varied_edition", language)
    varied = {"name": name, "one": "revised", "other": "revised bonus_limit=0"}
    assert done.stdout.startswith(say("lab.varied", language, **varied) + "\n")
    alone = say("lab.alone", language, one="small", other="other", mine=1, theirs=1)
    assert done.stdout.splitlines()[-1] == alone
    marked = [line for line in done.stdout.splitlines() if line.endswith("*")]
    assert any(say("lab.measure_chain", language) in line for line in marked)
    only = grav("lab", "compare", "small", "other", "--significant", "--lang", language)
    shown = [line.split() for line in only.stdout.splitlines() if line.endswith("*")]
    assert shown == [line.split() for line in marked]
    assert say("lab.measure_drama", language) not in only.stdout


@needs_core
@in_every_language
def test_shards_are_merged_and_what_is_missing_is_reported(
    grav: Grav, file: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grav.lab.plan.MIN_WORK", 4000)
    for number in (1, 2):
        grav("lab", "run", file, "--shard", f"{number}/2", "--workers", "1")
    done = grav("lab", "merge", "all", "small-1-of-2", "small-2-of-2", "--lang", language)
    parts = len(list(Path("all/parts").iterdir()))
    assert (done.returncode, parts) == (0, 6)
    assert done.stdout == say("lab.merged", language, folder="all", parts=parts) + "\n"
    grav("lab", "run", file, "-o", "whole", "--workers", "1")
    assert grav("lab", "show", "all").stdout == grav("lab", "show", "whole").stdout
    some = grav("lab", "merge", "some", "small-2-of-2", "--lang", language)
    values = {"folder": "some", "parts": 6, "missing": 3, "games": 40, "numbers": "0, 2, 4"}
    assert (some.returncode, some.stdout) == (
        1,
        say("lab.merged_missing", language, **values) + "\n",
    )


WRONG: list[tuple[str, str, dict[str, Any]]] = [
    ("lab run", "cli.missing", {"name": "EXPERIMENT"}),
    ("lab run none.toml", "cli.no_such_file", {"file": "none.toml"}),
    ("lab run small.toml more", "cli.too_many", {"found": "more"}),
    ("lab run small.toml --workers 0", "rules.out_of_bounds",
     {"name": "--workers", "value": 0, "least": 1, "most": 4096}),
    ("lab run small.toml --shard 3/2", "cli.lab_shard", {"found": "3/2"}),
    ("lab run small.toml --shard 0/2", "cli.lab_shard", {"found": "0/2"}),
    ("lab run small.toml --shard half", "cli.lab_shard", {"found": "half"}),
    ("lab run small.toml --gpu --ray auto", "cli.lab_together", {"one": "--ray", "other": "--gpu"}),
    ("lab run small.toml --gpu --workers 2", "cli.lab_together",
     {"one": "--workers", "other": "--gpu"}),
    ("lab show none", "lab.no_run", {"folder": "none"}),
    ("lab compare none none", "lab.no_run", {"folder": "none"}),
    ("lab compare none", "cli.missing", {"name": "B"}),
    ("lab merge out", "cli.missing", {"name": "DIR..."}),
    ("lab merge out none", "lab.no_run", {"folder": "none"}),
    ("lab nope", "cli.no_such_command", {"found": "nope"}),
]  # fmt: skip


@in_every_language
@every(("line", "key", "values"), WRONG, ids=[line for line, _, _ in WRONG])
@pytest.mark.usefixtures("file")
def test_a_wrong_command_line_is_reported(
    grav: Grav, language: Language, line: str, key: str, values: dict[str, Any]
) -> None:
    assert error_message(grav("--lang", language, *line.split())) == say(key, language, **values)


@every("language", [each for each in LANGUAGES if each is not Language.EN])
@every("name", ["run", "show", "compare", "merge"])
def test_help_has_no_english_left_in_it(grav: Grav, language: str, name: str) -> None:
    page = grav("lab", name, "--help", "--lang", language).stdout
    for words in ("Usage", "Options", "Commands", "Show this", "default", "required"):
        assert words not in page
    assert not re.search(r"\b(the|of|and|is|or)\b", page)


@in_every_language
def test_a_mistake_in_the_file_is_reported_with_its_key(
    grav: Grav, file: Path, language: Language
) -> None:
    file.write_text(EXPERIMENT.replace("games = 40", "games = 0"))
    found = error_message(grav("lab", "run", file, "--lang", language))
    assert found.startswith(f"{file}: games: ")
    assert not Path("small").exists()


@in_every_language
def test_a_package_that_is_missing_is_reported(
    grav: Grav, file: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    for option, package, extra in (("--workers=1", "polars", "lab"), ("--ray=auto", "ray", "ray")):
        with monkeypatch.context() as patched:
            patched.setitem(sys.modules, package, None)
            done = grav("lab", "run", file, option, "--lang", language)
        assert error_message(done) == say("cli.no_extra", language, package=package, extra=extra)


def test_lines_of_progress_come_now_and_then_and_at_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    now = 0.0
    lines = ProgressLines(Language.EN, lambda: now)
    for second in range(31):
        now = float(second)
        lines.show(Progress(second, 30, 2 * second, 60 - 2 * second))
    shown = capsys.readouterr().err.splitlines()
    assert shown == [
        "10 of 30 parts, 33 %; about 0:00:20 left",
        "20 of 30 parts, 66 %; about 0:00:10 left",
        "30 of 30 parts, 100 %; about 0:00:00 left",
    ]


# --- interruptions, and progress ------------------------------------------------------------------


def wait_for_parts(folder: Path, count: int) -> None:
    deadline = time.monotonic() + TIMEOUT
    while len(list(folder.glob("parts/*.parquet"))) < count:
        assert time.monotonic() < deadline, "nothing was played"
        time.sleep(0.01)


@needs_core
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interruption_reports_what_is_kept_and_how_to_go_on(
    command: Path, file: Path, tmp_path: Path, workers: str
) -> None:
    file.write_text(KEPT)
    line = [str(command), "lab", "run", str(file), "-o", "run", "--workers", workers]
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        try:
            wait_for_parts(tmp_path / "run", 1)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            shown, message = process.communicate(timeout=TIMEOUT)
        finally:
            process.kill()
    assert (process.returncode, shown) == (130, b"")
    kept = len(list((tmp_path / "run").glob("parts/*.parquet")))
    total = json.loads((tmp_path / "run" / "plan.json").read_text())["parts"]
    values = {"kept": kept, "total": total, "folder": "run"}
    assert message.decode().splitlines()[-1] == say("lab.kept", **values)
    done = subprocess.run(line, capture_output=True, timeout=TIMEOUT)
    assert done.returncode == 0
    assert f"{total} of {total} parts played" in done.stdout.decode()


@needs_core
def test_a_bar_shows_the_progress_at_a_terminal(command: Path, file: Path) -> None:
    leader, follower = pty.openpty()
    line = [str(command), "lab", "run", str(file), "--workers", "1"]
    try:
        done = subprocess.run(line, stdout=subprocess.PIPE, stderr=follower, timeout=TIMEOUT)
        os.write(follower, b"end")
        shown = os.read(leader, 65536).decode()
    finally:
        os.close(leader)
        os.close(follower)
    assert done.returncode == 0
    assert say("lab.playing") in shown
    assert "100%" in shown
    assert b"\x1b" not in done.stdout
