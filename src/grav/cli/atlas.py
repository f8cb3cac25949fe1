"""`grav atlas`: what a setting does, which settings make a good game, and all of it as tables."""

import errno
import os
from collections.abc import Sequence
from pathlib import Path

import click

from grav.atlas import RANDOM, SEARCH_1000, MeasuredBoard, atlas, best, find_thinkers
from grav.atlas.atlas_json import (
    forecast_to_json,
    format_strict_rules,
    scored_setting_to_json,
    thinkers_to_json,
)
from grav.atlas.export import ExportedTable, TableFormat, export_atlas, write_archive
from grav.atlas.file_format import AtlasError
from grav.cli.forecasts.atlas_tables import format_best, format_forecast
from grav.cli.shared.localised_click import Command, Group, WholeNumber
from grav.record import format_json_line
from grav.rules import (
    MAX_PLAYERS,
    MAX_SIZE,
    MIN_PLAYERS,
    MIN_SIZE,
    Rules,
    Setting,
    parse_edition,
)
from grav.text import Language, say

DEFAULT_SIZE = 9
DEFAULT_LIMIT = 3
MAX_SHOWN = 100_000
BOTH_FORMATS = "both"


def atlas_command(language: Language) -> click.Group:
    def help_text(key: str) -> str:
        return say(f"atlas.{key}", language)

    group = Group(
        "atlas", help=help_text("command"), short_help=help_text("short"), no_args_is_help=True
    )
    sizes, numbers = WholeNumber(MIN_SIZE, MAX_SIZE), WholeNumber(MIN_PLAYERS, MAX_PLAYERS)
    size = click.option("--size", type=sizes, default=DEFAULT_SIZE, help=help_text("option_size"))
    players = click.option(
        "--players", type=numbers, default=MIN_PLAYERS, help=help_text("option_players")
    )
    as_json = click.option("--json", "as_json", is_flag=True, help=help_text("option_json"))

    @group.command(
        "show", cls=Command, help=help_text("show_help"), short_help=help_text("show_short")
    )
    @click.argument("setting", metavar="SETTING")
    @size
    @players
    @click.option("--edition", metavar="NAME", default="revised", help=help_text("option_edition"))
    @as_json
    def show(setting: str, size: int, players: int, edition: str, as_json: bool) -> None:
        rules = Rules(size, players, Setting.parse(setting), parse_edition(edition))
        if as_json:
            click.echo(format_json_line(_forecasts_json(rules)))
        else:
            click.echo(format_forecast(rules, language))

    @group.command(
        "best", cls=Command, help=help_text("best_help"), short_help=help_text("best_short")
    )
    @size
    @players
    @click.option("--edition", metavar="NAME", help=help_text("option_best_edition"))
    @click.option(
        "--limit",
        type=WholeNumber(1, MAX_SHOWN),
        default=DEFAULT_LIMIT,
        help=help_text("option_limit"),
    )
    @as_json
    def best_(size: int, players: int, edition: str | None, limit: int, as_json: bool) -> None:
        found = [
            best(board, atlas().board(size, players, board.edition, SEARCH_1000), limit)
            for board in _boards(size, players, edition)
        ]
        if as_json:
            click.echo(
                format_json_line([scored_setting_to_json(each) for some in found for each in some])
            )
        else:
            click.echo(format_best(found, language))

    group.add_command(_export_command(language))
    return group


def _export_command(language: Language) -> click.Command:
    def help_text(key: str) -> str:
        return say(f"atlas_export.{key}", language)

    def show_table(table: ExportedTable) -> None:
        values = {"settings": f"{table.rows:,}", "bytes": f"{table.bytes:,}"}
        click.echo(say("atlas.made", language, file=table.path.name, **values))

    @click.command("export", cls=Command, help=help_text("help"), short_help=help_text("short"))
    @click.argument("folder", metavar="DIR")
    @click.option(
        "--format",
        "table_format",
        type=click.Choice([*(each.value for each in TableFormat), BOTH_FORMATS]),
        default=TableFormat.CSV.value,
        help=help_text("option_format"),
    )
    @click.option(
        "--size",
        "sizes",
        type=WholeNumber(MIN_SIZE, MAX_SIZE),
        multiple=True,
        help=help_text("option_size"),
    )
    @click.option("--archive", metavar="FILE", help=help_text("option_archive"))
    def export(folder: str, table_format: str, sizes: tuple[int, ...], archive: str | None) -> None:
        formats = list(TableFormat) if table_format == BOTH_FORMATS else [TableFormat(table_format)]
        _check_measured(sizes)
        if archive is not None and Path(archive).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), archive)
        known = atlas()
        export_atlas(known, Path(folder), formats, sizes or known.sizes, language, show_table)
        files = sum(1 for _ in Path(folder).iterdir())
        click.echo(say("atlas_export.written", language, folder=folder, files=files))
        if archive is not None:
            write_archive(Path(folder), Path(archive))
            size = f"{Path(archive).stat().st_size:,}"
            click.echo(say("atlas_export.archived", language, file=archive, bytes=size))

    return export


def _check_measured(sizes: Sequence[int]) -> None:
    """:raises AtlasError: if boards of one of these sizes were not measured"""
    known = atlas().sizes
    for size in sizes:
        if size not in known:
            expected = ", ".join(f"{each}x{each}" for each in known)
            raise AtlasError("atlas.no_board", rules=f"{size}x{size}", expected=expected)


def _forecasts_json(rules: Rules) -> dict[str, object]:
    """Returns the forecasts for these rules, one per kind of player that measured them, and what is
    known of players who think, also without a forecast."""
    known = atlas()
    forecasts = [known.forecast(rules, player_kind) for player_kind in known.player_kinds]
    measured = [forecast_to_json(each, known) for each in forecasts if each is not None]
    instead = [] if forecasts[0] is not None else known.nearest_forecasts(rules)
    return {
        "rules": format_strict_rules(rules),
        "forecasts": measured,
        "instead": [forecast_to_json(forecast, known) for forecast in instead],
        "thinkers": thinkers_to_json(find_thinkers(known, rules)),
    }


def _boards(size: int, players: int, edition: str | None) -> list[MeasuredBoard]:
    """Returns the requested boards, as measured with random players.

    :raises AtlasError: if none of them was measured
    """
    boards = [board for board in atlas().boards if board.player_kind == RANDOM]
    wanted = None if edition is None else parse_edition(edition)
    found = [
        board
        for board in boards
        if (board.size, board.players) == (size, players) and wanted in (None, board.edition)
    ]
    if not found:
        rules = f"{size}x{size} {players}p {edition or ''}".rstrip()
        there = sorted({(board.size, board.players) for board in boards})
        expected = ", ".join(f"{size}x{size} {players}p" for size, players in there)
        raise AtlasError("atlas.no_board", rules=rules, expected=expected)
    return found
