"""Runs: the same numbers for any workers, shards and interruptions."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path

import pytest
from tests.lab.small_runs import KEPT, SMALL, SMALL_WORK, contents, play

from grav.lab.experiment import parse_experiment
from grav.lab.part_playing import PlayedPart, play_part
from grav.lab.plan import PlanPart
from grav.lab.run import Progress, Shard, play_missing_parts, process_runner
from grav.lab.store import open_folder
from grav.text import say

pytestmark = [pytest.mark.needs_core, pytest.mark.usefixtures("small_parts")]

TIMEOUT = 120

RUNS = f"""
import sys
from pathlib import Path
from grav.lab import plan
from grav.lab.experiment import parse_experiment
from grav.lab.run import play_missing_parts, process_runner
from grav.lab.store import open_folder

if __name__ == "__main__":
    plan.MIN_WORK = {SMALL_WORK}
    text = sys.argv[2]
    with open_folder(Path(sys.argv[1]), parse_experiment(text), text) as folder:
        play_missing_parts(folder, process_runner(int(sys.argv[3])))
"""


def test_one_worker_and_two_play_the_same(tmp_path: Path) -> None:
    play(tmp_path / "one", KEPT)
    play(tmp_path / "two", KEPT, workers=2)
    one = contents(tmp_path / "one")
    assert contents(tmp_path / "two") == one
    assert len(one) > 20


def test_finished_parts_are_not_played_again(tmp_path: Path) -> None:
    def refuses(parts: Sequence[PlanPart]) -> Generator[PlayedPart, None, None]:
        assert not parts
        yield from ()

    folder = play(tmp_path)
    with open_folder(tmp_path, folder.experiment, SMALL) as again:
        play_missing_parts(again, refuses)


def test_a_run_is_resumed_where_it_was_left(tmp_path: Path) -> None:
    def tires(parts: Sequence[PlanPart]) -> Generator[PlayedPart, None, None]:
        for part in parts[:3]:
            yield play_part(part)
        raise KeyboardInterrupt

    with (
        open_folder(tmp_path / "cut", parse_experiment(SMALL), SMALL) as folder,
        pytest.raises(KeyboardInterrupt),
    ):
        play_missing_parts(folder, tires)
    assert len(folder.done()) == 3
    before = contents(tmp_path / "cut")
    play(tmp_path / "cut")
    play(tmp_path / "whole")
    after = contents(tmp_path / "cut")
    assert after == contents(tmp_path / "whole")
    assert before.items() <= after.items()


def wait_for(what: Callable[[], object]) -> bool:
    deadline = time.monotonic() + TIMEOUT
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


@pytest.mark.parametrize("workers", [1, 2])
def test_kills_lose_nothing_and_repeat_nothing(tmp_path: Path, workers: int) -> None:
    script, cut = tmp_path / "runs.py", tmp_path / "cut"
    script.write_text(RUNS)
    words = [sys.executable, str(script), str(cut), KEPT, str(workers)]

    def done() -> list[Path]:
        return sorted((cut / "parts").glob("*.parquet"))

    def enough(goal: int) -> bool:
        return len(done()) >= goal

    for _ in range(3):
        goal = len(done()) + 7
        with subprocess.Popen(words, start_new_session=True) as process:
            try:
                assert wait_for(partial(enough, goal))
            finally:
                process.send_signal(signal.SIGKILL)
        kept = {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in done()}
    subprocess.run(words, check=True, timeout=TIMEOUT)
    for file, (written, data) in kept.items():
        assert (file.stat().st_mtime_ns, file.read_bytes()) == (written, data)
    play(tmp_path / "whole", KEPT)
    assert contents(cut) == contents(tmp_path / "whole")
    assert not list(cut.rglob("*.unfinished"))


def test_a_killed_worker_is_reported_and_finished_parts_stay(tmp_path: Path) -> None:
    script, cut = tmp_path / "runs.py", tmp_path / "cut"
    script.write_text(RUNS)
    text = KEPT.replace("games = 24", "games = 100_000")
    words = [sys.executable, str(script), str(cut), text, "2"]
    with subprocess.Popen(words, start_new_session=True, stderr=subprocess.PIPE) as process:
        try:
            assert wait_for(lambda: list((cut / "parts").glob("*.parquet")))
            os.kill(next(worker_processes_of(process.pid)), signal.SIGKILL)
            _, told = process.communicate(timeout=TIMEOUT)
        finally:
            process.kill()
    assert say("arena.worker_died") in told.decode()


def worker_processes_of(leader: int) -> Generator[int, None, None]:
    """Returns the worker processes of this process."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                command = (entry / "cmdline").read_bytes()
            except OSError:  # it has just ended
                continue
            if int(parent) == leader and b"spawn_main" in command:
                yield int(entry.name)


def test_each_part_belongs_to_exactly_one_shard(tmp_path: Path) -> None:
    whole = play(tmp_path / "whole")
    shards = [play(tmp_path / f"{n}", shard=Shard(n, 3)) for n in (1, 2, 3)]
    done = [part for folder in shards for part in folder.done()]
    assert sorted(done) == whole.done()
    together: dict[str, bytes] = {}
    for folder in shards:
        together |= contents(folder.path)
    assert together == contents(tmp_path / "whole")


def test_progress_is_reported_after_every_part(tmp_path: Path) -> None:
    told: list[Progress] = []
    with open_folder(tmp_path, parse_experiment(SMALL), SMALL) as folder:
        play_missing_parts(folder, process_runner(1), Shard(1, 2), told.append)
        first = len(told)
        play_missing_parts(folder, process_runner(1), progress=told.append)
    assert [each.parts for each in told[:first]] == list(range(first))
    assert told[first - 1].work_left == 0
    again = told[first:]
    assert again[0].parts == first - 1
    assert again[0].seconds_left(10.0) is None
    assert again[-1].parts == again[-1].of == len(folder.plan.parts)
    assert again[-1].seconds_left(10.0) == 0


def test_the_estimated_time_left_is_proportional_to_the_remaining_work() -> None:
    assert Progress(1, 4, 100, 300).seconds_left(5.0) == 15.0
