"""The same parts on a cluster, by Ray. They come back here, and only this process writes."""

from collections.abc import Generator, Sequence
from importlib import import_module
from typing import Any

from grav.lab.cells import Part
from grav.lab.extras import require
from grav.lab.playing import PlayedPart, play_part
from grav.lab.run import PlaysParts, RunError
from grav.text import GravError

_PER_CORE = 2
"""Parts that are under way for each core: none waits for the next."""
_RETRIES = 20
"""A part is begun again so often, when the machine that plays it dies."""


def on_ray(address: str, at_once: int | None = None) -> PlaysParts:
    """The cluster at this address; as many parts at once as keep it busy, or as asked for.

    :raises ExtraMissing: when Ray is not installed
    """
    require("ray", "ray")

    def play(parts: Sequence[Part]) -> Generator[PlayedPart, None, None]:
        ray = import_module("ray")
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise RunError("lab.no_cluster", address=address, why=str(error)) from error
        try:
            yield from _played(ray, parts, at_once)
        finally:
            ray.shutdown()

    return play


def _played(
    ray: Any, parts: Sequence[Part], at_once: int | None
) -> Generator[PlayedPart, None, None]:
    task = ray.remote(num_cpus=1, max_retries=_RETRIES)(play_part)
    left = iter(parts)
    running: dict[Any, Part] = {}
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
        ) as error:  # the part itself went wrong: so it would again
            raise (error.cause if isinstance(error.cause, GravError) else error) from error
        except ray.exceptions.RayError as error:  # it was lost, with the machine that had it
            tried[part.number] = tried.get(part.number, 0) + 1
            if tried[part.number] > _RETRIES:
                values = {"part": part.number, "times": _RETRIES, "why": str(error)}
                raise RunError("lab.part_lost", **values) from error
            running[task.remote(part)] = part
            continue
        yield played
