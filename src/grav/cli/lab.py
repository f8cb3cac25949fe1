"""`grav lab`: runs experiments over many settings, and reports their results."""

from pathlib import Path

import click

from grav.cli.lab_commands.atlas import atlas_command
from grav.cli.lab_commands.findings import findings_command
from grav.cli.lab_commands.report import report_command
from grav.cli.lab_commands.run import run_command
from grav.cli.lab_commands.show_and_compare import compare_command, show_command
from grav.cli.shared.exit_codes import RUN_IS_INCOMPLETE
from grav.cli.shared.localised_click import Command, Group
from grav.lab.merge import format_ranges, merge_runs
from grav.text import Language, say


def lab_command(language: Language) -> click.Group:
    group = Group(
        "lab",
        help=say("cli.lab", language),
        short_help=say("cli.lab_short", language),
        no_args_is_help=True,
    )
    for command in (
        run_command(language),
        show_command(language),
        compare_command(language),
        report_command(language),
        merge_command(language),
        atlas_command(language),
        findings_command(language),
    ):
        group.add_command(command)
    return group


def merge_command(language: Language) -> click.Command:
    @click.command(
        "merge",
        cls=Command,
        needs="lab",
        help=say("cli.lab_merge", language),
        short_help=say("cli.lab_merge_short", language),
    )
    @click.argument("out", metavar="OUT")
    @click.argument("folders", nargs=-1, required=True, metavar="DIR...")
    def command(out: str, folders: tuple[str, ...]) -> int:
        found = merge_runs(Path(out), [Path(folder) for folder in folders])
        values = {"folder": out, "parts": found.parts}
        if not found.missing:
            click.echo(say("lab.merged", language, **values))
            return 0
        numbers = format_ranges(found.missing)
        values |= {"missing": len(found.missing), "games": found.games_missing, "numbers": numbers}
        click.echo(say("lab.merged_missing", language, **values))
        return RUN_IS_INCOMPLETE

    return command
