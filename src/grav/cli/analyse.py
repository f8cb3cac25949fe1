"""`grav analyse`: the best moves in a position of a game, by a search over strict play."""

import random
import sys
from dataclasses import dataclass

import click

from grav.arena import cores
from grav.cli.analyse_found import Found
from grav.cli.analyse_judged import ALL, is_known, judge
from grav.cli.analyse_position import Position, PositionError, position_at
from grav.cli.analyse_show import Showing
from grav.cli.analyse_thinking import Budget, Thinker
from grav.cli.console import Console, has_colour
from grav.cli.files import FileProblem, read_record
from grav.cli.localised import Command, Seconds, Whole
from grav.cli.status import INTERRUPTED
from grav.game import State
from grav.native.loading import core
from grav.native.search import Search
from grav.record import Record, dump_json
from grav.text import Language, say

DEFAULT_SECONDS = 3.0
DEFAULT_BEST = 5
DEFAULT_SEED = "grav"
MOST_NODES = 10**12
MOST_BEST = 999
MOST_THREADS = 256


def analyse_command(language: Language) -> click.Command:
    def told(option: str) -> str:
        return say(f"cli.analyse_{option}", language)

    @click.command(
        "analyse", cls=Command, help=say("cli.analyse", language), short_help=told("short")
    )
    @click.option("--move", type=Whole(1), metavar="N", help=told("move"))
    @click.option("--time", "seconds", type=Seconds(), help=told("time"))
    @click.option("--nodes", type=Whole(1, MOST_NODES), help=told("nodes"))
    @click.option(
        "--best", type=Whole(1, MOST_BEST), metavar="K", default=DEFAULT_BEST, help=told("best")
    )
    @click.option("--threads", type=Whole(1, MOST_THREADS), help=told("threads"))
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
        core()  # where it is missing, that is told whatever the file holds
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
    """How long to think, and how to tell what was found."""

    budget: Budget
    best: int
    seed: str
    as_json: bool
    plain: bool
    language: Language


def _budget(nodes: int | None, seconds: float | None, threads: int | None) -> Budget:
    """With a number of games alone it is one thread, so that the answer can be repeated."""
    if nodes is None and seconds is None:
        seconds = DEFAULT_SECONDS
    return Budget(nodes or 0, seconds or 0.0, threads or (1 if seconds is None else cores()))


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
