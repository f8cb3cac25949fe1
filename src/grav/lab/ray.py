"""Plays parts on a Ray cluster. Results return to this process, and only it writes files."""

from collections.abc import Generator, Sequence
from importlib import import_module
from typing import Any

from grav.extras import require
from grav.lab.part_playing import PlayedPart, play_part
from grav.lab.plan import PlanPart
from grav.lab.run import PlayParts, RunError
from grav.text import GravError

_PER_CORE = 2
"""Parts in flight per core, so that no core waits for its next part."""
_MAX_RETRIES = 20
"""How often a part is restarted when the machine that plays it dies."""


def ray_runner(address: str, at_once: int | None = None) -> PlayParts:
    """Returns a runner on the cluster at this address; `at_once` limits the parts in flight.

    :raises ExtraMissing: when Ray is not installed
    """
    require("ray")

    def play(parts: Sequence[PlanPart]) -> Generator[PlayedPart, None, None]:
        ray = import_module("ray")
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise RunError("lab.no_cluster", address=address, why=str(error)) from error
        try:
            yield from _play_parts(ray, parts, at_once)
        finally:
            ray.shutdown()

    return play


def _play_parts(
    ray: Any, parts: Sequence[PlanPart], at_once: int | None
) -> Generator[PlayedPart, None, None]:
    task = ray.remote(num_cpus=1, max_retries=_MAX_RETRIES)(play_part)
    left = iter(parts)
    running: dict[Any, PlanPart] = {}
    tried: dict[int, int] = {}
    while True:
        most = at_once or _PER_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while len(running) < most and (part := next(left, None)) is not None:
            running[task.remote(part)] = part
        if not running:
            return
        (done, *_), _ = ray.wait(list(running), num_returns=1)
        part = running.pop(done)
        try:
            played: PlayedPart = ray.get(done)
        except (
            ray.exceptions.RayTaskError
        ) as error:  # the part itself failed: a retry would fail, too
            raise (error.cause if isinstance(error.cause, GravError) else error) from error
        except ray.exceptions.RayError as error:  # the part was lost with its machine
            tried[part.number] = tried.get(part.number, 0) + 1
            if tried[part.number] > _MAX_RETRIES:
                values = {"part": part.number, "times": _MAX_RETRIES, "why": str(error)}
                raise RunError("lab.part_lost", **values) from error
            running[task.remote(part)] = part
            continue
        yield played
