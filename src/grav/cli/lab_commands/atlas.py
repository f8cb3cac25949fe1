"""`grav lab atlas`: plays the games of the atlas anew, and writes its files."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from grav.arena import available_cores
from grav.atlas.atlas import SUFFIX
from grav.cli.shared.localised_click import Command, WholeNumber
from grav.lab.atlas_playing import cpu_player, gpu_player
from grav.lab.atlas_recipe import SIZES, build_file, file_provenance, recipe_for
from grav.text import Language, say

MAX_THREADS = 256


def atlas_command(language: Language) -> click.Command:
    def help_text(option: str) -> str:
        return say(f"atlas.make_{option}", language)

    @click.command(
        "atlas", cls=Command, needs="lab", help=help_text("help"), short_help=help_text("short")
    )
    @click.option("--gpu", is_flag=True, help=help_text("gpu"))
    @click.option(
        "--only", type=click.Choice([str(size) for size in SIZES]), help=help_text("only")
    )
    @click.option("--out", metavar="DIR", default=".", help=help_text("out"))
    @click.option("--threads", type=WholeNumber(1, MAX_THREADS), help=help_text("threads"))
    @click.option("--no-progress", is_flag=True, help=help_text("no_progress"))
    def atlas(
        gpu: bool, only: str | None, out: str, threads: int | None, no_progress: bool
    ) -> None:
        folder = Path(out)
        folder.mkdir(parents=True, exist_ok=True)  # fails now, not after hours of games
        play = gpu_player() if gpu else cpu_player(threads or available_cores())
        for size in SIZES if only is None else (int(only),):
            settings = sum(len(part.settings) for part in recipe_for(size))
            with _progress(size, settings, language, shown=not no_progress) as played:
                data = build_file(size, file_provenance(size), play, played)
            file = folder / f"{size}{SUFFIX}"
            file.write_bytes(data)
            values = {"file": str(file), "settings": f"{settings:,}", "bytes": f"{len(data):,}"}
            click.echo(say("atlas.made", language, **values))

    return atlas


@contextmanager
def _progress(
    size: int, settings: int, language: Language, *, shown: bool
) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar with the time left, if stderr is a terminal."""
    if not (shown and sys.stderr.isatty()):
        yield lambda _: None
        return
    label = say("atlas.making", language, size=size)
    with click.progressbar(length=settings, label=label, show_pos=True, file=sys.stderr) as bar:
        yield bar.update
