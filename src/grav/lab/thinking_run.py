"""Measures players who search on the sampled settings, until done or until a deadline.

    python -m grav.lab.thinking_run --out thinking.ndjson --jobs 16 --deadline 1300

needs NumPy and the native core alone; without `--out` it prints what it would measure, and at what
cost. Results are NDJSON: at the start of each run a header with its provenance, then one line for
each setting of a part, as soon as it is measured, with whole sums.

Settings are in random order, and parts take turns in proportion to their size: wherever a run
stops, the first settings of every part are measured. A second run on the same file goes on there.
"""

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path
from typing import BinaryIO

from grav.arena import available_cores
from grav.atlas.measures import SKILL_LADDER
from grav.atlas.player_kinds import SEARCH_SIMULATIONS
from grav.lab.player_kinds import define_player_kind
from grav.lab.thinking import play_alike, play_doubling
from grav.lab.thinking_results import Outcome, ThinkingResult, combine_outcomes, read_results
from grav.lab.thinking_samples import SEED, SKILL, ThinkingPart, seconds_per_game, thinking_parts
from grav.provenance import provenance
from grav.record import format_json_line
from grav.rules import Setting
from grav.rules.json_fields import Json

CHUNK_SECONDS = 2.0
"""Estimated work between two looks at the deadline, per thread."""
Chunk = Callable[[], Outcome]


@dataclass
class _Task:
    """One setting of a part, in chunks of games that are played by any thread."""

    part: ThinkingPart
    setting: Setting
    chunks: Sequence[Chunk]
    outcomes: list[Outcome] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def is_complete(self) -> bool:
        return len(self.outcomes) == len(self.chunks)

    def result(self) -> ThinkingResult:
        measured = combine_outcomes(self.outcomes)
        return ThinkingResult(self.part, self.setting, measured, self.seconds)


def interleave(parts: Iterable[ThinkingPart]) -> list[tuple[ThinkingPart, Setting]]:
    """Returns all settings of all parts so that each part is spread evenly over the whole."""
    ordered = [
        ((number + 0.5) / len(settings), part, setting)
        for part in parts
        for settings in [part.settings]
        for number, setting in enumerate(settings)
    ]
    ordered.sort(key=lambda each: each[0])
    return [(part, setting) for _, part, setting in ordered]


def split_into_chunks(part: ThinkingPart, setting: Setting) -> list[Chunk]:
    """Splits the games of a setting into chunks of about `CHUNK_SECONDS`."""
    rules = part.rules(setting)
    if part.who != SKILL:
        simulations = SEARCH_SIMULATIONS[part.who]
        each = seconds_per_game(part.size, part.edition, simulations)
        return [
            partial(play_alike, rules, simulations, games, SEED, first)
            for first, games in _ranges(part.games, each)
        ]
    chunks: list[Chunk] = []
    for simulations in SKILL_LADDER:
        mean = simulations * (1 + 1 / part.players)
        each = part.players * seconds_per_game(part.size, part.edition, mean)
        chunks += [
            partial(play_doubling, rules, simulations, sets, SEED, first)
            for first, sets in _ranges(part.games // part.players, each)
        ]
    return chunks


def _ranges(total: int, seconds: float) -> Iterator[tuple[int, int]]:
    """Yields the first number and the count of each chunk."""
    count = max(1, min(total, int(CHUNK_SECONDS / seconds)))
    for first in range(0, total, count):
        yield first, min(count, total - first)


def measure(
    work: Iterable[tuple[ThinkingPart, Setting]], jobs: int, stop_at: float
) -> Iterator[ThinkingResult]:
    """Yields results as they are complete. Starts no game after `stop_at` (`time.monotonic`), and
    drops settings that are not complete by then."""
    left = (
        (task, chunk)
        for part, setting in work
        for task in [_Task(part, setting, split_into_chunks(part, setting))]
        for chunk in task.chunks
    )
    running: dict[Future[tuple[Outcome, float]], _Task] = {}
    with ThreadPoolExecutor(jobs) as pool:  # the core releases the interpreter while it plays
        while True:
            if time.monotonic() < stop_at:
                for task, chunk in islice(left, jobs - len(running)):
                    running[pool.submit(_timed, chunk)] = task
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                task = running.pop(done)
                outcome, seconds = done.result()
                task.outcomes.append(outcome)
                task.seconds += seconds
                if task.is_complete:
                    yield task.result()


def _timed(chunk: Chunk) -> tuple[Outcome, float]:
    begun = time.thread_time()
    return chunk(), time.thread_time() - begun


def run(path: Path, parts: Sequence[ThinkingPart], jobs: int, deadline: float) -> int:
    """Measures what the file does not have yet; returns how many settings it added."""
    stop_at = time.monotonic() + deadline
    done = {(each.part.name, each.setting) for each in read_results(path)} if path.exists() else ()
    work = [each for each in interleave(parts) if (each[0].name, each[1]) not in done]
    players = {who: define_player_kind(who) for who in SEARCH_SIMULATIONS}
    with path.open("ab") as file:
        file.truncate(_whole_lines(path))
        _write_line(file, {"provenance": provenance(_command(), players).to_json()})
        count = 0
        for result in measure(work, jobs, stop_at):
            _write_line(file, result.to_json())
            count += 1
    return count


def _command() -> str:
    return shlex.join(["python", "-m", "grav.lab.thinking_run", *sys.argv[1:]])


def _whole_lines(path: Path) -> int:
    """Returns the length of the file without a last line that is torn."""
    return path.read_bytes().rfind(b"\n") + 1


def _write_line(file: BinaryIO, value: Json) -> None:
    file.write(format_json_line(value).encode() + b"\n")
    file.flush()


def plan_text(parts: Iterable[ThinkingPart]) -> str:
    """Returns a table of the parts with their estimated costs in seconds of one core."""
    rows = [(part, len(part.settings), part.seconds_per_setting) for part in parts]
    lines = [
        f"{part.name:56}{settings:4} settings{part.games:5} games{settings * each:8.0f} s"
        for part, settings, each in rows
    ]
    total = sum(settings * each for _, settings, each in rows)
    return "\n".join([*lines, f"{'all':75}{total:8.0f} s\n"])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m grav.lab.thinking_run")
    parser.add_argument("--out", type=Path, metavar="FILE", help="results, appended as NDJSON")
    parser.add_argument("--jobs", type=int, default=available_cores(), metavar="N", help="threads")
    parser.add_argument("--deadline", type=float, default=inf, metavar="SECONDS", help="stops then")
    parser.add_argument("--only", default="", metavar="TEXT", help="parts with this in their name")
    options = parser.parse_args()
    parts = [part for part in thinking_parts() if options.only in part.name]
    if options.out is None:
        sys.stdout.write(plan_text(parts))
        return
    added = run(options.out, parts, options.jobs, options.deadline)
    sys.stdout.write(f"{added} settings added\n")


if __name__ == "__main__":
    main()
