"""Plays games of the arena at a terminal: progress, and what is said when somebody interrupts."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import click

from grav.arena import Results, play_missing
from grav.arena.runner import Progress
from grav.text import Language, say


@dataclass(frozen=True)
class Wishes:
    """How the games are to be played and told."""

    games: int
    workers: int
    seed: str
    out: str | None
    as_json: bool
    shows_progress: bool
    language: Language

    def tell(self, key: str, **values: object) -> None:
        """Says something beside the output."""
        click.echo(say(f"arena.{key}", self.language, **values), err=True)


def play_out(tables: Sequence[Results], each: int, wishes: Wishes) -> bool:
    """Plays what is missing. False if somebody interrupted: then it was said what is kept."""
    left = sum(len(results.missing(each)) for results in tables)
    try:
        with _progress(left, wishes) as progress:
            play_missing(tables, each, wishes.workers, progress)
    except KeyboardInterrupt:
        if wishes.out is None:
            wishes.tell("not_kept")
            return False
        kept = sum(len(results.games(each)) for results in tables)
        total = sum(results.schedule.total(each) for results in tables)
        wishes.tell("kept", kept=kept, total=total, where=wishes.out)
        return False
    return True


@contextmanager
def _progress(left: int, wishes: Wishes) -> Iterator[Progress]:
    """A bar with the time left, where somebody looks on."""
    if not (wishes.shows_progress and sys.stderr.isatty() and left):
        yield lambda _: None
        return
    label = say("arena.playing", wishes.language)
    with click.progressbar(length=left, label=label, show_pos=True, file=sys.stderr) as bar:
        yield bar.update
