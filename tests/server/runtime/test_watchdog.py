"""Watchdog: processes without a heartbeat write a traceback and end, and are replaced."""

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

SCRIPT = Path(__file__).with_name("hanging_server.py")
HUNG = 6
"""The watchdog's timeout in seconds; the loop sends a heartbeat about every second."""
SILENT = 20
"""The health check's timeout in seconds; starting takes some, on a busy machine."""
NEVER = 600
TIMEOUT = 180.0


Serve = Callable[..., AbstractContextManager["Running"]]


class Running:
    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process, self._log = process, log
        assert process.stdout is not None
        self.url = process.stdout.readline().strip()

    def log_text(self) -> str:
        return self._log.read_text("utf-8")

    def answering_process(self) -> int | None:
        """Returns the id of the process that answers a new connection; None if none answers
        soon."""
        try:
            return int(httpx.get(self.url, timeout=1).text)
        except httpx.TransportError:
            return None

    def until_answered_by(self, fits: Callable[[set[int]], bool]) -> set[int]:
        """Returns the ids of all processes that answered, once they satisfy the condition."""
        found: set[int] = set()
        deadline = time.monotonic() + TIMEOUT
        while not fits(found):
            assert time.monotonic() < deadline, f"only {found} answered: {self.log_text()}"
            # Concurrent requests: with one at a time, the same process might get them all.
            with ThreadPoolExecutor(8) as askers:
                answers = askers.map(lambda _: self.answering_process(), range(8))
            found.update(process for process in answers if process is not None)
        return found

    def send(self, path: str) -> None:
        """Sends a request that may never be answered."""
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
                with suppress(ProcessLookupError):  # the whole process group
                    os.killpg(process.pid, signal.SIGKILL)

    return started


@pytest.mark.parametrize("action", ["block-loop", "hold-gil"])
def test_a_process_whose_loop_hangs_writes_a_traceback_and_ends(serve: Serve, action: str) -> None:
    """Also one that holds the GIL, in which no other thread runs."""
    with serve(1) as server:
        assert server.until_answered_by(bool) == {server.process.pid}
        server.send(action)
        assert server.process.wait(TIMEOUT) == 1, "a failure, for whoever would start it again"
        assert f"in {action.replace('-', '_')}" in server.log_text()


def test_a_worker_whose_loop_hangs_is_replaced(
    serve: Serve,
) -> None:
    # A worker that ends while uvicorn waits for its heartbeat is noticed only after that wait.
    with serve(2, silent=60) as server:
        before = server.until_answered_by(lambda found: len(found) == 2)
        server.send("block-loop")
        server.until_answered_by(lambda found: bool(found - before))
        assert "in block_loop" in server.log_text()
        gone = [process for process in before if not Path(f"/proc/{process}").exists()]
        assert len(gone) == 1
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(TIMEOUT) == 0


def test_a_worker_that_was_stopped_by_a_signal_is_replaced(
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


@pytest.mark.parametrize("action", ["", "set-clock-back"])
def test_an_idle_process_goes_on(serve: Serve, action: str) -> None:
    """Also when the machine's clock is set back."""
    with serve(1) as server:
        server.until_answered_by(bool)
        server.send(action)
        quiet_until = time.monotonic() + 1.5 * HUNG
        while time.monotonic() < quiet_until:
            assert server.process.poll() is None, server.log_text()
            time.sleep(0.1)
        assert server.answering_process() == server.process.pid
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(TIMEOUT) == 0


def test_a_shutdown_may_take_longer_than_the_hang_timeout(serve: Serve) -> None:
    with serve(1) as server:
        server.until_answered_by(bool)
        server.send("slow-down-shutdown")
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(TIMEOUT) == 0, server.log_text()
