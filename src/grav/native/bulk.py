"""Many games and many positions at once: NumPy columns in, NumPy columns out.

Boards are arrays of n × n from the bottom row: -1 where a point is empty, else the owner's seat.
Points are numbers, row by row from the bottom, with -1 for none. Game k of a seed is the same game
in every run, however the run is split or distributed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, ParamSpec, TypeVar

from grav.extras import require
from grav.native.convert import core_rules, point_number
from grav.native.loading import core
from grav.native.perception_model import PERFECT_PERCEPTION, PerceptionModel
from grav.native.ratio_errors import GameSums, Products, Stage
from grav.native.tallies import SEATS, TENTHS, Tally
from grav.rules import Board, Point, Rules
from grav.text import GravError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grav.native import _core

    Numbers = NDArray[np.int32]
    Boards = NDArray[np.int8]
    Masks = NDArray[np.bool_]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

MAX_PLACEMENTS = 5000
"""Limit per game: where rules are not enforced, stones can be taken back without end."""


def _needs_numpy(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Makes a call without NumPy an error that says what to install."""

    @wraps(function)
    def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        require("native")
        return function(*args, **kwargs)

    return call


class BulkError(GravError):
    """The arguments of a bulk run are invalid."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A player inside the core: how it chooses, and its perception."""

    choice: Literal["random", "greedy"] = "random"
    perception: PerceptionModel = PERFECT_PERCEPTION
    simulations: int = 0
    """If above 0, the player searches with so many simulations before every move (strict play
    alone), and the rest does not matter."""


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """One row per game. The fields are those of `Measures` in cpp/include/grav/playout.h, in order.

    What is counted along the game has one column for each tenth of the board: in the first, less
    than a tenth of its points hold stones, and so on.
    """

    winner: "Numbers"
    """The seat that won; -1 if the game was stopped."""
    ended: "Numbers"
    """How the game ended: 1 by passes, 2 by repetition, 0 if it was stopped."""
    first: "Numbers"
    """The seat that began."""
    stones: "Numbers"
    """The stones of each seat at the end, one column per seat."""
    placements: "Numbers"
    """Stones placed, those taken back or removed included."""
    passes: "Numbers"
    decisions: "Numbers"
    """How often somebody had to place or pass, one column per tenth."""
    legal: "Numbers"
    """Legal points, summed over these decisions, one column per tenth."""
    in_reach: "Numbers"
    """Empty points at a right distance, legal or not, summed over these, one column per tenth."""
    shapes: "Numbers"
    """Shapes completed; with `shapes="needed"`, only those that could still bring a bonus turn."""
    bonus_turns: "Numbers"
    """Bonus turns that were played."""
    longest_chain: "Numbers"
    """The most placements in one turn."""
    first_shape: "Numbers"
    """The placement, counted from 1, that first completed a shape; 0 if none did."""
    first_shape_by: "Numbers"
    """The seat that made it; -1 if none did."""
    lead_changes: "Numbers"
    """How often another seat came to have the most stones."""
    behind: "Numbers"
    """By how many stones the winner was behind the leader, summed over all placements."""
    breaches: "Numbers"
    """Placements that broke a rule."""
    missed: "Numbers"
    """Breaches that stood."""
    missed_of_winner: "Numbers"
    """Breaches that stood and were the winner's."""
    called: "Numbers"
    """Breaches that somebody called."""
    wrong_shouts: "Numbers"

    def __len__(self) -> int:
        return len(self.winner)

    @classmethod
    def from_rows(cls, rows: "Numbers", players: int) -> "Playouts":
        """Builds it from the core's rows, one per game, with room for the stones of six seats."""
        ends = list(accumulate(COLUMNS.values()))
        assert rows.shape[1] == ends[-1], "the fields are not those of the core"
        columns = {
            name: (rows[:, end - width : end] if width > 1 else rows[:, end - 1]).copy()
            for (name, width), end in zip(COLUMNS.items(), ends, strict=True)
        }
        return cls(**columns | {"stones": columns["stones"][:, :players].copy()})


_ARRAY_WIDTHS = {"stones": SEATS, "decisions": TENTHS, "legal": TENTHS, "in_reach": TENTHS}
COLUMNS = {field.name: _ARRAY_WIDTHS.get(field.name, 1) for field in fields(Playouts)}
"""How many numbers of a row each field holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """One row per position."""

    boards: "Boards"
    last: "Numbers"
    to_move: "Numbers"
    """The seat on turn; -1 in an open window, and if the game was over before."""
    legal: "Masks"


PolicyLike = str | Policy
"""`random`, `greedy`, or a policy with its own perception."""


@_needs_numpy
def playouts(
    rules: Rules,
    policies: Sequence[PolicyLike],
    games: int,
    seed: int,
    threads: int = 1,
    first_game: int = 0,
    *,
    shapes: Literal["all", "needed"] = "all",
    max_placements: int = MAX_PLACEMENTS,
) -> Playouts:
    """Plays games between these policies, one for each seat.

    In strict play every shape is declared. `shapes="needed"` counts no more of them than there are
    stones to come: the same games with the same results, several times faster under `largest`, but
    the column `shapes` is then not the total.
    """
    batch = _make_batch(
        rules, policies, games, seed, threads, first_game, max_placements, shapes == "all"
    )
    import numpy as np

    return Playouts.from_rows(np.asarray(core().playouts(batch)), rules.players)


@_needs_numpy
def tally(
    rules: Rules,
    policies: Sequence[PolicyLike],
    games: int,
    seed: int,
    threads: int = 1,
    first_game: int = 0,
    *,
    shapes: Literal["all", "needed"] = "all",
    max_placements: int = MAX_PLACEMENTS,
) -> Tally:
    """Plays the same games as `playouts`, and returns their sums."""
    batch = _make_batch(
        rules, policies, games, seed, threads, first_game, max_placements, shapes == "all"
    )
    return Tally.from_numbers(core().tally(batch).tolist())


@_needs_numpy
def game_sums(
    rules: Rules,
    policies: Sequence[PolicyLike],
    games: int,
    seed: int,
    threads: int = 1,
    first_game: int = 0,
) -> GameSums:
    """Plays the games of `tally`, and returns more sums: for the errors of ratios, and for what
    positions are like as the board fills."""
    batch = _make_batch(
        rules, policies, games, seed, threads, first_game, MAX_PLACEMENTS, all_shapes=False
    )
    total, products, stages = core().game_sums(batch)
    return GameSums(
        Tally.from_numbers(total.tolist()),
        Products(*products.tolist()),
        [Stage(*row) for row in stages.tolist()],
    )


@_needs_numpy
def positions(
    rules: Rules,
    policies: Sequence[PolicyLike],
    games: int,
    seed: int,
    placements: int,
    threads: int = 1,
    first_game: int = 0,
) -> Positions:
    """Returns the positions of such games after so many placements, or at their end if earlier."""
    import numpy as np

    # All shapes are counted: otherwise the seat on turn in the last turn is not kept.
    batch = _make_batch(rules, policies, games, seed, threads, first_game, placements, True)
    return Positions(**{name: np.asarray(rows) for name, rows in core().positions(batch).items()})


@_needs_numpy
def legal_masks(rules: Rules, boards: "Boards", lasts: "Numbers", threads: int = 1) -> "Masks":
    """Returns where a stone breaks no rule; `lasts` are the stones to measure from."""
    import numpy as np

    arrays = _check_arrays(rules, boards, lasts)
    return np.asarray(core().legal_masks(core_rules(rules), *arrays, threads))


@_needs_numpy
def shape_counts(rules: Rules, boards: "Boards", threads: int = 1) -> "Numbers":
    """Returns how many shapes a stone on each empty point would complete; 0 on stones."""
    import numpy as np

    lasts = np.full(len(boards), -1, np.int32)
    arrays = _check_arrays(rules, boards, lasts)
    return np.asarray(core().shape_counts(core_rules(rules), *arrays, threads))


@_needs_numpy
def perceived_breaches(
    rules: Rules,
    boards: "Boards",
    lasts: "Numbers",
    seat: int,
    model: PerceptionModel,
    seed: int,
    draws: int = 1,
    threads: int = 1,
) -> "Numbers":
    """Returns in how many of `draws` draws a stone of the seat on each point seems a breach."""
    import numpy as np

    boards, lasts = _check_arrays(rules, boards, lasts)
    if not 0 <= seat < rules.players or draws < 1:
        raise BulkError("native.looks", seat=seat, looks=draws)
    arguments = (seat, model.to_core(), seed % 2**64, draws, threads)
    return np.asarray(core().perceived_breaches(core_rules(rules), boards, lasts, *arguments))


@_needs_numpy
def board_array(board: Board) -> "Boards":
    """Converts a board of `grav.rules` to an array."""
    import numpy as np

    rows = [[-1 if mark == "." else int(mark) for mark in row] for row in reversed(board.rows())]
    return np.array(rows, np.int8)


def point_index(point: Point | None, size: int) -> int:
    """Returns the number of a point; -1 for none."""
    return -1 if point is None else point_number(point, size)


def _make_batch(
    rules: Rules,
    policies: Sequence[PolicyLike],
    games: int,
    seed: int,
    threads: int,
    first_game: int,
    max_placements: int,
    all_shapes: bool,
) -> "_core.Batch":
    if len(policies) != rules.players:
        raise BulkError("native.policies", found=len(policies), expected=rules.players)
    if games < 0 or threads < 1 or first_game < 0 or max_placements < 0:
        numbers = {"games": games, "threads": threads, "first_game": first_game}
        raise BulkError("native.numbers", most_placements=max_placements, **numbers)

    if not rules.is_strict and any(
        isinstance(each, Policy) and each.simulations for each in policies
    ):
        raise BulkError("native.search_strict", rules=str(rules))
    batch: _core.Batch = core().Batch(
        rules=core_rules(rules),
        policies=[_core_policy(policy) for policy in policies],
        games=games,
        seed=seed % 2**64,
        threads=threads,
        first_game=first_game,
        max_placements=min(max_placements, 2**30),
        all_shapes=all_shapes,
    )
    return batch


def _core_policy(policy: PolicyLike) -> "_core.Policy":
    if isinstance(policy, str):
        if policy not in ("random", "greedy"):
            raise BulkError("native.policy", found=policy[:40], expected="random, greedy")
        policy = Policy("greedy" if policy == "greedy" else "random")
    if policy.simulations < 0:
        raise BulkError("native.simulations", found=policy.simulations)
    made: _core.Policy = core().Policy(
        greedy=policy.choice == "greedy",
        perception=policy.perception.to_core(),
        simulations=policy.simulations,
    )
    return made


def _check_arrays(rules: Rules, boards: "Boards", lasts: "Numbers") -> tuple["Boards", "Numbers"]:
    """Returns arrays valid for the core: right shape, existing seats and stones. Or a BulkError."""
    import numpy as np

    boards = np.ascontiguousarray(boards, np.int8)
    lasts = np.ascontiguousarray(lasts, np.int32)
    size = rules.size
    if boards.ndim != 3 or boards.shape[1:] != (size, size) or lasts.shape != boards.shape[:1]:
        raise BulkError("native.shape", found=str(boards.shape), size=size)
    if boards.size and not (boards.min() >= -1 and boards.max() < rules.players):
        raise BulkError("native.seats", most=rules.players - 1)
    measured = lasts >= 0
    if (lasts >= size * size).any() or (lasts < -1).any():
        raise BulkError("native.lasts")
    flat = boards.reshape(len(boards), size * size)
    if (flat[measured, lasts[measured]] < 0).any():
        raise BulkError("native.lasts")
    return boards, lasts
