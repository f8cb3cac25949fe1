"""Plays games of the arena with a progress bar, and reports what is stored after Ctrl-C."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import click

from grav.arena import Results, play_missing
from grav.arena.runner import Progress
from grav.text import Language, say


@dataclass(frozen=True)
class ArenaOptions:
    """The options: how the games are played, and how they are reported."""

    games: int
    workers: int
    seed: str
    out: str | None
    as_json: bool
    shows_progress: bool
    language: Language

    def print_to_stderr(self, key: str, **values: object) -> None:
        """Prints a text to stderr."""
        click.echo(say(f"arena.{key}", self.language, **values), err=True)


def play_games(tables: Sequence[Results], each: int, options: ArenaOptions) -> bool:
    """Plays the missing games. Returns False after Ctrl-C, when it has reported what is stored."""
    left = sum(len(results.missing(each)) for results in tables)
    try:
        with _progress(left, options) as progress:
            play_missing(tables, each, options.workers, progress)
    except KeyboardInterrupt:
        if options.out is None:
            options.print_to_stderr("not_kept")
            return False
        kept = sum(len(results.games(each)) for results in tables)
        total = sum(results.schedule.total(each) for results in tables)
        options.print_to_stderr("kept", kept=kept, total=total, where=options.out)
        return False
    return True


@contextmanager
def _progress(left: int, options: ArenaOptions) -> Iterator[Progress]:
    """Shows a progress bar with the time left, if stderr is a terminal."""
    if not (options.shows_progress and sys.stderr.isatty() and left):
        yield lambda _: None
        return
    label = say("arena.playing", options.language)
    with click.progressbar(length=left, label=label, show_pos=True, file=sys.stderr) as bar:
        yield bar.update
