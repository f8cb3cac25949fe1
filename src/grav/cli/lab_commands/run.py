"""`grav lab run`: plays an experiment, and shows its progress."""

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import click

from grav.arena import available_cores
from grav.cli.shared.exit_codes import INTERRUPTED
from grav.cli.shared.localised_click import Command, UsageError, WholeNumber
from grav.lab.experiment import Backend, load_experiment
from grav.lab.gpu.device import import_cupy
from grav.lab.ray import ray_runner
from grav.lab.run import PlayParts, Progress, Shard, play_missing_parts, play_on_gpu, process_runner
from grav.lab.store import RunFolder, open_folder
from grav.text import Language, say

MAX_WORKERS = 4096
MAX_SHARDS = 10_000
_SECONDS_BETWEEN_LINES = 10.0
"""Seconds between two progress lines, if stderr is not a terminal."""
_SHARD = re.compile(r"(\d{1,5})/(\d{1,5})", re.ASCII)


def run_command(language: Language) -> click.Command:
    def help_text(option: str) -> str:
        return say(f"cli.lab_run{option}", language)

    @click.command(
        "run", cls=Command, needs="lab", help=help_text(""), short_help=help_text("_short")
    )
    @click.option("-o", "--out", metavar="DIR", help=help_text("_out"))
    @click.option("--workers", type=WholeNumber(1, MAX_WORKERS), help=help_text("_workers"))
    @click.option("--shard", metavar="I/N", help=help_text("_shard"))
    @click.option("--ray", "address", metavar="ADDRESS", help=help_text("_ray"))
    @click.option("--gpu/--cpu", "gpu", default=None, help=help_text("_gpu"))
    @click.argument("file", metavar="EXPERIMENT")
    def command(
        out: str | None,
        workers: int | None,
        shard: str | None,
        address: str | None,
        gpu: bool | None,
        file: str,
    ) -> int:
        share = _parse_shard(shard)
        experiment, text = load_experiment(Path(file))
        backend = experiment.backend if gpu is None else "gpu" if gpu else "cpu"
        plays = _choose_runner(backend, workers, address)
        with open_folder(Path(out or _default_folder(file, share)), experiment, text) as folder:
            return _play(folder, plays, share, language)

    return command


def _play(folder: RunFolder, plays: PlayParts, shard: Shard, language: Language) -> int:
    total = len(folder.plan.parts)
    try:
        with show_progress(language) as progress:
            play_missing_parts(folder, plays, shard, progress)
    except KeyboardInterrupt:
        kept = {"kept": len(folder.done()), "total": total, "folder": str(folder.path)}
        click.echo(say("lab.kept", language, **kept), err=True)
        return INTERRUPTED
    values = {"folder": str(folder.path), "parts": len(folder.done()), "of": total}
    values |= {"cells": len(folder.plan.cells), "games": folder.experiment.games}
    click.echo(say("lab.done", language, **values))
    return 0


def _choose_runner(backend: Backend, workers: int | None, address: str | None) -> PlayParts:
    """Returns the backend that plays; raises UsageError for options that exclude each other."""
    if address is not None:
        if backend == "gpu":
            raise UsageError("cli.lab_together", one="--ray", other="--gpu")
        return ray_runner(address, workers)
    if backend == "gpu":
        if workers is not None:
            raise UsageError("cli.lab_together", one="--workers", other="--gpu")
        import_cupy()
        return play_on_gpu
    return process_runner(workers or available_cores())


def _parse_shard(text: str | None) -> Shard:
    if text is None:
        return Shard()
    match = _SHARD.fullmatch(text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]) <= MAX_SHARDS:
        raise UsageError("cli.lab_shard", found=text[:40])
    return Shard(int(match[1]), int(match[2]))


def _default_folder(file: str, shard: Shard) -> str:
    name = Path(file).stem
    return name if shard.of == 1 else f"{name}-{shard.number}-of-{shard.of}"


@contextmanager
def show_progress(language: Language) -> Iterator[Callable[[Progress], None]]:
    """Shows a progress bar with the time left if stderr is a terminal, else lines at intervals."""
    if not sys.stderr.isatty():
        yield ProgressLines(language).show
        return
    bar = click.progressbar(
        length=1,
        label=say("lab.playing", language),
        item_show_func=lambda text: text,
        file=sys.stderr,
    )

    def show(progress: Progress) -> None:
        bar.length = max(1, progress.work_done + progress.work_left)
        text = say("lab.progress", language, parts=progress.parts, of=progress.of)
        bar.update(progress.work_done - bar.pos, text)

    with bar:
        yield show


class ProgressLines:
    """Prints progress in lines: one every `_SECONDS_BETWEEN_LINES` at most, and one at the end."""

    def __init__(self, language: Language, clock: Callable[[], float] = time.monotonic) -> None:
        self._language, self._clock = language, clock
        self._begun = self._last_shown = clock()

    def show(self, progress: Progress) -> None:
        now = self._clock()
        seconds = progress.seconds_left(now - self._begun)
        if seconds is None or (
            now - self._last_shown < _SECONDS_BETWEEN_LINES and progress.work_left
        ):
            return
        self._last_shown = now
        click.echo(self._line(progress, seconds), err=True)

    def _line(self, progress: Progress, seconds: float) -> str:
        percent = 100 * progress.work_done // (progress.work_done + progress.work_left)
        left = str(timedelta(seconds=round(seconds)))
        values = {"parts": progress.parts, "of": progress.of, "percent": percent, "left": left}
        return say("lab.progress_left", self._language, **values)
