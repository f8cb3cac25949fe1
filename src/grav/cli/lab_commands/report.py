"""`grav lab report`: writes a run as a page with charts."""

from pathlib import Path

import click

from grav.cli.shared.localised_click import Command
from grav.lab.report import write_report
from grav.lab.store import read_folder
from grav.text import Language, say

DEFAULT = "report"


def report_command(language: Language) -> click.Command:
    def help_text(key: str) -> str:
        return say(f"lab_report.{key}", language)

    @click.command(
        "report", cls=Command, needs="lab", help=help_text("help"), short_help=help_text("short")
    )
    @click.option("-o", "--out", metavar="OUT", help=help_text("out"))
    @click.argument("folder", metavar="DIR")
    def report(out: str | None, folder: str) -> None:
        run = read_folder(Path(folder))
        found = write_report(run, Path(out) if out else run.path / DEFAULT, language)
        values = {"page": str(found.page), "charts": found.charts, "plots": str(found.plots)}
        click.echo(say("lab_report.written", language, **values))
        if found.unfinished:
            click.echo("\n" + found.unfinished)

    return report
