"""Plays games on the GPU: the same games as the native core plays for the same seeds."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal

from grav.lab.gpu.device import THREADS_PER_BLOCK, board_kind, import_cupy, load_kernels
from grav.lab.gpu.rules_struct import pack_rules
from grav.native import BulkError, Playouts, Tally
from grav.native.bulk import COLUMNS, MAX_PLACEMENTS
from grav.native.tallies import TALLY_LENGTH
from grav.rules import Rules

Choice = Literal["random", "greedy"]
Shapes = Literal["all", "needed"]

MAX_GAMES_AT_ONCE = {"Small": 4096, "Medium": 1024, "Large": 256}
"""How many rules have their tables in GPU memory at a time."""


def tallies(
    rules: Sequence[Rules],
    choices: Sequence[Choice],
    games: int,
    seed: int,
    first_game: int = 0,
    *,
    shapes: Shapes = "all",
    max_placements: int = MAX_PLACEMENTS,
) -> list[Tally]:
    """Plays `games` games of each of the rules and returns a tally for each.

    :raises GpuMissing: when there is no GPU
    """
    run = _kernel_arguments(rules, choices, games, seed, first_game, max_placements)
    found: dict[int, Tally] = {}
    by_kind = sorted(enumerate(rules), key=lambda pair: board_kind(pair[1].size))
    for kind, group in groupby(by_kind, key=lambda pair: board_kind(pair[1].size)):
        numbered = list(group)
        for at in range(0, len(numbered), MAX_GAMES_AT_ONCE[kind]):
            part = numbered[at : at + MAX_GAMES_AT_ONCE[kind]]
            totals = _tally_games(kind, [each for _, each in part], games, run, shapes)
            found.update(zip((number for number, _ in part), totals, strict=True))
    return [found[number] for number in range(len(rules))]


def playouts(
    rules: Rules,
    choices: Sequence[Choice],
    games: int,
    seed: int,
    first_game: int = 0,
    *,
    shapes: Shapes = "all",
    max_placements: int = MAX_PLACEMENTS,
) -> Playouts:
    """Plays games and returns one row per game, as `grav.native.playouts` does."""
    cp = import_cupy()
    run = _kernel_arguments([rules], choices, games, seed, first_game, max_placements)
    kind = board_kind(rules.size)
    module = load_kernels(kind, shapes)
    rows = cp.zeros((games, sum(COLUMNS.values())), cp.int32)
    blocks = max(1, -(-games // THREADS_PER_BLOCK[kind]))
    tables = _compute_tables(module, [rules])
    module.get_function("play_games")((blocks,), (THREADS_PER_BLOCK[kind],), (tables, rows, *run))
    return Playouts.from_rows(rows.get(), rules.players)


def _kernel_arguments(
    rules: Sequence[Rules],
    choices: Sequence[Choice],
    games: int,
    seed: int,
    first_game: int,
    max_placements: int,
) -> tuple[Any, ...]:
    """Checks the rules, and returns the trailing arguments of the kernels."""
    import numpy as np

    for each in rules:
        if not each.is_strict:
            raise BulkError("lab.gpu_strict", rules=str(each))
        if len(choices) != each.players:
            raise BulkError("native.policies", found=len(choices), expected=each.players)
    greedy = sum(1 << seat for seat, choice in enumerate(choices) if choice == "greedy")
    return (
        np.uint32(greedy),
        np.uint64(seed % 2**64),
        np.uint64(first_game),
        np.int64(games),
        np.int32(min(max_placements, 2**30)),
    )


def _tally_games(
    kind: str, rules: list[Rules], games: int, run: tuple[Any, ...], shapes: Shapes
) -> list[Tally]:
    cp = import_cupy()
    module = load_kernels(kind, shapes)
    tables = _compute_tables(module, rules)
    sums = cp.zeros((len(rules), TALLY_LENGTH), cp.int64)
    threads = THREADS_PER_BLOCK[kind]
    fits = _max_blocks(threads)
    blocks = max(1, min(-(-games // threads), fits))
    module.get_function("tally_games")((blocks, len(rules)), (threads,), (tables, sums, *run))
    return [Tally.from_numbers(row) for row in sums.get().tolist()]


def _compute_tables(module: Any, rules: list[Rules]) -> Any:
    """Computes the look-up tables of these rules on the GPU."""
    cp = import_cupy()
    size = cp.zeros(1, cp.int64)
    module.get_function("measure_tables")((1,), (1,), (size,))
    packed_rules = cp.frombuffer(b"".join(map(pack_rules, rules)), cp.uint8)
    tables = cp.zeros(len(rules) * int(size.get()[0]), cp.uint8)
    threads = 32
    blocks = -(-len(rules) // threads)
    arguments = (packed_rules, cp.int32(len(rules)), tables)
    module.get_function("lay_tables")((blocks,), (threads,), arguments)
    return tables


def _max_blocks(threads: int) -> int:
    """Returns the number of blocks that fill all multiprocessors of the GPU."""
    device = import_cupy().cuda.Device()
    per_processor = device.attributes["MaxThreadsPerMultiProcessor"] // threads
    return int(device.attributes["MultiProcessorCount"] * per_processor)
