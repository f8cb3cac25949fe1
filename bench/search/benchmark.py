"""Measures everything that docs/search.md states, and stores it for `make findings`."""

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from bench.search.matches import GAMES, play_matches
from bench.search.solving import random_boards, solve_board, stored_boards
from bench.search.speeds import RULES, describe_machine, measure_speeds
from bench.search.variants import VARIANTS, Variant
from grav.game import start
from grav.lab.findings.search_results import (
    FirstMove,
    FirstMoves,
    Match,
    SearchResults,
    SolvedBoard,
    Speed,
)
from grav.native.search import Root, Search
from grav.provenance import provenance
from grav.rules import Rules, parse_rules

FIRST_MOVES_RULES = "7x7 2p 3 3 4 2 4 revised strict first=0"
FIRST_MOVES_SIMULATIONS = 300_000
FIRST_MOVES_SEED = 1
FIRST_MOVES_STORED = 8
"""The best moves of the search of the empty board that are stored."""

Result = Match | FirstMoves | Speed | SolvedBoard
One = TypeVar("One", bound=Result)


@dataclass(frozen=True, slots=True)
class SearchBenchmark:
    """What is measured; the defaults are what the page is made from."""

    variants: Sequence[Variant] = VARIANTS
    games: Mapping[str, int] = field(default_factory=lambda: GAMES)
    """Of each variant, by rules."""
    first_moves_simulations: int = FIRST_MOVES_SIMULATIONS
    speeds: Sequence[str] = RULES
    stored_boards: Callable[[], Iterable[Rules]] = stored_boards
    random_boards: Callable[[], Iterable[Rules]] = random_boards
    workers: int = 1

    def run(self, command: str, out: Path | None = None) -> Iterator[Result]:
        """Yields each result as soon as it is there, and stores all of them at the end."""
        source = provenance(command, {each.name: each.to_json() for each in self.variants})
        matches = yield from _collect(play_matches(self.variants, self.games, self.workers))
        first_moves = find_first_moves(self.first_moves_simulations)
        yield first_moves
        found = SearchResults(
            source,
            describe_machine(),
            sorted(matches, key=self._order),
            first_moves,
            speeds=(yield from _collect(measure_speeds(self.speeds))),
            solved=(yield from _collect(map(solve_board, self.stored_boards()))),
            solved_at_random=(yield from _collect(map(solve_board, self.random_boards()))),
        )
        if out is not None:
            out.write_text(format_file(found), "utf-8")

    def _order(self, match: Match) -> int:
        """Orders matches by their variants: which is done first depends on the workers."""
        return [variant.name for variant in self.variants].index(match.variant)


def format_file(found: SearchResults) -> str:
    """Formats the results as JSON: a line for each match, speed and board."""
    return _format_json(found.to_json(), levels=3) + "\n"


def _format_json(value: Any, levels: int) -> str:
    """Formats the outer levels of a value with indentation, what is within on one line."""
    inner = " " * (4 - levels)
    match value:
        case {} if levels and value:
            items = [f"{json.dumps(key)}: {_format_json(value[key], levels - 1)}" for key in value]
            return f"{{\n{inner}" + f",\n{inner}".join(items) + f"\n{inner[1:]}}}"
        case [_, *_] if levels:
            items = [_format_json(each, 0) for each in value]
            return f"[\n{inner}" + f",\n{inner}".join(items) + f"\n{inner[1:]}]"
        case _:
            return json.dumps(value)


def _collect(results: Iterable[One]) -> Generator[One, None, list[One]]:
    """Yields the results, and returns all of them."""
    collected = []
    for result in results:
        collected.append(result)
        yield result
    return collected


def find_first_moves(simulations: int = FIRST_MOVES_SIMULATIONS) -> FirstMoves:
    """Returns the best moves of a long search of an empty board."""
    rules = parse_rules(FIRST_MOVES_RULES)
    search = Search(rules, Root.from_state(start(rules)), FIRST_MOVES_SEED)
    search.run(simulations)
    best = [
        FirstMove(str(one.move), one.visits, round(one.worth, 4))
        for one in search.best(FIRST_MOVES_STORED)
    ]
    return FirstMoves(str(rules), search.simulations, FIRST_MOVES_SEED, best)


def format_lines(results: Iterable[Result], *, as_json: bool) -> Iterator[str]:
    """Yields a line for each result, as JSON or as text."""
    for result in results:
        yield json.dumps(asdict(result)) if as_json else _format_text(result)


def _format_text(result: Result) -> str:
    match result:
        case Match(variant, rules):
            figures = f"{result.games:5} games{result.share:7.1%} ±{result.error:6.1%}"
            return f"{variant:52}{rules:56}{figures}"
        case FirstMoves(rules, simulations, _, best):
            moves = ", ".join(f"{each.move} {each.worth:.0%}" for each in best)
            return f"first moves after {simulations:,} simulations, {rules}: {moves}"
        case Speed(rules, careful, completing):
            rates = f"{careful:10,.0f}/s{completing:12,.0f}/s without careful play-outs"
            return f"{'simulations':52}{rules:56}{rates}"
        case SolvedBoard(rules, margin, best_count, positions, seconds):
            effort = f"{positions:12,} positions{seconds:9.3f} s"
            return f"solved: {rules:60} margin {margin}, {best_count:2} first stones{effort}"
