"""Entry point: runs a command, and turns every error into a message and an exit status."""

import os
import sys
from collections.abc import Sequence

import click

from grav import __version__
from grav.cli.admin import admin_command
from grav.cli.analyse import analyse_command
from grav.cli.arena import arena_command
from grav.cli.atlas import atlas_command
from grav.cli.bot import bot_command
from grav.cli.check import check_command
from grav.cli.convert import convert_command
from grav.cli.draw import draw_command
from grav.cli.engine import engine_command
from grav.cli.join import join_command
from grav.cli.lab import lab_command
from grav.cli.play import play_command
from grav.cli.replay import replay_command
from grav.cli.roll import roll_command
from grav.cli.serve import serve_command
from grav.cli.shared.error_exits import report_error
from grav.cli.shared.exit_codes import BAD_INPUT
from grav.cli.shared.localised_click import (
    Group,
    locale_language,
    localise_usage_error,
    parse_language,
)
from grav.text import LANGUAGES, GravError, Language, say


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `grav` with these arguments (default: those of the process); returns the exit status."""
    _prepare_streams()
    language = locale_language()
    try:
        language, rest = parse_language(sys.argv[1:] if arguments is None else arguments)
        return _run(rest, language)
    except (GravError, OSError, KeyboardInterrupt, click.Abort) as error:
        return report_error(error, language)


def _run(arguments: list[str], language: Language) -> int:
    try:
        group = create_group(language)
        with group.make_context("grav", arguments, obj=language) as context:
            result = group.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.message)
        return BAD_INPUT
    except click.UsageError as error:
        raise localise_usage_error(error) from None
    return result if isinstance(result, int) else 0


def create_group(language: Language) -> click.Group:
    """Returns the command with its help in a language."""
    group = Group(
        "grav",
        help=say("cli.grav", language),
        params=[
            click.Option(["--lang"], metavar="|".join(LANGUAGES), help=say("cli.lang", language)),
            click.Option(
                ["--version"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_show_version,
                help=say("cli.version", language),
            ),
        ],
        no_args_is_help=True,
    )
    for command in (
        play_command(language),
        check_command(language),
        draw_command(language),
        analyse_command(language),
        convert_command(language),
        roll_command(language),
        replay_command(language),
        arena_command(language),
        lab_command(language),
        atlas_command(language),
        engine_command(language),
        serve_command(language),
        join_command(language),
        bot_command(language),
        admin_command(language),
    ):
        group.add_command(command)
    return group


def _show_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(f"grav {__version__}")
        context.exit()


def _prepare_streams() -> None:
    """Replaces a closed stdin or stdout by devnull; invalid characters are replaced, not errors."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
