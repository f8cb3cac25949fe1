"""Tasks beside the one that runs: held, cancelled and waited for. asyncio itself has only weak
references to tasks, and logs errors that nobody retrieves."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

CANCEL_AGAIN_SECONDS = 0.5
"""Seconds after which a task that has not ended is cancelled once more."""

Result = TypeVar("Result")


class TaskSet:
    """Tasks that run beside everything else, until each has ended or all are ended."""

    def __init__(self) -> None:
        self._tasks = set[asyncio.Task[Any]]()

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def __iter__(self) -> Iterator[asyncio.Task[Any]]:
        return iter(tuple(self._tasks))

    def __len__(self) -> int:
        return len(self._tasks)

    async def wait(self) -> None:
        """Waits until all tasks have ended, also those that are started meanwhile."""
        while self._tasks:
            ended, _ = await asyncio.wait(self._tasks)
            for task in ended:
                retrieve_exception(task)


@asynccontextmanager
async def background_tasks(
    *work: Awaitable[Result],
) -> AsyncIterator[tuple[asyncio.Future[Result], ...]]:
    """Runs all of them while the block lasts, and cancels those that are left at its end."""
    tasks = tuple(asyncio.ensure_future(each) for each in work)
    try:
        yield tasks
    finally:
        await cancel_and_wait(tasks)


async def cancel_and_wait(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancels tasks again and again until all have ended. Once is not enough: a library that is
    cancelled while it talks to its server may take that for a broken connection, and its caller
    retries."""
    left = known = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=CANCEL_AGAIN_SECONDS)
    for task in known:
        retrieve_exception(task)


def retrieve_exception(task: asyncio.Future[Any]) -> None:
    """Retrieves the exception so that asyncio does not log it as never retrieved."""
    if not task.cancelled():
        task.exception()
