"""`grav convert`: a record in another format."""

from pathlib import Path

import click

from grav.cli.shared.files import read_record
from grav.cli.shared.localised_click import Command
from grav.record import save
from grav.text import Language, say


def convert_command(language: Language) -> click.Command:
    @click.command(
        "convert",
        cls=Command,
        help=say("cli.convert", language),
        short_help=say("cli.convert_short", language),
    )
    @click.argument("file")
    @click.argument("out")
    def convert(file: str, out: str) -> None:
        save(read_record(file), Path(out), language)

    return convert
