"""Regular work goes on, whatever becomes of it once, and ends with its block."""

import anyio
import pytest
from structlog.testing import CapturingLogger

from grav.server.regular import regularly
from grav.server.store import StoreUnavailable

pytestmark = pytest.mark.anyio

OFTEN = 0.001


@pytest.mark.parametrize(
    ("failure", "told"),
    [(StoreUnavailable(), "store_unavailable"), (ZeroDivisionError(), "regular_work_failed")],
    ids=["the database is away", "a mistake"],
)
async def test_what_fails_once_is_told_and_tried_again(failure: Exception, told: str) -> None:
    log = CapturingLogger()
    done = anyio.Event()
    tried = 0

    async def work() -> None:
        nonlocal tried
        tried += 1
        if tried == 1:
            raise failure
        done.set()

    with anyio.fail_after(20):
        async with regularly(OFTEN, work, log):
            await done.wait()
    assert [call.args[0] for call in log.calls] == [told]
    before = tried
    await anyio.sleep(20 * OFTEN)
    assert tried == before


async def test_work_under_way_is_ended_with_the_block() -> None:
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
        async with regularly(OFTEN, work, CapturingLogger()):
            await begun.wait()
    assert ended
