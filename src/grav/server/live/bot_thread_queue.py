"""A fair queue for the bots' threads: hosts take turns, however many tables each has."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")


class NoThread(Exception):
    """No thread became free in time."""


class RunInThread(Protocol):
    """Runs the work in a thread of the queue; at most once for each turn."""

    def __call__(self, work: Callable[[], Result]) -> Awaitable[Result]: ...


class ThinkingQueue:
    """Round-robin between hosts; first in, first out for the thoughts of one host."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By host; the host whose turn is next comes first."""

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """The number of thoughts that wait for a thread."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, host: str, max_wait: float) -> AsyncIterator[RunInThread]:
        """Waits for a thread. Raises NoThread if none is free within `max_wait` seconds."""
        await self._wait(host, max_wait)
        begun: list[Future[Any]] = []

        def run(work: Callable[[], Result]) -> Awaitable[Result]:
            future = self._threads.submit(work)
            begun.append(future)
            return asyncio.wrap_future(future)

        try:
            yield run
        finally:
            # After a cancellation the thread is still busy for a moment.
            if begun and not begun[0].done():
                loop = asyncio.get_running_loop()
                begun[0].add_done_callback(lambda _: _call_soon(loop, self._release))
            else:
                self._release()

    async def _wait(self, host: str, max_wait: float) -> None:
        if self._free > 0:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(host, deque()).append(turn)
        try:
            async with asyncio.timeout(max_wait):
                await turn
        except TimeoutError:
            self._withdraw(host, turn)
            raise NoThread from None
        except asyncio.CancelledError:
            self._withdraw(host, turn)
            raise

    def _withdraw(self, host: str, turn: asyncio.Future[None]) -> None:
        if turn.done() and not turn.cancelled():
            self._release()  # the thread was assigned just then
        elif (waiting := self._waiting.get(host)) is not None:
            with suppress(ValueError):
                waiting.remove(turn)
            if not waiting:
                del self._waiting[host]

    def _release(self) -> None:
        """Hands the thread to the next host, which then moves to the end of the queue."""
        while self._waiting:
            host = next(iter(self._waiting))
            waiting = self._waiting.pop(host)
            turn = waiting.popleft()
            if waiting:
                self._waiting[host] = waiting
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def _call_soon(loop: asyncio.AbstractEventLoop, do: Callable[[], None]) -> None:
    """Schedules a callback on the loop from another thread; does nothing if the loop is closed."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(do)
