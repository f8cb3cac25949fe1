"""A pool of worker processes that end when this process ends.

Every worker has a pipe of its own. A worker that is killed, even while it sends an answer, then
breaks only its own pipe. A shared queue would be left with half a message that nobody completes.
"""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing import connection, resource_tracker
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from grav.text import GravError

Item = TypeVar("Item")
Result = TypeVar("Result")


class WorkerDied(GravError):
    """A worker process died."""


def available_cores() -> int:
    """Returns the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_unordered(
    work: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Generator[tuple[Item, Result], None, None]:
    """Yields each item with its result, as soon as it is done; one worker means this process.

    `work` must be a function that can be pickled by name. Closing the generator early terminates
    the workers, and drops the work in progress.
    """
    if workers <= 1:
        for item in items:
            yield item, work(item)
    else:
        yield from _map_with_workers(work, items, workers)


def _map_with_workers(
    work: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Generator[tuple[Item, Result], None, None]:
    """Gives every idle worker an item, and yields results as they arrive."""
    left = iter(items)
    busy: dict[Any, Item] = {}
    with _start_workers(work, workers) as idle:
        while True:
            for item in islice(left, len(idle)):
                pipe = idle.pop()
                _send(pipe, item)
                busy[pipe] = item
            if not busy:
                return
            for pipe in connection.wait(list(busy)):
                is_done, answer = _receive_answer(pipe)
                item = busy.pop(pipe)
                if not is_done:
                    raise answer
                idle.append(pipe)
                yield item, answer


def _send(pipe: Any, item: object) -> None:
    try:
        pipe.send(item)
    except OSError as error:
        raise WorkerDied("arena.worker_died") from error


def _receive_answer(pipe: Any) -> tuple[bool, Any]:
    try:
        is_done, answer = pipe.recv()
    except (EOFError, OSError) as error:
        raise WorkerDied("arena.worker_died") from error
    return is_done, answer


@contextmanager
def _start_workers(work: Callable[[Any], object], workers: int) -> Iterator[list[Any]]:
    """Starts worker processes (start method spawn), and yields the pipes to them.

    The workers end with this process, however it ends.
    """
    spawn = multiprocessing.get_context("spawn")
    processes, pipes = [], []
    try:
        for _ in range(workers):
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=_run_worker, args=(theirs, work), daemon=True)
            with _block_sigint():
                process.start()
                processes.append(process)
                pipes.append(ours)
                theirs.close()  # so that the pipe reports EOF when the worker dies
        yield [*pipes]
    except BaseException:  # on an interruption, do not wait for running games
        for process in processes:
            process.terminate()
        raise
    finally:
        for pipe in pipes:
            pipe.close()
        for process in processes:
            process.join()


@contextmanager
def _block_sigint() -> Iterator[None]:
    """Blocks SIGINT while a process is started; the process inherits the blocked signal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Starts multiprocessing's resource tracker: the first process would unblock SIGINT by it.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_worker(pipe: "Connection[Any, Any]", work: Callable[[Any], object]) -> None:
    """Runs in the worker: receives items and sends results until the pipe is closed."""
    # The parent handles SIGINT; if the parent ends, the worker ends, too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        try:
            answer: tuple[bool, object] = (True, work(item))
        except Exception as error:  # noqa: BLE001 - raised by the parent
            error.add_note(traceback.format_exc())
            answer = (False, error)
        pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
