"""`grav lab findings`: the measured numbers that the documentation states, and its plots."""

from pathlib import Path

import click

from grav.cli.shared.localised_click import Command
from grav.lab.findings.plots import write_plots
from grav.lab.findings.sentences import sentences
from grav.text import Language, say


def findings_command(language: Language) -> click.Command:
    @click.command(
        "findings",
        cls=Command,
        needs="lab",
        help=say("cli.lab_findings", language),
        short_help=say("cli.lab_findings_short", language),
    )
    @click.option("-o", "--out", metavar="DIR", help=say("cli.lab_findings_out", language))
    def command(out: str | None) -> None:
        for sentence in sentences():
            click.echo(f"{sentence.page}: {sentence.text}")
        for file in write_plots(Path(out)) if out else []:
            click.echo(str(file))

    return command
