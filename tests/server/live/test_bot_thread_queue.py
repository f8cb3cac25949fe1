"""The queue for the bots' threads: hosts take turns, and cancelled requests leave no gap."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest

from grav.server.live.bot_thread_queue import NoThread, ThinkingQueue
from grav.testing.servers.asgi_driver import run_loop_until_idle

pytestmark = pytest.mark.anyio

LONG = 3600.0


@pytest.fixture
async def queue() -> AsyncIterator[ThinkingQueue]:
    queue = ThinkingQueue(1, "test")
    yield queue
    queue.stop()


class Thoughts:
    """Requests for a thread by several hosts; records the order in which they get one."""

    def __init__(self, queue: ThinkingQueue) -> None:
        self._queue = queue
        self.served: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    def ask(self, host: str, times: int = 1, max_wait: float = LONG) -> None:
        for _ in range(times):
            self.tasks.append(asyncio.create_task(self._think(host, max_wait)))

    async def _think(self, host: str, max_wait: float) -> None:
        async with self._queue.turn(host, max_wait) as run:
            self.served.append(host)
            await run(lambda: None)

    async def finish(self) -> list[str]:
        await asyncio.gather(*self.tasks)
        return self.served


async def test_a_host_with_many_tables_does_not_delay_another(queue: ThinkingQueue) -> None:
    thoughts = Thoughts(queue)
    thoughts.ask("many", times=120)
    await asyncio.sleep(0)
    thoughts.ask("one")
    served = await thoughts.finish()
    assert served.index("one") <= 2
    assert served.count("many") == 120


async def test_hosts_take_turns_however_many_there_are(queue: ThinkingQueue) -> None:
    thoughts = Thoughts(queue)
    async with queue.turn("somebody", LONG):
        for host in "aaabbc":
            thoughts.ask(host)
        await run_loop_until_idle()
        assert queue.waiting == 6
    assert await thoughts.finish() == ["a", "b", "c", "a", "b", "a"]
    assert queue.waiting == 0


async def test_a_request_that_times_out_leaves_no_gap(queue: ThinkingQueue) -> None:
    thoughts = Thoughts(queue)
    async with queue.turn("somebody", LONG):
        with pytest.raises(NoThread):
            async with queue.turn("a", 0):
                pass
        thoughts.ask("b")
        await run_loop_until_idle()
    assert await thoughts.finish() == ["b"]


async def test_a_cancelled_request_leaves_no_gap(queue: ThinkingQueue) -> None:
    thoughts = Thoughts(queue)
    async with queue.turn("somebody", LONG):
        for host in "ab":
            thoughts.ask(host)
        await run_loop_until_idle()
        gone = thoughts.tasks.pop(0)
        gone.cancel()
        await run_loop_until_idle()
    assert await thoughts.finish() == ["b"]


async def test_a_request_cancelled_at_its_turn_hands_the_thread_on(queue: ThinkingQueue) -> None:
    thoughts = Thoughts(queue)
    async with queue.turn("somebody", LONG):
        for host in "ab":
            thoughts.ask(host)
        await run_loop_until_idle()
    thoughts.tasks.pop(0).cancel()  # it was granted a thread, but its task has not run yet
    assert await thoughts.finish() == ["b"]


async def test_a_thread_is_free_once_its_work_has_ended(
    queue: ThinkingQueue,
) -> None:
    began, ends = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def work() -> None:
        loop.call_soon_threadsafe(began.set)
        ends.wait()

    async def think() -> None:
        async with queue.turn("a", LONG) as run:
            await run(work)

    thinking = asyncio.create_task(think())
    await began.wait()
    thinking.cancel()
    thoughts = Thoughts(queue)
    thoughts.ask("b")
    await run_loop_until_idle()
    assert thinking.cancelled()
    assert thoughts.served == []
    ends.set()
    assert await thoughts.finish() == ["b"]
