"""`grav play`: a game at one terminal."""

import itertools
import os
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from grav.bots import LEVELS, Player, check_player_name, create_player
from grav.cli.playing.new_game_options import NewGameOptions, bot_seats, new_game
from grav.cli.playing.table import TerminalGame
from grav.cli.shared.console import Console, has_colour
from grav.cli.shared.exit_codes import INTERRUPTED
from grav.cli.shared.files import FileProblem, read_record
from grav.cli.shared.localised_click import Command, WholeNumber
from grav.cli.shared.seeds import new_seed
from grav.game import Help
from grav.record import Record, save
from grav.rules import MAX_PLAYERS, MAX_SIZE, MIN_PLAYERS, MIN_SIZE, Rules
from grav.text import GravError, Language, say


def play_command(language: Language) -> click.Command:
    def help_text(key: str) -> str:
        return say(f"cli.{key}", language)

    @click.command("play", cls=Command, help=help_text("play"), short_help=help_text("play_short"))
    @click.option("--rules", metavar="LINE", help=help_text("play_rules"))
    @click.option("--size", type=WholeNumber(MIN_SIZE, MAX_SIZE), help=help_text("size"))
    @click.option(
        "--players", type=WholeNumber(MIN_PLAYERS, MAX_PLAYERS), help=help_text("players")
    )
    @click.option("--setting", metavar='"3 3 4 2 4"', help=help_text("play_setting"))
    @click.option("--edition", help=help_text("play_edition"))
    @click.option("--strict", is_flag=True, help=help_text("play_strict"))
    @click.option("--against", metavar="NAME", help=help_text("play_against"))
    @click.option("--name", multiple=True, metavar="NAME", help=help_text("play_name"))
    @click.option(
        "--aid",
        multiple=True,
        type=click.Choice([kind.value for kind in Help]),
        help=help_text("play_aid"),
    )
    @click.option("--seed", help=help_text("play_seed"))
    @click.option("--quick", is_flag=True, help=help_text("play_quick"))
    @click.option("--plain", is_flag=True, help=help_text("play_plain"))
    @click.argument("file", required=False)
    def play(
        aid: tuple[str, ...],
        seed: str | None,
        quick: bool,
        plain: bool,
        file: str | None,
        **options: Any,
    ) -> int:
        return _play(
            Console(language, has_colour(plain)),
            NewGameOptions(**options),
            tuple(map(Help, aid)),
            seed or new_seed(),
            DisplayOptions(plain, pauses=sys.stdin.isatty() and not quick),
            file,
        )

    return play


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """Display options: plain output without colour and frames; pauses as people make them."""

    plain: bool
    pauses: bool


def _play(
    console: Console,
    options: NewGameOptions,
    aid: tuple[Help, ...],
    seed: str,
    display: DisplayOptions,
    file: str | None,
) -> int:
    table: TerminalGame | None = None
    if options.against is not None:
        check_player_name(
            options.against
        )  # raises for an unknown name now, not after all the questions
    try:
        if file is None:
            record, against = new_game(options, console)
            record = _name_bots(record, against, console.language)
        else:
            options.check_not_stated_twice(file)
            record, against = read_record(file), options.against
        bots = _create_bots(record.rules, against, seed)
        # Strict play is for beginners: it shows all help, unless --aid asks for less.
        shown = aid or (tuple(Help) if record.rules.is_strict else ())
        table = _table(record, console, bots, shown, display, file)
        table.play()
    except (EOFError, KeyboardInterrupt) as left:
        console.show()
        if table is not None and not table.is_saved:
            _save_unfinished(table.record, console, file)
        return INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
    return 0


def _table(
    record: Record,
    console: Console,
    bots: dict[int, Player],
    shown: tuple[Help, ...],
    display: DisplayOptions,
    file: str | None,
) -> TerminalGame:
    pause = time.sleep if display.pauses else None
    try:
        return TerminalGame(
            record, console, bots=bots, help=shown, plain=display.plain, pause=pause
        )
    except GravError as error:
        if file is None:
            raise
        raise FileProblem("cli.in_file", file=file, cause=error.text) from error


def _name_bots(record: Record, against: str | None, language: Language) -> Record:
    """Returns the record with the level's name on each bot seat, unless the players have names."""
    if against is None or record.players is not None or against not in map(str, LEVELS):
        return record
    seats = bot_seats(record.rules.players, against)
    level = LEVELS[int(against)].name.say(language)
    names = [say("report.player", language, seat=s + 1) for s in range(record.rules.players)]
    for seat in seats:
        names[seat] = level if len(seats) == 1 else f"{level} {seat}"
    return replace(record, players=tuple(names))


def _create_bots(rules: Rules, against: str | None, seed: str) -> dict[int, Player]:
    return {
        seat: create_player(against, f"{seed} {seat}")
        for seat in bot_seats(rules.players, against)
        if against is not None
    }


def _save_unfinished(record: Record, console: Console, file: str | None) -> None:
    """Saves an unsaved game in the data folder: in its file if it came from there, or a new one."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "grav"
    folder.mkdir(parents=True, exist_ok=True)
    numbers = itertools.chain([""], itertools.count(2))
    paths = (folder / f"unfinished{number}.grav" for number in numbers)
    same_file = Path(file) if file and Path(file).resolve().parent == folder.resolve() else None
    path = same_file or next(path for path in paths if not path.exists())
    save(record, path, console.language)
    console.show_text("play.kept", file=str(path))
