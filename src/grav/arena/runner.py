"""Plays what is missing, on as many cores as there are; what comes out does not depend on them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from multiprocessing import connection

from grav.arena.played import Played, play_scheduled
from grav.arena.results import Results

Progress = Callable[[int], None]
"""Is told of so many more games that are over."""

Job = tuple[Results, int]
Games = Generator[tuple[Results, Played], None, None]


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_missing(
    tables: Sequence[Results], each: int, workers: int, progress: Progress = lambda _: None
) -> None:
    """Plays the games that these results lack. Each is added as soon as it is over."""
    jobs = [(results, number) for results in tables for number in results.missing(each)]
    workers = min(workers, len(jobs))
    with closing(_one_by_one(jobs) if workers <= 1 else _at_once(jobs, workers)) as played:
        for results, game in played:
            results.add(game)
            progress(1)


def _one_by_one(jobs: Sequence[Job]) -> Games:
    for results, number in jobs:
        yield results, play_scheduled(results.schedule, number)


def _at_once(jobs: Sequence[Job], workers: int) -> Games:
    """Keeps every worker busy, and no more games waiting than that takes."""
    left = iter(jobs)
    running: dict[Future[Played], Results] = {}
    with _pool(workers) as pool:
        while True:
            while len(running) < 2 * workers and (job := next(left, None)) is not None:
                results, number = job
                with _undisturbed():
                    running[pool.submit(play_scheduled, results.schedule, number)] = results
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are started afresh, and that end with this one, however it ends."""
    others = multiprocessing.active_children()
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=spawn, initializer=_begin_worker)
    try:
        yield pool
    except BaseException:  # an interruption waits for no game
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Interruptions wait for a moment: a process that is started now never hears of them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    """Interruptions are for the first process to answer; without it there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
