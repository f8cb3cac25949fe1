"""`grav arena --ladder`: each level against the one below, and the results as a Markdown page."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from grav.arena import (
    ClimbedLadder,
    Ladder,
    Rung,
    compute_rungs,
    format_aligned,
    format_ladder,
    measure_levels,
    read_page,
    round_up_games,
    rung_rows,
    write_section,
)
from grav.bots import player_names
from grav.cli.arena_runs.play import ArenaOptions, play_games
from grav.cli.shared.exit_codes import INTERRUPTED
from grav.cli.shared.localised_click import UsageError
from grav.record import format_json_line
from grav.rules import MIN_PLAYERS, Rules, parse_rules
from grav.text import say

DEFAULT_RULES = (
    "7x7 2p 3 3 4 2 4 revised",
    "13x13 2p 4 4 6 2 8 revised",
    "7x7 2p 3 4 11 2 5 revised min_shape=6 bonus_limit=1",
)


def levels() -> tuple[str, ...]:
    """Returns the players whose names are numbers, from the weakest."""
    found = sorted((name for name in player_names() if name.isdecimal()), key=int)
    if len(found) < MIN_PLAYERS:
        raise UsageError("arena.no_levels")
    return tuple(found)


def play_ladder(
    players: Sequence[str], lines: Sequence[str], doc: str | None, options: ArenaOptions
) -> int:
    rules = tuple(dict.fromkeys(parse_rules(line) for line in lines or DEFAULT_RULES))
    ladder = Ladder(tuple(players), rules, options.seed)
    if doc is not None:
        read_page(Path(doc))  # raises for an unreadable page now, not after hours of games
    each = round_up_games(options.games, MIN_PLAYERS)
    with ExitStack() as open_files:
        tables = ladder.open(Path(options.out) if options.out else None)
        for results in tables:
            open_files.enter_context(results)
        if not play_games(tables, each, options):
            return INTERRUPTED
    found = {line: compute_rungs(ladder, line, tables, each) for line in rules}
    if options.as_json:
        click.echo(format_json_line(_to_json(ladder, each, found)))
    else:
        for line, climbed in found.items():
            table = format_aligned(rung_rows(climbed, options.language))
            click.echo(f"{say('arena.under', options.language, rules=str(line))}\n\n{table}\n")
    if doc is not None:
        climbs = (
            ClimbedLadder(line, climbed, measure_levels(ladder.names, line))
            for line, climbed in found.items()
        )
        write_section(Path(doc), format_ladder(climbs, each, ladder.seed, options.language))
    return 0


def _to_json(ladder: Ladder, each: int, found: dict[Rules, list[Rung]]) -> dict[str, object]:
    return {
        "seed": ladder.seed,
        "games": each,
        "ladders": [
            {"rules": str(line), "rungs": [rung.to_json() for rung in climbed]}
            for line, climbed in found.items()
        ],
    }
