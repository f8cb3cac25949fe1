"""The pool of workers: no result is lost, errors are raised, and a dead worker blocks nothing."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from grav.arena import WorkerDied, map_unordered
from grav.text import LANGUAGES, GravError

LONG = 50_000_000
TIMEOUT = 120
ROOT = Path(__file__).parents[2]


def double(number: int) -> int:
    return 2 * number


def refuse(number: int) -> int:
    raise GravError("arena.twice", name=f"{number}")


def divide_by(number: int) -> int:
    return 1 // number


def answer_at_length(folder: Path | None) -> bytes:
    """Writes its process id, waits for a file to appear, then returns a long answer; without a
    folder, returns a short one at once.
    """
    if folder is None:
        return b"short"
    (folder / "worker").write_text(f"{os.getpid()}")
    wait_for(folder / "sign")
    return bytes(LONG)


def wait_for(file: Path) -> str:
    late = time.monotonic() + TIMEOUT
    while not file.exists() or not file.read_text():
        assert time.monotonic() < late
        time.sleep(0.01)
    return file.read_text()


def blocks_sigint(_: int) -> bool:
    """Whether SIGINT was blocked in this process from its start."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_no_worker_is_interrupted_while_it_starts() -> None:
    """Not even the first worker of a program, so a new program is started for this test."""
    script = (
        "from grav.arena import map_unordered\n"
        "from tests.arena.test_worker_pool import blocks_sigint\n"
        "print([answer for _, answer in map_unordered(blocks_sigint, range(3), 3)])"
    )
    answer_at_length = subprocess.check_output([sys.executable, "-c", script], cwd=ROOT, text=True)
    assert answer_at_length == "[True, True, True]\n"


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_every_piece_is_done_once(workers: int) -> None:
    done = list(map_unordered(double, range(10), workers))
    assert sorted(done) == [(number, 2 * number) for number in range(10)]


def test_nothing_to_do_is_done_at_once() -> None:
    assert list(map_unordered(double, [], 2)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_the_work_comes_through(workers: int) -> None:
    with pytest.raises(GravError, match="3 is named twice"):
        list(map_unordered(refuse, [3], workers))
    with pytest.raises(ZeroDivisionError):
        list(map_unordered(divide_by, [1, 0, 1], workers))


def test_a_consumer_that_stops_early_waits_for_nothing(tmp_path: Path) -> None:
    with closing(map_unordered(answer_at_length, [tmp_path, None], 2)) as done:
        assert next(done) == (None, b"short")


def test_a_worker_that_is_killed_while_it_answers_is_reported(tmp_path: Path) -> None:
    with closing(map_unordered(answer_at_length, [tmp_path, None], 2)) as done:
        assert next(done) == (None, b"short")
        worker = int(wait_for(tmp_path / "worker"))
        (tmp_path / "sign").write_text("now")
        # The answer does not fit into the pipe: killed before or during the send, the worker is
        # reported as dead.
        time.sleep(0.3)
        os.kill(worker, signal.SIGKILL)
        with pytest.raises(WorkerDied) as error:
            list(done)
    assert len({error.value.say(language) for language in LANGUAGES}) == len(LANGUAGES)
