"""The fair thread pool: round-robin between clients, and limits of the queue.

Nothing depends on time: work ends when the test ends it.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable

import pytest

from grav.server.problems.problem import Problem
from grav.server.safety.fair_thread_pool import FairThreadPool
from grav.text import Language

pytestmark = pytest.mark.anyio


class Jobs:
    """Named jobs that record the order in which they begin, and end when they are told to."""

    def __init__(self, pool: FairThreadPool) -> None:
        self._pool = pool
        self._ends: dict[str, threading.Event] = {}
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[str]] = {}

    async def ask(self, *names: str) -> None:
        """Starts jobs; the first letter of a name is its client."""
        for name in names:
            self._ends[name] = threading.Event()
            work = self._work(name)
            self.tasks[name] = asyncio.create_task(self._pool.run(name[0], work))
            await asyncio.sleep(0)

    def _work(self, name: str) -> Callable[[], str]:
        def work() -> str:
            self.begun.append(name)
            self._ends[name].wait()
            return name

        return work

    async def wait_for_begun(self, number: int) -> list[str]:
        while len(self.begun) < number:
            await asyncio.sleep(0)
        return self.begun

    async def end(self, name: str) -> None:
        self._ends[name].set()
        assert await self.tasks[name] == name

    def end_all(self) -> None:
        for end in self._ends.values():
            end.set()


@pytest.fixture
async def one_thread() -> AsyncIterator[Jobs]:
    pool = FairThreadPool("one", threads=1, max_each=50, max_all=100)
    jobs = Jobs(pool)
    yield jobs
    jobs.end_all()
    pool.close()


@pytest.fixture
async def three_threads() -> AsyncIterator[Jobs]:
    pool = FairThreadPool("three", threads=3, max_each=4, max_all=6)
    jobs = Jobs(pool)
    yield jobs
    jobs.end_all()
    pool.close()


async def test_clients_take_turns_however_many_jobs_one_of_them_has(one_thread: Jobs) -> None:
    await one_thread.ask(*(f"a{number}" for number in range(20)), "b0", "b1", "c0")
    order = ["a0", "a1", "b0", "c0", "a2", "b1", "a3", "a4"]
    for number, name in enumerate(order, start=1):
        assert await one_thread.wait_for_begun(number) == order[:number]
        await one_thread.end(name)


async def test_a_later_client_does_not_wait_for_all_jobs_of_others(
    one_thread: Jobs,
) -> None:
    await one_thread.ask("a0", "a1", "a2", "a3")
    await one_thread.wait_for_begun(1)
    await one_thread.ask("b0")
    await one_thread.end("a0")
    await one_thread.end("a1")
    assert await one_thread.wait_for_begun(3) == ["a0", "a1", "b0"]


async def test_no_client_gets_all_threads(three_threads: Jobs) -> None:
    await three_threads.ask("a0", "a1", "a2")
    assert sorted(await three_threads.wait_for_begun(2)) == ["a0", "a1"]
    await three_threads.ask("b0")
    assert (await three_threads.wait_for_begun(3))[2] == "b0", (
        "without a wait for any of the others"
    )
    await three_threads.end("a1")
    assert (await three_threads.wait_for_begun(4))[3] == "a2"


async def test_jobs_are_limited_by_client_and_in_total(three_threads: Jobs) -> None:
    await three_threads.ask("a0", "a1", "a2", "a3", "a4")
    with pytest.raises(Problem) as refused:
        await three_threads.tasks["a4"]
    assert (refused.value.status, refused.value.code) == (429, "busy_with_yours")
    assert "4" in refused.value.say("en")
    assert refused.value.headers == {"retry-after": "3"}
    await three_threads.ask("b0", "c0", "d0")
    with pytest.raises(Problem) as refused:
        await three_threads.tasks["d0"]
    assert (refused.value.status, refused.value.code) == (429, "busy")
    assert all("6" in refused.value.say(language) for language in Language)
    await three_threads.wait_for_begun(3)
    await three_threads.end("b0")
    await three_threads.ask("d1")
    three_threads.end_all()
    assert await three_threads.tasks["d1"] == "d1"


async def test_a_place_in_the_queue_is_taken_at_once() -> None:
    pool, go_on = FairThreadPool("any", threads=1, max_each=2, max_all=2), threading.Event()
    results = [pool.submit("a", go_on.wait) for _ in range(2)]
    with pytest.raises(Problem):
        pool.submit("a", go_on.wait)
    go_on.set()
    assert await asyncio.gather(*results) == [True, True]
    assert pool.size == 0
    pool.close()


async def test_a_cancelled_job_is_not_begun(one_thread: Jobs) -> None:
    await one_thread.ask("a0", "b0", "a1")
    await one_thread.wait_for_begun(1)
    one_thread.tasks["b0"].cancel()
    with pytest.raises(asyncio.CancelledError):
        await one_thread.tasks["b0"]
    await one_thread.end("a0")
    await one_thread.end("a1")
    assert one_thread.begun == ["a0", "a1"]


async def test_a_running_job_keeps_its_thread_after_its_cancellation(one_thread: Jobs) -> None:
    await one_thread.ask("a0", "b0")
    await one_thread.wait_for_begun(1)
    one_thread.tasks["a0"].cancel()
    with pytest.raises(asyncio.CancelledError):
        await one_thread.tasks["a0"]
    assert one_thread.begun == ["a0"]
    one_thread.end_all()
    assert await one_thread.tasks["b0"] == "b0"


async def test_a_job_that_fails_raises_its_error_and_affects_no_other() -> None:
    pool = FairThreadPool("any", threads=1, max_each=2, max_all=2)
    with pytest.raises(ZeroDivisionError):
        await pool.run("a", lambda: 1 // 0)
    assert await pool.run("a", threading.get_ident) != threading.get_ident()
    assert pool.size == 0
    pool.close()
