"""Worker processes: the games do not depend on their number, and they end with the parent."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from grav.arena import Results, Schedule, play_missing
from grav.rules import parse_rules

SCHEDULE = Schedule(parse_rules("5x5 2p 3 3 4 2 4 revised"), ("random", "greedy"), "seed")
TIMEOUT = 120

ENDLESS = """
from pathlib import Path
from grav.arena import Results, Schedule, play_missing
from grav.rules import parse_rules

if __name__ == "__main__":
    rules = parse_rules("5x5 2p 3 3 4 2 4 revised")
    with Results(Schedule(rules, ("random", "greedy"), "seed"), Path("games")) as results:
        play_missing([results], 100_000, 2)
"""


def read_lines(schedule: Schedule, path: Path, games: int, workers: int) -> list[bytes]:
    """Returns the schedule and the games; who played them and when is the same for no two files."""
    with Results(schedule, path) as results:
        play_missing([results], games, workers)
    lines = path.read_bytes().splitlines()
    return sorted(line for line in lines if not line.startswith(b'{"provenance"'))


def wait_for(what: Callable[[], object]) -> bool:
    late = time.monotonic() + TIMEOUT
    while not what():
        if time.monotonic() > late:
            return False
        time.sleep(0.02)
    return True


def test_one_worker_and_two_play_the_same_games(tmp_path: Path) -> None:
    one = read_lines(SCHEDULE, tmp_path / "one", 8, 1)
    assert read_lines(SCHEDULE, tmp_path / "two", 8, 2) == one
    assert len(one) == 9


def test_many_runs_play_the_same_games_as_one(tmp_path: Path) -> None:
    whole = read_lines(SCHEDULE, tmp_path / "whole", 6, 1)
    for games in (1, 2, 6):
        parts = read_lines(SCHEDULE, tmp_path / "parts", games, 1)
    assert parts == whole


def test_progress_is_reported_after_every_game() -> None:
    told: list[int] = []
    play_missing([Results(SCHEDULE), Results(SCHEDULE)], 3, 1, told.append)
    assert sum(told) == 6


def test_an_error_of_a_player_is_raised_and_ends_the_other_processes() -> None:
    schedule = Schedule(SCHEDULE.rules, ("random", "nobody"), "seed")
    with pytest.raises(Exception, match="nobody"):
        play_missing([Results(schedule)], 4, 2)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="reads the processes from /proc")
def test_a_kill_in_the_middle_loses_nothing_and_leaves_no_process(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    games = tmp_path / "games"
    words = [sys.executable, "endless.py"]
    with subprocess.Popen(words, cwd=tmp_path, start_new_session=True) as process:
        try:
            assert wait_for(lambda: games.exists() and games.read_bytes().count(b"\n") > 5)
            assert len(pids_of_session(process.pid)) > 2
        finally:
            process.send_signal(signal.SIGKILL)
    assert wait_for(lambda: not pids_of_session(process.pid))
    kept = games.read_bytes()
    kept_lines = kept[: kept.rfind(b"\n") + 1].splitlines()
    count = 2 * len(kept_lines)
    whole = read_lines(SCHEDULE, tmp_path / "whole", count, 1)
    assert read_lines(SCHEDULE, games, count, 1) == whole
    assert games.read_bytes().splitlines()[: len(kept_lines)] == kept_lines


def pids_of_session(leader: int) -> list[int]:
    """Returns the processes of a session that are alive."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                state, _, _, number = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
            except OSError:  # it has just ended
                continue
            if int(number) == leader and state != "Z" and int(entry.name) != os.getpid():
                found.append(int(entry.name))
    return found
