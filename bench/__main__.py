"""Runs the benchmarks and prints their results. `rules`: the Python rules, against the reference
implementation, a direct reading of the definitions. `native`: the native core, against OpenSpiel,
the Python rules and itself. `server`: the table server under load, against boardgame.io. `gpu`:
games on a GPU, against the core. Run only if named: `scaling`, more and more server processes, on a
machine with many cores; `levels`, how long opponents think for a stone; `forecasts`, the forecasts
of the atlas against games; `search`, the search against variants of itself, and the solver.
`opponents` prints nothing: it stores what was measured of opponents."""

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Protocol

from bench import forecasts, gpu, levels, native, opponents, rules, scaling
from bench.measuring import Row
from bench.search import benchmark as search
from bench.search.matches import GAMES
from bench.server import benchmarks as server
from grav.bots import LEVELS
from grav.rules import parse_rules

BY_NAME = ("scaling", "levels", "forecasts", "search", "opponents")
"""Tables that run only if named: they need a machine of their own, or long, or compare no rates."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    tables: dict[str, Callable[[bool], None]] = {
        "rules": print_rules,
        "native": partial(print_rates, native.rows),
        "gpu": partial(print_rates, gpu.rows),
        "server": print_server,
        "scaling": partial(print_lines, scaling.format_lines),
        "levels": lambda as_json: print_levels(arguments, as_json),
        "forecasts": partial(print_lines, forecasts.format_lines),
        "search": lambda as_json: print_search(arguments, as_json),
        "opponents": lambda _: store_opponents(arguments, parser),
    }
    parser.add_argument("table", nargs="?", choices=tuple(tables), help="one table alone")
    parser.add_argument("--json", action="store_true", help="one JSON line a row")
    parser.add_argument("--games", type=int, help="of each level, or of each variant of the search")
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="where `search` and `opponents` store data"
    )
    of_levels = parser.add_argument_group("levels")
    of_levels.add_argument(
        "--level", type=int, choices=LEVELS, action="append", help="default: all"
    )
    of_levels.add_argument("--rules", metavar="LINE", action="append", help="default: the presets")
    of_levels.add_argument("--actions", type=int, help="stop each game after so many")
    of_search = parser.add_argument_group("search")
    of_search.add_argument("--workers", type=int, default=1, help="processes that play")
    of_opponents = parser.add_argument_group("opponents")
    of_opponents.add_argument(
        "--ladder", type=Path, metavar="DIR", help="what `grav arena --ladder --out` wrote"
    )
    of_opponents.add_argument(
        "--confirm", type=Path, metavar="DIR", action="append", default=[], help="with another seed"
    )
    of_opponents.add_argument(
        "--levels", type=Path, metavar="FILE", action="append", help="what `levels --json` printed"
    )
    arguments = parser.parse_args()
    for name, print_table in tables.items():
        if arguments.table == name or (arguments.table is None and name not in BY_NAME):
            print_table(arguments.json)
    sys.stdout.flush()


class FormatLines(Protocol):
    def __call__(self, *, as_json: bool) -> Iterator[str]: ...


def print_lines(format_lines: FormatLines, as_json: bool) -> None:
    for line in format_lines(as_json=as_json):
        print(line, flush=True)


def print_levels(arguments: argparse.Namespace, as_json: bool) -> None:
    rules = [*map(parse_rules, arguments.rules or ())] or [*levels.presets()]
    numbers = arguments.level or [*LEVELS]
    games = arguments.games or levels.GAMES
    found = levels.rows(numbers, rules, games, arguments.actions)
    for line in levels.format_lines(found, numbers, as_json=as_json):
        print(line, flush=True)


def store_opponents(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    if arguments.ladder is None or arguments.levels is None:
        parser.error("opponents needs --ladder and --levels")
    ladders = [arguments.ladder, *arguments.confirm]
    opponents.write_opponents(ladders, arguments.levels, arguments.out or opponents.DATA_FILE)


def print_search(arguments: argparse.Namespace, as_json: bool) -> None:
    games = dict.fromkeys(GAMES, arguments.games) if arguments.games else GAMES
    benchmark = search.SearchBenchmark(games=games, workers=arguments.workers)
    command = shlex.join(["python", "-m", "bench", *sys.argv[1:]])
    for line in search.format_lines(benchmark.run(command, arguments.out), as_json=as_json):
        print(line, flush=True)


def print_rules(as_json: bool) -> None:
    if not as_json:
        print(f"{'what':58} {'ours':>10} {'reference':>12} {'ratio':>8} {'allowed':>8}")
    for row in rules.rows():
        if as_json:
            print(json.dumps(row.to_json()), flush=True)
        else:
            allowed = "" if row.allowed_ms is None else f"{row.allowed_ms:g} ms"
            ours, peer = f"{row.ours_ms:.3f} ms", f"{row.reference_ms:.1f} ms"
            print(f"{row.what:58} {ours:>10} {peer:>12} {row.ratio:8.0f} {allowed:>8}", flush=True)


def print_rates(rows: Callable[[], Iterator[Row]], as_json: bool) -> None:
    if not as_json:
        print(f"{'what':62} {'ours':>12} {'peer':>12} {'ratio':>8} {'target':>7} {'stretch':>7}")
    for row in rows():
        if as_json:
            print(json.dumps(row.to_json()), flush=True)
        else:
            aims = [
                f"{'' if aim is None else f'{aim:.4g}':>7}" for aim in (row.target, row.stretch)
            ]
            figures = f"{row.ours:12,.0f} {row.peer:12,.0f} {row.ratio:8.2f}"
            print(f"{row.what:62} {figures} {' '.join(aims)} {row.verdict}", flush=True)


def print_server(as_json: bool) -> None:
    if not as_json:
        print(f"{'what':62} {'ours':>12} {'peer':>12} {'ratio':>8}  cores: server + clients")
    for row in server.rows():
        if as_json:
            print(json.dumps(row.to_json()), flush=True)
        else:
            ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
            figures_known = [figure for figure in (row.ours, row.peer) if figure is not None]
            cores = ", ".join(
                f"{it.cores.server:.2f} + {it.cores.clients:.2f}" for it in figures_known
            )
            figures = " ".join(
                f"{'' if figure is None else f'{figure.value:,.4g}':>12}"
                for figure in (row.ours, row.peer)
            )
            print(f"{row.kind.what:62} {figures} {ratio:>8}  {cores} {row.verdict}", flush=True)


if __name__ == "__main__":
    main()
