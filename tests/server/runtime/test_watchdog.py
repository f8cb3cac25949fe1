"""Processes that give no sign of life are ended, tell what they were doing, and are replaced."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

SCRIPT = Path(__file__).with_name("standing_still.py")
HUNG = 6
"""Seconds without a sign of life of the loop; it gives one about every second."""
SILENT = 20
"""Seconds without one of the whole process; to start takes some, on a busy machine."""
NEVER = 600
TIMEOUT = 180.0


Serve = Callable[..., AbstractContextManager["Running"]]


class Running:
    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process, self._log = process, log
        assert process.stdout is not None
        self.url = process.stdout.readline().strip()

    def said(self) -> str:
        return self._log.read_text("utf-8")

    def answering(self) -> int | None:
        """The process that answers a new connection; None if none does so soon."""
        try:
            return int(httpx.get(self.url, timeout=1).text)
        except httpx.TransportError:
            return None

    def until_answered_by(self, fits: Callable[[set[int]], bool]) -> set[int]:
        """All processes that answered, once they are as wanted."""
        found: set[int] = set()
        late = time.monotonic() + TIMEOUT
        while not fits(found):
            assert time.monotonic() < late, f"only {found} answered: {self.said()}"
            # Several at once: of one connection after the other a busy process may get them all.
            with ThreadPoolExecutor(8) as askers:
                answers = askers.map(lambda _: self.answering(), range(8))
            found.update(process for process in answers if process is not None)
        return found

    def tell(self, path: str) -> None:
        """To do something; it may never answer."""
        with suppress(httpx.TransportError):
            httpx.get(f"{self.url}/{path}", timeout=TIMEOUT)


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    @contextmanager
    def started(workers: int, hung: int = HUNG, silent: int = NEVER) -> Iterator[Running]:
        log = tmp_path / "log"
        line = [sys.executable, str(SCRIPT), str(workers), str(hung), str(silent)]
        with (
            log.open("w") as file,
            subprocess.Popen(
                line, stdout=subprocess.PIPE, stderr=file, text=True, start_new_session=True
            ) as process,
        ):
            try:
                yield Running(process, log)
            finally:
                with suppress(ProcessLookupError):  # with all that it started
                    os.killpg(process.pid, signal.SIGKILL)

    return started


@pytest.mark.parametrize("told", ["stand-still", "hold-the-interpreter"])
def test_a_process_whose_loop_stands_still_tells_where_and_ends(serve: Serve, told: str) -> None:
    """Also one in which no other thread of Python gets its turn."""
    with serve(1) as server:
        assert server.until_answered_by(bool) == {server.process.pid}
        server.tell(told)
        assert server.process.wait(TIMEOUT) == 1, "a failure, for whoever would start it again"
        assert f"in {told.replace('-', '_')}" in server.said()


def test_one_of_several_whose_loop_stands_still_is_replaced(
    serve: Serve,
) -> None:
    # One that ends while uvicorn waits for its sign of life is missed only after that wait.
    with serve(2, silent=60) as server:
        before = server.until_answered_by(lambda found: len(found) == 2)
        server.tell("stand-still")
        server.until_answered_by(lambda found: bool(found - before))
        assert "in stand_still" in server.said()
        gone = [process for process in before if not Path(f"/proc/{process}").exists()]
        assert len(gone) == 1
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(TIMEOUT) == 0


def test_one_of_several_that_is_stopped_as_a_whole_is_replaced(
    serve: Serve,
) -> None:
    with serve(2, hung=NEVER, silent=SILENT) as server:
        before = server.until_answered_by(lambda found: len(found) == 2)
        victim = min(before)
        os.kill(victim, signal.SIGSTOP)
        server.until_answered_by(lambda found: bool(found - before))
        assert not Path(f"/proc/{victim}").exists()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(TIMEOUT) == 0


@pytest.mark.parametrize("told", ["", "set-clock-back"])
def test_whoever_has_nothing_to_do_lives_on(serve: Serve, told: str) -> None:
    """Whatever the machine's clock shows."""
    with serve(1) as server:
        server.until_answered_by(bool)
        server.tell(told)
        quiet_until = time.monotonic() + 1.5 * HUNG
        while time.monotonic() < quiet_until:
            assert server.process.poll() is None, server.said()
            time.sleep(0.1)
        assert server.answering() == server.process.pid
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(TIMEOUT) == 0


def test_to_end_orderly_may_take_longer_than_to_stand_still(serve: Serve) -> None:
    with serve(1) as server:
        server.until_answered_by(bool)
        server.tell("end-slowly")
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(TIMEOUT) == 0, server.said()
