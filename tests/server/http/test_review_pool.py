"""The review pool: reviews run in threads, and no address can use all of them."""

import asyncio
import threading

import pytest

from grav.server.http import thread_pools
from grav.server.http.thread_pools import ReviewPool
from grav.server.problems.problem import Problem

pytestmark = pytest.mark.anyio


async def test_one_address_with_its_maximum_leaves_room_for_others() -> None:
    there, go_on = ReviewPool(), threading.Event()
    asked = [
        asyncio.create_task(there.run("greedy", go_on.wait))
        for _ in range(thread_pools.MAX_REVIEWS_EACH)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Problem) as refused:
        await there.run("greedy", int)
    assert (refused.value.status, refused.value.code) == (429, "busy_with_yours")
    assert await there.run("another", int) == 0, "while all of the first are still there"
    go_on.set()
    assert await asyncio.gather(*asked) == [True] * thread_pools.MAX_REVIEWS_EACH
    there.close()


async def test_requests_beyond_the_maximum_are_refused_until_others_are_done() -> None:
    there, go_on = ReviewPool(), threading.Event()
    askers = [
        str(number % (thread_pools.MAX_REVIEWS // thread_pools.MAX_REVIEWS_EACH))
        for number in range(thread_pools.MAX_REVIEWS)
    ]
    waiting = [asyncio.create_task(there.run(asker, go_on.wait)) for asker in askers]
    await asyncio.sleep(0)
    with pytest.raises(Problem) as refused:
        await there.run("another", int)
    assert (refused.value.status, refused.value.code) == (429, "busy")
    go_on.set()
    assert await asyncio.gather(*waiting) == [True] * thread_pools.MAX_REVIEWS
    assert await there.run("another", int) == 0
    there.close()
