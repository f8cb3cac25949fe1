"""`grav check`: prints the report of a record: placements, breaches and shapes, and shouts."""

import click

from grav.cli.shared.exit_codes import HAS_REFUSED_ACTIONS
from grav.cli.shared.files import read_record
from grav.cli.shared.localised_click import Command
from grav.record import format_json_line, report, report_text
from grav.text import Language, say


def check_command(language: Language) -> click.Command:
    @click.command(
        "check",
        cls=Command,
        help=say("cli.check", language),
        short_help=say("cli.check_short", language),
    )
    @click.option("--json", "as_json", is_flag=True, help=say("cli.check_json", language))
    @click.argument("file")
    def check(as_json: bool, file: str) -> int:
        found = report(read_record(file))
        if as_json:
            for placement in found.placements:
                click.echo(format_json_line(placement.to_json()))
            for refused in found.refused:
                values = {"index": refused.index + 1, "why": refused.refusal.text}
                click.echo(f"grav: {say('report.refused', language, **values)}", err=True)
        else:
            click.echo(report_text(found, language), nl=False)
        return HAS_REFUSED_ACTIONS if found.refused else 0

    return check
