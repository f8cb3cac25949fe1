"""Plays the missing games in parallel; the results do not depend on the number of workers."""

from collections.abc import Callable, Sequence
from contextlib import closing

from grav.arena.played_game import PlayedGame, play_scheduled
from grav.arena.results import Results
from grav.arena.schedule import Schedule
from grav.arena.worker_pool import map_unordered

Progress = Callable[[int], None]
"""Is called with the number of games that have ended since the last call."""


def play_missing(
    tables: Sequence[Results], each: int, workers: int, progress: Progress = lambda _: None
) -> None:
    """Plays the games that these results lack, and adds each as soon as it is over."""
    jobs = [
        (place, results.schedule, number)
        for place, results in enumerate(tables)
        for number in results.missing(each)
    ]
    with closing(map_unordered(_play_job, jobs, min(workers, len(jobs)))) as played:
        for (place, _, _), game in played:
            tables[place].add(game)
            progress(1)


def _play_job(job: tuple[int, Schedule, int]) -> PlayedGame:
    _, schedule, number = job
    return play_scheduled(schedule, number)
