"""`grav analyse`: the best moves in a position of a game, by a search over strict play."""

import random
import sys
from dataclasses import dataclass

import click

from grav.arena import available_cores
from grav.cli.analysis.judged_move import MAX_MOVES, is_known, judge
from grav.cli.analysis.position import Position, PositionError, position_at
from grav.cli.analysis.printing import AnalysisPrinter
from grav.cli.analysis.result import AnalysisResult
from grav.cli.analysis.search_runner import SearchBudget, SearchRunner
from grav.cli.shared.console import Console, has_colour
from grav.cli.shared.exit_codes import INTERRUPTED
from grav.cli.shared.files import FileProblem, read_record
from grav.cli.shared.localised_click import Command, Seconds, WholeNumber
from grav.game import State
from grav.native.loading import core
from grav.native.search import Search
from grav.record import Record, format_json_line
from grav.text import Language, say

DEFAULT_SECONDS = 3.0
DEFAULT_BEST = 5
DEFAULT_SEED = "grav"
MAX_NODES = 10**12
MAX_BEST = 999
MAX_THREADS = 256


def analyse_command(language: Language) -> click.Command:
    def help_text(option: str) -> str:
        return say(f"cli.analyse_{option}", language)

    @click.command(
        "analyse", cls=Command, help=say("cli.analyse", language), short_help=help_text("short")
    )
    @click.option("--move", type=WholeNumber(1), metavar="N", help=help_text("move"))
    @click.option("--time", "seconds", type=Seconds(), help=help_text("time"))
    @click.option("--nodes", type=WholeNumber(1, MAX_NODES), help=help_text("nodes"))
    @click.option(
        "--best",
        type=WholeNumber(1, MAX_BEST),
        metavar="K",
        default=DEFAULT_BEST,
        help=help_text("best"),
    )
    @click.option("--threads", type=WholeNumber(1, MAX_THREADS), help=help_text("threads"))
    @click.option("--seed", metavar="S", default=DEFAULT_SEED, help=help_text("seed"))
    @click.option("--json", "as_json", is_flag=True, help=help_text("json"))
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
        options = AnalyseOptions(
            _search_budget(nodes, seconds, threads), best, seed, as_json, plain, language
        )
        return _analyse(record, position, options)

    return analyse


@dataclass(frozen=True, slots=True)
class AnalyseOptions:
    """The options: the budget of the search, and the form of the output."""

    budget: SearchBudget
    best: int
    seed: str
    as_json: bool
    plain: bool
    language: Language


def _search_budget(nodes: int | None, seconds: float | None, threads: int | None) -> SearchBudget:
    """Returns the budget. With --nodes alone it has one thread, so that results are repeatable."""
    if nodes is None and seconds is None:
        seconds = DEFAULT_SECONDS
    return SearchBudget(
        nodes or 0, seconds or 0.0, threads or (1 if seconds is None else available_cores())
    )


def _analyse(record: Record, position: Position, options: AnalyseOptions) -> int:
    seed = random.Random(options.seed).getrandbits(64)
    shows_progress = sys.stdout.isatty() or not options.as_json
    runner = SearchRunner(seed, options.language, shows_progress=shows_progress)
    search = runner.search(position.state, options.budget, "analyse.thinking")
    if runner.interrupted and not search.simulations:
        return INTERRUPTED
    found = _analyse_position(search, position, options, runner)
    if runner.interrupted:
        click.echo(say("analyse.interrupted", options.language), err=True)
    if options.as_json:
        click.echo(format_json_line(found.to_json()))
    else:
        console = Console(options.language, has_colour(options.plain))
        AnalysisPrinter(found, record, console, plain=options.plain).show()
    return 0


def _analyse_position(
    search: Search, position: Position, options: AnalyseOptions, runner: SearchRunner
) -> AnalysisResult:
    def search_after(state: State) -> Search | None:
        if runner.interrupted:
            return None
        return runner.search(state, options.budget.quarter, "analyse.thinking_of_played")

    candidates = search.best(MAX_MOVES)
    known = [one for one in candidates if is_known(one) or one.winner is not None]
    best = tuple((known or candidates)[: options.best])
    played = position.played
    judged = None if played is None else judge(position, played, candidates, search_after)
    return AnalysisResult(position, search.simulations, search.is_proven, best, judged)
