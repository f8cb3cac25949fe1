"""`grav arena`: games of programs against programs, with standings and ratings."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from grav.arena import (
    Results,
    Schedule,
    available_cores,
    compute_head_to_head,
    compute_ratings,
    compute_standings,
    format_aligned,
    head_to_head_rows,
    max_actions_for,
    round_up_games,
    standing_rows,
)
from grav.bots import create_player
from grav.cli.arena_runs.ladder import levels, play_ladder
from grav.cli.arena_runs.play import ArenaOptions, play_games
from grav.cli.shared.exit_codes import INTERRUPTED
from grav.cli.shared.localised_click import Command, UsageError, WholeNumber
from grav.record import format_json_line
from grav.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, parse_rules
from grav.text import Language, say

DEFAULT_RULES = "7x7 2p 3 3 4 2 4 revised"
DEFAULT_GAMES = 100
DEFAULT_SEED = "grav"
MAX_GAMES = 1_000_000
MAX_WORKERS = 256


def arena_command(language: Language) -> click.Command:
    def help_text(option: str) -> str:
        return say(f"cli.arena_{option}", language)

    @click.command(
        "arena",
        cls=Command,
        needs="arena",
        help=say("cli.arena", language),
        short_help=help_text("short"),
    )
    @click.option(
        "--games", type=WholeNumber(1, MAX_GAMES), default=DEFAULT_GAMES, help=help_text("games")
    )
    @click.option("--rules", "lines", metavar="LINE", multiple=True, help=help_text("rules"))
    @click.option("--seed", metavar="S", default=DEFAULT_SEED, help=help_text("seed"))
    @click.option("--workers", type=WholeNumber(1, MAX_WORKERS), help=help_text("workers"))
    @click.option("--out", metavar="FILE", help=help_text("out"))
    @click.option("--pairs", is_flag=True, help=help_text("pairs"))
    @click.option("--ladder", is_flag=True, help=help_text("ladder"))
    @click.option("--doc", metavar="FILE", help=help_text("doc"))
    @click.option("--json", "as_json", is_flag=True, help=help_text("json"))
    @click.option("--no-progress", is_flag=True, help=help_text("no_progress"))
    @click.argument("players", nargs=-1, metavar="PLAYER...")
    def arena(
        games: int,
        lines: tuple[str, ...],
        seed: str,
        workers: int | None,
        out: str | None,
        pairs: bool,
        ladder: bool,
        doc: str | None,
        as_json: bool,
        no_progress: bool,
        players: tuple[str, ...],
    ) -> int:
        for option, given, wants in (("--doc", doc is not None, True), ("--pairs", pairs, False)):
            if given and ladder is not wants:
                key = "arena.only_ladder" if wants else "arena.not_ladder"
                raise UsageError(key, option=option)
        names = players or (levels() if ladder else ())
        for name in names:
            create_player(name, seed)  # raises for an unknown name before any game is played
        options = ArenaOptions(
            games, workers or available_cores(), seed, out, as_json, not no_progress, language
        )
        if ladder:
            return play_ladder(names, lines, doc, options)
        if len(lines) > 1:
            raise UsageError("arena.one_rules")
        rules = _rules(lines, MIN_PLAYERS if pairs else len(names))
        return _play_match(Schedule(rules, names, seed, pairs), options)

    return arena


def _rules(lines: Sequence[str], seats: int) -> Rules:
    """Returns the requested rules, or the default ones for this number of players."""
    if lines:
        return parse_rules(lines[0])
    players = min(max(seats, MIN_PLAYERS), MAX_PLAYERS)
    return replace(parse_rules(DEFAULT_RULES), players=players)


def _play_match(schedule: Schedule, options: ArenaOptions) -> int:
    each = round_up_games(options.games, schedule.rules.players)
    if each != options.games:
        options.print_to_stderr("rounded", games=each, asked=options.games)
    path = None if options.out is None else Path(options.out)
    with Results(schedule, path) as results:
        if not play_games([results], each, options):
            return INTERRUPTED
    if options.as_json:
        click.echo(format_json_line(_to_json(results, each)))
    else:
        _show(results, each, options.language)
    return 0


def _show(results: Results, each: int, language: Language) -> None:
    schedule, games = results.schedule, results.games(each)
    values = {"rules": str(schedule.rules), "games": len(games), "seed": schedule.seed}
    click.echo(say("arena.heading", language, **values) + "\n")
    found = compute_standings(schedule.players, games)
    rated = compute_ratings(schedule.players, (game.best_first for game in games))
    click.echo(format_aligned(standing_rows(found, rated, language)))
    if len(found) > MIN_PLAYERS:
        met = compute_head_to_head([standing.player for standing in found], games)
        click.echo("\n" + format_aligned(head_to_head_rows(met, language)))
    for standing in found:
        if standing.faults:
            values = {"player": standing.player, "count": standing.faults}
            click.echo("\n" + say("arena.faults", language, **values))
    if stopped := sum(game.ended is None for game in games):
        most = max_actions_for(schedule.rules)
        click.echo("\n" + say("arena.stopped", language, count=stopped, most=most))


def _to_json(results: Results, each: int) -> dict[str, object]:
    schedule, games = results.schedule, results.games(each)
    rated = compute_ratings(schedule.players, (game.best_first for game in games))
    found = compute_standings(schedule.players, games)
    met = compute_head_to_head([standing.player for standing in found], games)
    return {
        **schedule.to_json(),
        "games": len(games),
        "stopped": sum(game.ended is None for game in games),
        "standings": [
            {**standing.to_json(), "rating": rated[standing.player].to_json()} for standing in found
        ],
        "head_to_head": [each.to_json() for each in met],
    }
