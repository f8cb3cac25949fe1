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
from grav.cli.playing.options import Wishes, bot_seats, new_game
from grav.cli.playing.table import Table
from grav.cli.roll import new_seed
from grav.cli.shared.console import Console, has_colour
from grav.cli.shared.exit_codes import INTERRUPTED
from grav.cli.shared.files import FileProblem, read_record
from grav.cli.shared.localised import Command, Whole
from grav.game import Help
from grav.record import Record, save
from grav.rules import MAX_PLAYERS, MAX_SIZE, MIN_PLAYERS, MIN_SIZE, Rules
from grav.text import GravError, Language, say


def play_command(language: Language) -> click.Command:
    def told(key: str) -> str:
        return say(f"cli.{key}", language)

    @click.command("play", cls=Command, help=told("play"), short_help=told("play_short"))
    @click.option("--rules", metavar="LINE", help=told("play_rules"))
    @click.option("--size", type=Whole(MIN_SIZE, MAX_SIZE), help=told("size"))
    @click.option("--players", type=Whole(MIN_PLAYERS, MAX_PLAYERS), help=told("players"))
    @click.option("--setting", metavar='"3 3 4 2 4"', help=told("play_setting"))
    @click.option("--edition", help=told("play_edition"))
    @click.option("--strict", is_flag=True, help=told("play_strict"))
    @click.option("--against", metavar="NAME", help=told("play_against"))
    @click.option("--name", multiple=True, metavar="NAME", help=told("play_name"))
    @click.option(
        "--aid",
        multiple=True,
        type=click.Choice([kind.value for kind in Help]),
        help=told("play_aid"),
    )
    @click.option("--seed", help=told("play_seed"))
    @click.option("--quick", is_flag=True, help=told("play_quick"))
    @click.option("--plain", is_flag=True, help=told("play_plain"))
    @click.argument("file", required=False)
    def play(
        aid: tuple[str, ...],
        seed: str | None,
        quick: bool,
        plain: bool,
        file: str | None,
        **wishes: Any,
    ) -> int:
        return _play(
            Console(language, has_colour(plain)),
            Wishes(**wishes),
            tuple(map(Help, aid)),
            seed or new_seed(),
            Looks(plain, pauses=sys.stdin.isatty() and not quick),
            file,
        )

    return play


@dataclass(frozen=True, slots=True)
class Looks:
    """Display options: plain output without colour and frames; pauses as people make them."""

    plain: bool
    pauses: bool


def _play(
    console: Console,
    wishes: Wishes,
    aid: tuple[Help, ...],
    seed: str,
    looks: Looks,
    file: str | None,
) -> int:
    table: Table | None = None
    if wishes.against is not None:
        check_player_name(
            wishes.against
        )  # raises for an unknown name now, not after all the questions
    try:
        if file is None:
            record, against = new_game(wishes, console)
            record = _named(record, against, console.language)
        else:
            wishes.leave_rules_to(file)
            record, against = read_record(file), wishes.against
        bots = _bots(record.rules, against, seed)
        # Strict play is for beginners: it shows all help, unless --aid asks for less.
        shown = aid or (tuple(Help) if record.rules.is_strict else ())
        table = _table(record, console, bots, shown, looks, file)
        table.play()
    except (EOFError, KeyboardInterrupt) as left:
        console.show()
        if table is not None and not table.is_saved:
            _keep(table.record, console, file)
        return INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
    return 0


def _table(
    record: Record,
    console: Console,
    bots: dict[int, Player],
    shown: tuple[Help, ...],
    looks: Looks,
    file: str | None,
) -> Table:
    pause = time.sleep if looks.pauses else None
    try:
        return Table(record, console, bots=bots, help=shown, plain=looks.plain, pause=pause)
    except GravError as error:
        if file is None:
            raise
        raise FileProblem("cli.in_file", file=file, cause=error.text) from error


def _named(record: Record, against: str | None, language: Language) -> Record:
    """Returns the record with the level's name on each bot seat, unless the players have names."""
    if against is None or record.players is not None or against not in map(str, LEVELS):
        return record
    seats = bot_seats(record.rules.players, against)
    level = LEVELS[int(against)].name.say(language)
    names = [say("report.player", language, seat=s + 1) for s in range(record.rules.players)]
    for seat in seats:
        names[seat] = level if len(seats) == 1 else f"{level} {seat}"
    return replace(record, players=tuple(names))


def _bots(rules: Rules, against: str | None, seed: str) -> dict[int, Player]:
    return {
        seat: create_player(against, f"{seed} {seat}")
        for seat in bot_seats(rules.players, against)
        if against is not None
    }


def _keep(record: Record, console: Console, file: str | None) -> None:
    """Saves an unsaved game in the data folder: in its file if it came from there, or a new one."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "grav"
    folder.mkdir(parents=True, exist_ok=True)
    numbers = itertools.chain([""], itertools.count(2))
    paths = (folder / f"unfinished{number}.grav" for number in numbers)
    kept_before = Path(file) if file and Path(file).resolve().parent == folder.resolve() else None
    path = kept_before or next(path for path in paths if not path.exists())
    save(record, path, console.language)
    console.tell("play.kept", file=str(path))
