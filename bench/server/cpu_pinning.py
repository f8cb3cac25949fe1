"""CPU affinity: a server runs on the first core, all its clients on the last, in a process of their
own."""

import gc
import os
import resource
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, ParamSpec, TypeVar

import uvloop

P = ParamSpec("P")
T = TypeVar("T")


def has_two_cores() -> bool:
    return len(os.sched_getaffinity(0)) > 1


def pin_server() -> None:
    """Pins this process to the first core; called in a server's process before it begins."""
    _pin_to(min(os.sched_getaffinity(0)))


def run_on_client_core(
    measure: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Runs a measurement in a new process on the clients' core; returns its result."""
    with ProcessPoolExecutor(1, get_context("spawn"), _pin_clients) as clients:
        told: T = clients.submit(_run, measure, args, kwargs).result()
    return told


def _pin_clients() -> None:
    _pin_to(max(os.sched_getaffinity(0)))
    gc.disable()  # its pauses would be measured, and a load ends before memory runs short


def _pin_to(core: int) -> None:
    os.sched_setaffinity(0, {core})
    allow_many_files()


def allow_many_files() -> None:
    """Raises the soft limit of open files to the hard limit: every client needs one or two."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _run(
    measure: Callable[..., Coroutine[Any, Any, object]],
    args: tuple[object, ...],
    kwargs: dict[str, object],
) -> Any:
    return uvloop.run(measure(*args, **kwargs))
