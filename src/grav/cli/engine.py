"""`grav engine`: a game and a player for other programs, by the text protocol of docs/engine.md."""

import sys
from functools import partial

import click

from grav import __version__
from grav.bots import create_player
from grav.bots.engine import Engine
from grav.cli.shared.localised_click import Command
from grav.cli.shared.seeds import new_seed
from grav.text import Language, say


def engine_command(language: Language) -> click.Command:
    @click.command(
        "engine",
        cls=Command,
        help=say("cli.engine", language),
        short_help=say("cli.engine_short", language),
    )
    @click.option("--player", "name", default="greedy", help=say("cli.engine_player", language))
    @click.option("--seed", metavar="S", help=say("cli.engine_seed", language))
    def engine(name: str, seed: str | None) -> None:
        create_player(name, "")  # raises for an unknown name now, not at the first request
        sit = partial(create_player, name)
        seed = new_seed() if seed is None else seed
        _serve(Engine(sit, seed, version=__version__, language=language))

    return engine


def _serve(engine: Engine) -> None:
    """Answers each line at once, until `quit` or the end of the input."""
    while not engine.has_quit and (line := sys.stdin.readline()):
        answer = engine.answer(line)
        if answer is not None:
            sys.stdout.write(answer)
            sys.stdout.flush()
