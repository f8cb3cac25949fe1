from collections.abc import Sequence
import enum
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

NO_DECLARATION: int = ...

class Perception:
    """The error probabilities of perception, in units of 1/65,536."""

    def __init__(self, *, run: int, per_interval: int, diagonal: int, mixed: int, square: int, miscount: int, distance: int, per_step: int, shape: int, pressure: int) -> None: ...

class Policy:
    """How a player inside the core chooses, and its perception."""

    def __init__(self, *, greedy: bool, perception: Perception, simulations: int) -> None: ...

class Batch:
    """The arguments of a bulk run: game k is the same in every run."""

    def __init__(self, *, rules: Rules, policies: Sequence[Policy], games: int, seed: int, threads: int, first_game: int, max_placements: int, all_shapes: bool) -> None: ...

def playouts(batch: Batch) -> Annotated[memoryview, dict(dtype='int32')]: ...

def tally(batch: Batch) -> Annotated[memoryview, dict(dtype='int64')]: ...

def game_sums(batch: Batch) -> tuple[Annotated[memoryview, dict(dtype='int64')], Annotated[memoryview, dict(dtype='int64')], Annotated[memoryview, dict(dtype='int64')]]: ...

def positions(batch: Batch) -> dict[str, Any]: ...

def legal_masks(rules: Rules, boards: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], lasts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[memoryview, dict(dtype='bool')]: ...

def shape_counts(rules: Rules, boards: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], lasts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[memoryview, dict(dtype='int32')]: ...

def perceived_breaches(rules: Rules, boards: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], lasts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seat: int, perception: Perception, seed: int, samples: int, threads: int) -> Annotated[memoryview, dict(dtype='int32')]: ...

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

class RolloutPolicy(enum.Enum):
    random = 0

    completing = 1

    careful = 2

class SearchOptions:
    """The parameters of a search. They are not checked here."""

    def __init__(self) -> None: ...

    @property
    def explore(self) -> float: ...

    @explore.setter
    def explore(self, arg: float, /) -> None: ...

    @property
    def score_share(self) -> float: ...

    @score_share.setter
    def score_share(self, arg: float, /) -> None: ...

    @property
    def shape_weight(self) -> float: ...

    @shape_weight.setter
    def shape_weight(self, arg: float, /) -> None: ...

    @property
    def safe_weight(self) -> float: ...

    @safe_weight.setter
    def safe_weight(self, arg: float, /) -> None: ...

    @property
    def number_weight(self) -> float: ...

    @number_weight.setter
    def number_weight(self, arg: float, /) -> None: ...

    @property
    def pass_weight(self) -> float: ...

    @pass_weight.setter
    def pass_weight(self, arg: float, /) -> None: ...

    @property
    def tries(self) -> int: ...

    @tries.setter
    def tries(self, arg: int, /) -> None: ...

    @property
    def expand_after(self) -> int: ...

    @expand_after.setter
    def expand_after(self, arg: int, /) -> None: ...

    @property
    def policy(self) -> RolloutPolicy: ...

    @policy.setter
    def policy(self, arg: RolloutPolicy, /) -> None: ...

class Search:
    """A tree of strict play that grows while it runs."""

    @staticmethod
    def new(rules: Rules, root: Root, seed: int, max_nodes: int, options: SearchOptions) -> Search: ...

    def run(self, simulations: int, seconds: float, threads: int) -> None: ...

    def stop(self) -> None: ...

    def advance(self, at: int, declare: int) -> bool: ...

    def best(self, most: int, max_moves: int) -> list[tuple[tuple[int, int, int], int, list[float], list[float], int, list[tuple[int, int, int]]]]:
        """
        (move, visits, wins, stones, proven winner, principal variation); a move is (seat, point, declare).
        """

    @property
    def simulations(self) -> int: ...

    @property
    def is_proven(self) -> bool: ...

def solve(rules: Rules, max_positions: int) -> tuple[int, list[tuple[int, int]], int]: ...

MAX_SOLVED_SIZE: int = ...

class TooManyPositions(Exception):
    pass
