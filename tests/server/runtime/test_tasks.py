"""What has begun is finished, though nobody waits for it; what is to end does end."""

import asyncio
import gc

import pytest

from grav.server.runtime.background import (
    TaskSet,
    cancel_and_wait,
    run_shielded,
    wait_for_background_tasks,
)

pytestmark = pytest.mark.anyio


async def test_its_result_and_its_error_are_those_of_the_work() -> None:
    async def add(one: int, other: int) -> int:
        return one + other

    async def fail() -> None:
        raise ValueError("expected")

    assert await run_shielded(add(1, 2)) == 3
    with pytest.raises(ValueError, match="expected"):
        await run_shielded(fail())


async def test_it_goes_on_when_who_waits_is_gone_and_its_error_is_nobodys_surprise() -> None:
    begun, allowed, done = asyncio.Event(), asyncio.Event(), asyncio.Event()
    surprises: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: surprises.append(context))

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
    gc.collect()  # it is said of a task when the last who knew it has forgotten it
    assert not surprises


async def test_what_was_left_to_its_end_is_waited_for_and_what_it_leaves_too() -> None:
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


async def test_a_task_ends_though_it_takes_a_cancellation_for_an_error() -> None:
    cancelled = 0

    async def deaf() -> None:
        nonlocal cancelled
        while cancelled < 3:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                cancelled += 1

    task = asyncio.create_task(deaf())
    await asyncio.sleep(0)
    await cancel_and_wait([task])
    assert task.done()
    assert cancelled == 3


async def test_how_a_task_ended_is_nobodys_surprise() -> None:
    surprises: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: surprises.append(context))

    async def fail() -> None:
        raise ValueError("expected")

    await cancel_and_wait([asyncio.create_task(fail())])
    await asyncio.sleep(0)
    gc.collect()
    assert surprises == []


async def test_a_set_of_tasks_waits_for_all_and_for_what_is_started_meanwhile() -> None:
    surprises: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: surprises.append(context))
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
    assert surprises == []
