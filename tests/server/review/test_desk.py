"""The desk: work beside the event loop, few at a time, and not more waiting than there may."""

import asyncio
import threading

import pytest

from grav.server.problems.problem import Problem
from grav.server.review import desk
from grav.server.review.desk import Desk

pytestmark = pytest.mark.anyio


async def test_work_is_done_in_another_thread_and_gives_what_it_gives() -> None:
    there = Desk()
    assert await there.work(threading.get_ident) != threading.get_ident()
    there.close()


async def test_what_goes_wrong_is_told() -> None:
    there = Desk()
    with pytest.raises(ZeroDivisionError):
        await there.work(lambda: 1 // 0)
    there.close()


async def test_those_beyond_the_bound_are_turned_away_until_others_are_done() -> None:
    there, go_on = Desk(), threading.Event()
    waiting = [asyncio.create_task(there.work(go_on.wait)) for _ in range(desk.MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Problem) as refused:
        await there.work(int)
    assert (refused.value.status, refused.value.code) == (429, "busy")
    go_on.set()
    assert await asyncio.gather(*waiting) == [True] * desk.MOST_WAITING
    assert await there.work(int) == 0
    there.close()


async def test_so_many_work_at_a_time() -> None:
    there, go_on = Desk(), threading.Event()
    at_work = threading.Semaphore(0)

    def work() -> None:
        at_work.release()
        go_on.wait()

    tasks = [asyncio.create_task(there.work(work)) for _ in range(desk.THREADS + 2)]
    for _ in range(desk.THREADS):
        assert await asyncio.to_thread(at_work.acquire, timeout=10)
    assert not await asyncio.to_thread(at_work.acquire, timeout=0.1)
    go_on.set()
    await asyncio.gather(*tasks)
    there.close()
