"""Work for many processes: each piece is done somewhere, and they end with this one.

Every worker has a pipe of its own. One that is killed, even while it answers, then ends its pipe
and nothing else: a queue that all share would be left with half an answer that nobody completes.
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

Piece = TypeVar("Piece")
Done = TypeVar("Done")


class WorkerDied(GravError):
    """A process that worked for us was ended by somebody else."""


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def all_done(
    work: Callable[[Piece], Done], pieces: Iterable[Piece], workers: int
) -> Generator[tuple[Piece, Done], None, None]:
    """Each piece with what was made of it, as soon as it is done; with one worker, here.

    The work must be a function that another process can find by its name. Whoever does not want
    all of it closes the generator: what is under way is then given up.
    """
    if workers <= 1:
        for piece in pieces:
            yield piece, work(piece)
    else:
        yield from _at_once(work, pieces, workers)


def _at_once(
    work: Callable[[Piece], Done], pieces: Iterable[Piece], workers: int
) -> Generator[tuple[Piece, Done], None, None]:
    """Keeps every worker busy."""
    left = iter(pieces)
    busy: dict[Any, Piece] = {}
    with _crew(work, workers) as idle:
        while True:
            for piece in islice(left, len(idle)):
                pipe = idle.pop()
                _tell(pipe, piece)
                busy[pipe] = piece
            if not busy:
                return
            for pipe in connection.wait(list(busy)):
                is_done, answer = _answer_of(pipe)
                piece = busy.pop(pipe)
                if not is_done:
                    raise answer
                idle.append(pipe)
                yield piece, answer


def _tell(pipe: Any, piece: object) -> None:
    try:
        pipe.send(piece)
    except OSError as error:
        raise WorkerDied("arena.worker_died") from error


def _answer_of(pipe: Any) -> tuple[bool, Any]:
    try:
        is_done, answer = pipe.recv()
    except (EOFError, OSError) as error:
        raise WorkerDied("arena.worker_died") from error
    return is_done, answer


@contextmanager
def _crew(work: Callable[[Any], object], workers: int) -> Iterator[list[Any]]:
    """Processes that are started afresh, and that end with this one, however it ends."""
    spawn = multiprocessing.get_context("spawn")
    processes, pipes = [], []
    try:
        for _ in range(workers):
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=_serve, args=(theirs, work), daemon=True)
            with _undisturbed():
                process.start()
                processes.append(process)
                pipes.append(ours)
                theirs.close()  # so that the pipe ends with the process that has the other end
        yield [*pipes]
    except BaseException:  # an interruption waits for no game
        for process in processes:
            process.terminate()
        raise
    finally:
        for pipe in pipes:
            pipe.close()
        for process in processes:
            process.join()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Interruptions wait for a moment: a process that is started now never hears of them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Else it is started together with the first process, and lets interruptions through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: "Connection[Any, Any]", work: Callable[[Any], object]) -> None:
    """Does one piece after the other, until there are no more."""
    # Interruptions are for the first process to answer; without it there is nothing to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            piece = pipe.recv()
        except EOFError:
            return
        try:
            answer: tuple[bool, object] = (True, work(piece))
        except Exception as error:
            error.add_note(traceback.format_exc())
            answer = (False, error)
        pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
