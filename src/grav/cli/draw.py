"""`grav draw`: a picture of a game."""

from pathlib import Path

import click

from grav.cli.shared.files import FileProblem, read_record
from grav.cli.shared.localised_click import Command, WholeNumber
from grav.record import DiagramError, Record, Theme, diagram_of, svg_of, write_whole
from grav.text import Language, say


def draw_command(language: Language) -> click.Command:
    @click.command(
        "draw",
        cls=Command,
        help=say("cli.draw", language),
        short_help=say("cli.draw_short", language),
    )
    @click.option("-o", "--out", metavar="OUT.svg", help=say("cli.draw_out", language))
    @click.option("--move", type=WholeNumber(1), metavar="N", help=say("cli.draw_move", language))
    @click.option("--breaches", is_flag=True, help=say("cli.draw_breaches", language))
    @click.option("--shapes", is_flag=True, help=say("cli.draw_shapes", language))
    @click.option("--dark", is_flag=True, help=say("cli.draw_dark", language))
    @click.argument("file")
    def draw(
        out: str | None, move: int | None, breaches: bool, shapes: bool, dark: bool, file: str
    ) -> None:
        record = read_record(file)
        try:
            diagram = diagram_of(
                record.rules,
                record.actions,
                move,
                breaches=breaches,
                shapes=shapes,
                caption=_caption(record),
                players=record.players or (),
            )
        except DiagramError as error:
            raise FileProblem("cli.in_file", file=file, cause=error.text) from error
        picture = svg_of(diagram, language, Theme.DARK if dark else Theme.LIGHT)
        if out is None:
            click.echo(picture, nl=False)
        else:
            write_whole(Path(out), picture)

    return draw


def _caption(record: Record) -> list[str]:
    return [line for line in (record.name, record.date, record.place) if line]
