"""Fair thread pool: askers share the threads for long work by round-robin.

Askers take turns, one job each. If there are several threads, no asker occupies all of them at
once, so that the next asker need not wait for the long jobs of another. Every kind of work has a
pool of its own: none waits for another, nor for asyncio's default executor, which everything
shares.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from grav.server.problems.problem import Problem

RETRY_AFTER = {"retry-after": "3"}

Result = TypeVar("Result")


@dataclass(eq=False, slots=True)
class _Job:
    asker: str
    work: Callable[[], Any]
    result: asyncio.Future[Any]


class FairThreadPool:
    def __init__(self, name: str, *, threads: int, max_each: int, max_all: int) -> None:
        """Limits the jobs that wait or run to `max_each` per asker and `max_all` in total."""
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._idle = threads
        self._max_running_each = max(1, threads - 1)
        self._max_each = max_each
        self._max_all = max_all
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        """Queues by asker; the asker whose turn it is comes first."""
        self._running: Counter[str] = Counter()

    @property
    def size(self) -> int:
        """The number of jobs that wait or run."""
        return sum(map(len, self._waiting.values())) + self._running.total()

    async def run(self, asker: str, work: Callable[[], Result]) -> Result:
        """Runs the work in another thread and returns its result. Raises Problem if too many jobs
        wait or run already."""
        return await self.submit(asker, work)

    def check_capacity(self, asker: str) -> None:
        """Raises Problem if too many jobs wait or run already, of this asker or of all."""
        if len(self._waiting.get(asker, ())) + self._running[asker] >= self._max_each:
            raise Problem(429, "busy_with_yours", RETRY_AFTER, most=self._max_each)
        if self.size >= self._max_all:
            raise Problem(429, "busy", RETRY_AFTER, most=self._max_all)

    def submit(self, asker: str, work: Callable[[], Result]) -> asyncio.Future[Result]:
        """As `work`, but queues the job before it returns, so that nobody else can take its place.
        If the result is cancelled before the work has begun, the work is never done; afterwards it
        occupies its thread until it ends."""
        self.check_capacity(asker)
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        job = _Job(asker, work, result)
        self._waiting.setdefault(asker, deque()).append(job)
        result.add_done_callback(lambda _: self._forget(job))
        self._begin()
        return result

    def close(self) -> None:
        """Cancels the waiting jobs and begins no more. Does not wait for those that run."""
        for jobs in self._waiting.values():
            for job in jobs:
                job.result.cancel()
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        while self._idle and (job := self._next()) is not None:
            self._idle -= 1
            self._running[job.asker] += 1
            running = asyncio.get_running_loop().run_in_executor(self._threads, job.work)
            running.add_done_callback(partial(self._ended, job))

    def _next(self) -> _Job | None:
        """Takes the first job of the first asker who may use one more thread, and moves that asker
        to the end of the round."""
        for asker, jobs in self._waiting.items():
            if self._running[asker] < self._max_running_each:
                job = jobs.popleft()
                self._waiting.move_to_end(asker)
                if not jobs:
                    del self._waiting[asker]
                return job
        return None

    def _ended(self, job: _Job, done: asyncio.Future[Any]) -> None:
        self._idle += 1
        self._running[job.asker] -= 1
        if not self._running[job.asker]:
            del self._running[job.asker]
        if done.cancelled():
            job.result.cancel()
        elif (error := done.exception()) is not None:
            if not job.result.done():
                job.result.set_exception(error)
        elif not job.result.done():
            job.result.set_result(done.result())
        self._begin()

    def _forget(self, job: _Job) -> None:
        """Removes the job from its queue if it still waits."""
        jobs = self._waiting.get(job.asker)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.asker]
