"""Writes src/grav/lab/findings/data/opponents.json, the figures of docs/opponents.md: from the
folders of `grav arena --ladder --out`, and from what `python -m bench levels --json` printed.

How often levels err in what they perceive is measured while the file is written.
"""

import json
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import grav.lab.findings
from grav.arena import Results, measure_levels, read_results
from grav.bots.player_definition import define_player
from grav.cli.arena_runs.ladder import DEFAULT_RULES, levels
from grav.lab.findings.opponents_results import (
    LOST,
    WON,
    LadderResults,
    OpponentsResults,
    PerceptionResults,
    Step,
    ThinkingResults,
    format_opponents_results,
    parse_thinking,
)
from grav.provenance import Provenance, provenance
from grav.record import write_whole
from grav.rules import parse_rules

DATA_FILE = Path(grav.lab.findings.__file__).with_name("data") / "opponents.json"
COMMAND = "python -m bench opponents"
"""How to measure again what is measured while the file is written."""


def write_opponents(ladders: Sequence[Path], measured: Sequence[Path], out: Path) -> None:
    """Writes the file. The first ladder is the one whose tables are on the page."""
    found = [read_ladder(folder) for folder in ladders]
    thinking = [run for file in measured for run in read_thinking(file)]
    results = OpponentsResults(found, measure_perception_errors(found[0]), thinking)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, format_opponents_results(results))


def read_ladder(folder: Path) -> LadderResults:
    """Reads all games of a folder that `grav arena --ladder --out` wrote."""
    tables = [read_results(file) for file in sorted(folder.glob("*.ndjson"))]
    if not tables:
        sys.exit(f"{folder}: there are no results of a ladder")
    steps: dict[str, list[Step]] = {}
    for results in tables:
        steps.setdefault(str(results.schedule.rules), []).append(_read_step(results))
    for line, found in steps.items():
        found.sort(key=lambda step: int(step.level))
        if any(lower.level != upper.below for lower, upper in pairwise(found)):
            sys.exit(f"{folder}: under {line} the levels are not all there")
    seeds = {results.schedule.seed for results in tables}
    counts = {len(step.won) for found in steps.values() for step in found}
    if len(seeds) > 1 or len(counts) > 1:
        sys.exit(f"{folder}: the pairs differ in their seed ({seeds}) or their games ({counts})")
    [seed], [games] = seeds, counts
    ordered = {line: steps[line] for line in sorted(steps, key=_order_of_rules)}
    entries = [entry for results in tables for entry in results.provenance]
    command = _ladder_command(ordered, games, seed)
    return LadderResults(seed, games, merge_provenance(entries, command), ordered)


def _read_step(results: Results) -> Step:
    below, level = results.schedule.players
    games = results.stored_games
    if results.has_unstated_games:
        sys.exit(f"{below} against {level} under {results.schedule.rules}: nobody knows who played")
    if [game.number for game in games] != [*range(len(games))]:
        sys.exit(f"{below} against {level} under {results.schedule.rules}: some games are missing")
    return Step(
        level, below, "".join(WON if game.best_first[0] == level else LOST for game in games)
    )


def _order_of_rules(line: str) -> tuple[int, int, str]:
    known = DEFAULT_RULES.index(line) if line in DEFAULT_RULES else len(DEFAULT_RULES)
    return known, parse_rules(line).size, line


def _ladder_command(steps: Mapping[str, Sequence[Step]], games: int, seed: str) -> str:
    found = next(iter(steps.values()))
    names = [found[0].below, *(step.level for step in found)]
    words = ["grav", "arena", "--ladder", *(names if names != [*levels()] else [])]
    words += ["--games", str(games), "--seed", seed]
    if [*steps] != [*DEFAULT_RULES]:
        words += [word for line in steps for word in ("--rules", line)]
    return shlex.join(words)


def merge_provenance(entries: Iterable[Provenance], command: str) -> list[Provenance]:
    """Merges the entries of the pairs: one for each program, with all players that it had, and the
    date of its first games."""
    merged: dict[tuple[str, str | None, int], Provenance] = {}
    for entry in sorted(entries, key=lambda entry: entry.date):
        program = entry.version, entry.commit, entry.rules
        first = merged.setdefault(program, replace(entry, command=command))
        players = {**first.players, **entry.players}
        by_level = sorted(players, key=lambda name: (len(name), name))
        merged[program] = replace(first, players={name: players[name] for name in by_level})
    return [*merged.values()]


def measure_perception_errors(ladder: LadderResults) -> PerceptionResults:
    """Measures the levels of a ladder under each of its rules."""
    names = [*ladder.players]
    source = provenance(COMMAND, {name: define_player(name) for name in names})
    errors = {line: measure_levels(names, parse_rules(line)) for line in ladder.steps}
    return PerceptionResults(source, errors)


def read_thinking(file: Path) -> Iterator[ThinkingResults]:
    """Yields the runs in a file: each is a line with its provenance, and a line for each row."""
    found = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    begins = [number for number, line in enumerate(found) if "provenance" in line]
    for begin, end in pairwise([*begins, len(found)]):
        yield parse_thinking(found[begin]["provenance"], found[begin + 1 : end])
