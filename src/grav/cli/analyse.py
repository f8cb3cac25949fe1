"""`grav analyse`: the best moves in a position of a game, by a search over strict play."""

import random
import sys
from dataclasses import dataclass

import click

from grav.arena import available_cores
from grav.cli.analysis.judged_move import ALL, is_known, judge
from grav.cli.analysis.position import Position, PositionError, position_at
from grav.cli.analysis.printing import Showing
from grav.cli.analysis.result import Found
from grav.cli.analysis.thinking import Budget, Thinker
from grav.cli.shared.console import Console, has_colour
from grav.cli.shared.exit_codes import INTERRUPTED
from grav.cli.shared.files import FileProblem, read_record
from grav.cli.shared.localised import Command, Seconds, Whole
from grav.game import State
from grav.native.loading import core
from grav.native.search import Search
from grav.record import Record, dump_json
from grav.text import Language, say

DEFAULT_SECONDS = 3.0
DEFAULT_BEST = 5
DEFAULT_SEED = "grav"
MAX_NODES = 10**12
MAX_BEST = 999
MAX_THREADS = 256


def analyse_command(language: Language) -> click.Command:
    def told(option: str) -> str:
        return say(f"cli.analyse_{option}", language)

    @click.command(
        "analyse", cls=Command, help=say("cli.analyse", language), short_help=told("short")
    )
    @click.option("--move", type=Whole(1), metavar="N", help=told("move"))
    @click.option("--time", "seconds", type=Seconds(), help=told("time"))
    @click.option("--nodes", type=Whole(1, MAX_NODES), help=told("nodes"))
    @click.option(
        "--best", type=Whole(1, MAX_BEST), metavar="K", default=DEFAULT_BEST, help=told("best")
    )
    @click.option("--threads", type=Whole(1, MAX_THREADS), help=told("threads"))
    @click.option("--seed", metavar="S", default=DEFAULT_SEED, help=told("seed"))
    @click.option("--json", "as_json", is_flag=True, help=told("json"))
    @click.option("--plain", is_flag=True, help=say("cli.play_plain", language))
    @click.argument("file")
    def analyse(
        move: int | None,
        seconds: float | None,
        nodes: int | None,
        best: int,
        threads: int | None,
        seed: str,
        as_json: bool,
        plain: bool,
        file: str,
    ) -> int:
        core()  # raises if the core is missing, before the file is read
        record = read_record(file)
        try:
            position = position_at(record, move)
        except PositionError as error:
            raise FileProblem("cli.in_file", file=file, cause=error.text) from error
        wishes = Wishes(_budget(nodes, seconds, threads), best, seed, as_json, plain, language)
        return _analyse(record, position, wishes)

    return analyse


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options: the budget of the search, and the form of the output."""

    budget: Budget
    best: int
    seed: str
    as_json: bool
    plain: bool
    language: Language


def _budget(nodes: int | None, seconds: float | None, threads: int | None) -> Budget:
    """Returns the budget. With --nodes alone it has one thread, so that results are repeatable."""
    if nodes is None and seconds is None:
        seconds = DEFAULT_SECONDS
    return Budget(
        nodes or 0, seconds or 0.0, threads or (1 if seconds is None else available_cores())
    )


def _analyse(record: Record, position: Position, wishes: Wishes) -> int:
    seed = random.Random(wishes.seed).getrandbits(64)
    watched = sys.stdout.isatty() or not wishes.as_json
    thinker = Thinker(seed, wishes.language, watched=watched)
    search = thinker.think(position.state, wishes.budget, "analyse.thinking")
    if thinker.interrupted and not search.simulations:
        return INTERRUPTED
    found = _found(search, position, wishes, thinker)
    if thinker.interrupted:
        click.echo(say("analyse.interrupted", wishes.language), err=True)
    if wishes.as_json:
        click.echo(dump_json(found.to_json()))
    else:
        console = Console(wishes.language, has_colour(wishes.plain))
        Showing(found, record, console, plain=wishes.plain).show()
    return 0


def _found(search: Search, position: Position, wishes: Wishes, thinker: Thinker) -> Found:
    def look(state: State) -> Search | None:
        if thinker.interrupted:
            return None
        return thinker.think(state, wishes.budget.quarter, "analyse.thinking_of_played")

    candidates = search.best(ALL)
    known = [one for one in candidates if is_known(one) or one.winner is not None]
    best = tuple((known or candidates)[: wishes.best])
    played = position.played
    judged = None if played is None else judge(position, played, candidates, look)
    return Found(position, search.simulations, search.is_proven, best, judged)
