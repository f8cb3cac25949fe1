"""Periodic work goes on after a failure, and ends with its block."""

import anyio
import pytest
from structlog.testing import capture_logs

from grav.server.runtime.background import Supervisor, run_periodically
from grav.server.store import StoreUnavailable

pytestmark = pytest.mark.anyio

INTERVAL_SECONDS = 0.001


@pytest.mark.parametrize(
    ("failure", "level"),
    [(StoreUnavailable(), "warning"), (ZeroDivisionError(), "error")],
    ids=["the database is away", "a mistake"],
)
async def test_a_failure_is_logged_and_the_work_is_repeated(failure: Exception, level: str) -> None:
    counted: list[str] = []
    done = anyio.Event()
    tried = 0

    async def work() -> None:
        nonlocal tried
        tried += 1
        if tried == 1:
            raise failure
        done.set()

    with capture_logs() as logs, anyio.fail_after(20):
        async with run_periodically("tidying", INTERVAL_SECONDS, work, Supervisor(counted.append)):
            await done.wait()
    told = [(each["log_level"], each["event"], each["loop"]) for each in logs]
    assert told == [(level, "background_failed", "tidying")]
    assert counted == ["tidying"]
    before = tried
    await anyio.sleep(20 * INTERVAL_SECONDS)
    assert tried == before


async def test_running_work_is_cancelled_with_the_block() -> None:
    begun = anyio.Event()
    ended = False

    async def work() -> None:
        nonlocal ended
        begun.set()
        try:
            await anyio.sleep_forever()
        finally:
            ended = True

    with anyio.fail_after(20):
        async with run_periodically("tidying", INTERVAL_SECONDS, work, Supervisor()):
            await begun.wait()
    assert ended
