"""Task helpers: shielded work finishes though its caller is cancelled; cancelled tasks end."""

import asyncio
import gc

import pytest

from grav.server.runtime.background import run_shielded, wait_for_background_tasks
from grav.tasks import TaskSet, cancel_and_wait

pytestmark = pytest.mark.anyio


async def test_run_shielded_returns_the_result_and_raises_the_error_of_the_work() -> None:
    async def add(one: int, other: int) -> int:
        return one + other

    async def fail() -> None:
        raise ValueError("expected")

    assert await run_shielded(add(1, 2)) == 3
    with pytest.raises(ValueError, match="expected"):
        await run_shielded(fail())


async def test_shielded_work_goes_on_when_its_caller_is_cancelled_and_its_error_is_retrieved() -> (
    None
):
    begun, allowed, done = asyncio.Event(), asyncio.Event(), asyncio.Event()
    unhandled: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unhandled.append(context))

    async def work() -> None:
        begun.set()
        await allowed.wait()
        done.set()
        raise ValueError("nobody is left to hear it")

    waiting = asyncio.create_task(run_shielded(work()))
    await begun.wait()
    waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    del waiting
    allowed.set()
    await done.wait()
    await asyncio.sleep(0)
    gc.collect()  # asyncio reports an exception as never retrieved when the task is collected
    assert not unhandled


async def test_background_tasks_are_waited_for_with_those_that_they_start() -> None:
    begun, allowed = asyncio.Event(), asyncio.Event()
    done: list[str] = []

    async def later() -> None:
        await asyncio.sleep(0)
        done.append("later")

    async def work() -> None:
        begun.set()
        await allowed.wait()
        await run_shielded(later())
        done.append("work")

    waiting = asyncio.create_task(run_shielded(work()))
    await begun.wait()
    await cancel_and_wait([waiting])
    settling = asyncio.create_task(wait_for_background_tasks())
    await asyncio.sleep(0)
    assert not settling.done()
    allowed.set()
    await settling
    assert done == ["later", "work"]


async def test_a_task_that_catches_its_cancellation_is_cancelled_again_until_it_ends() -> None:
    cancelled = 0

    async def ignore_cancellations() -> None:
        nonlocal cancelled
        while cancelled < 3:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                cancelled += 1

    task = asyncio.create_task(ignore_cancellations())
    await asyncio.sleep(0)
    await cancel_and_wait([task])
    assert task.done()
    assert cancelled == 3


async def test_the_exception_of_a_cancelled_task_is_retrieved() -> None:
    unhandled: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unhandled.append(context))

    async def fail() -> None:
        raise ValueError("expected")

    await cancel_and_wait([asyncio.create_task(fail())])
    await asyncio.sleep(0)
    gc.collect()
    assert unhandled == []


async def test_a_set_of_tasks_waits_for_all_and_for_those_started_meanwhile() -> None:
    unhandled: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unhandled.append(context))
    tasks, done = TaskSet(), list[str]()

    async def later() -> None:
        await asyncio.sleep(0)
        done.append("later")
        raise ValueError("expected")

    async def work() -> None:
        await asyncio.sleep(0)
        tasks.start(later())
        done.append("work")

    tasks.start(work())
    gc.collect()  # nobody else holds the task
    await tasks.wait()
    assert (done, len(tasks)) == (["work", "later"], 0)
    gc.collect()
    assert unhandled == []
