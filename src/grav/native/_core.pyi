from collections.abc import Sequence
from typing import Annotated, Any

import numpy
from numpy.typing import NDArray


CPU: str = ...

class Rules:
    """Rules as numbers that the core can hold; `grav.native` makes them."""

    def __init__(self, *, bonus: int, shapes: int, bonus_pass: int, min_shape: int, bonus_limit: int, size: int, players: int, a: int, b: int, c: int, d: int, e: int, first: int, strict: bool) -> None: ...

class Game:
    """One game, action by action. Points are row * size + column."""

    @staticmethod
    def new(rules: Rules) -> Game: ...

    def copy(self) -> Game: ...

    def apply(self, kind: int, by: int, at: int, declare: int) -> int:
        """0, or the number of the refusal's code; then nothing has changed."""

    def state(self) -> dict[str, Any]: ...

    def legal(self) -> list[tuple[int, int]]:
        """Each legal point with the shapes that a stone would complete."""

    def shapes(self, at: int) -> int: ...

    def breaches(self, at: int) -> dict[str, Any]: ...

    def perft(self, depth: int) -> int: ...

NOTHING_SAID: int = ...

class Eyes:
    """What a player overlooks and miscounts, in shares of 65,536."""

    def __init__(self, *, run: int, per_interval: int, diagonal: int, mixed: int, square: int, miscount: int, distance: int, per_step: int, shape: int, pressure: int) -> None: ...

class Policy:
    """How a player inside the core chooses, and with what eyes."""

    def __init__(self, *, greedy: bool, eyes: Eyes) -> None: ...

class Batch:
    """What a bulk run is asked for: game k is the same in every run."""

    def __init__(self, *, rules: Rules, policies: Sequence[Policy], games: int, seed: int, threads: int, first_game: int, most_placements: int, all_shapes: bool) -> None: ...

def playouts(batch: Batch) -> Annotated[memoryview, dict(dtype='int32')]: ...

def tally(batch: Batch) -> Annotated[memoryview, dict(dtype='int64')]: ...

def positions(batch: Batch) -> dict[str, Any]: ...

def legal_masks(rules: Rules, boards: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], lasts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[memoryview, dict(dtype='bool')]: ...

def shape_counts(rules: Rules, boards: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], lasts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[memoryview, dict(dtype='int32')]: ...

def beliefs(rules: Rules, boards: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], lasts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seat: int, eyes: Eyes, seed: int, looks: int, threads: int) -> Annotated[memoryview, dict(dtype='int32')]: ...

class Referee:
    """
    The placement rules of one set of rules. Stones are the bits of a board's set, lowest first.
    """

    @staticmethod
    def new(rules: Rules) -> Referee: ...

    def judge(self, stones: bytes, at: int) -> tuple[int, list[tuple[list[int], int]], list[tuple[int, int]]]:
        """
        (shapes, runs that are too long, squares that are too full) of a stone there.
        """

    def legal(self, stones: bytes, last: int) -> list[int]: ...

    def shapes(self, stones: bytes) -> list[tuple[int, int]]:
        """Each empty point with the shapes that a stone would complete."""

class Root:
    """The position to search from. Points are row * size + column."""

    def __init__(self, *, stones: Sequence[tuple[int, int]], to_move: int, first: int, bonus_turns: int, earned: int, on_bonus: bool, begun: bool, passed: Sequence[int], resigned: Sequence[int], skips: Sequence[int], points: Sequence[tuple[int, int]] | None) -> None: ...

class Search:
    """A tree of strict play that grows while it runs."""

    @staticmethod
    def new(rules: Rules, root: Root, seed: int, most_nodes: int, insight: bool) -> Search: ...

    def run(self, simulations: int, seconds: float, threads: int) -> None: ...

    def stop(self) -> None: ...

    def advance(self, at: int, declare: int) -> bool: ...

    def best(self, most: int, most_moves: int) -> list[tuple[tuple[int, int, int], int, list[float], list[float], int, list[tuple[int, int, int]]]]:
        """
        (move, visits, wins, stones, sure winner, line); a move is (seat, point, declare).
        """

    @property
    def simulations(self) -> int: ...

    @property
    def is_proven(self) -> bool: ...

def solve(rules: Rules, most_positions: int) -> tuple[int, list[tuple[int, int]], int]: ...

LARGEST_SOLVED: int = ...

class TooMany(Exception):
    pass
