"""The Python rules on a large board, against the reference implementation (a direct reading of the
definitions), interleaved."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from statistics import median

from grav.game import Place, State, Turn, apply, start
from grav.rules import Board, Criterion, Point, Rules, legal_set, parse_rules, points_of
from grav.rules.board import all_points
from grav.testing import reference

SIZE, STONES = 23, 150
ROUNDS = 7
REPEATS = 50
SLOW_ROUNDS = 3
"""Where the reference implementation takes seconds."""


@dataclass(frozen=True)
class Row:
    what: str
    ours_ms: float
    reference_ms: float
    allowed_ms: float | None = None

    @property
    def ratio(self) -> float:
        return self.reference_ms / self.ours_ms

    def to_json(self) -> dict[str, object]:
        return {
            "what": self.what,
            "ours": self.ours_ms,
            "reference": self.reference_ms,
            "ratio": self.ratio,
            "allowed": self.allowed_ms,
        }


def rows() -> Iterator[Row]:
    played = draw_position(parse_rules(f"{SIZE}x{SIZE} 2p 5 4 8 2 12 revised first=0"))
    free = replace(played, rules=parse_rules(f"{SIZE}x{SIZE} 2p 23 5 25 0 44 revised first=0"))
    for name, state in (("5 4 8 2 12", played), ("no rule binds", free)):
        for criterion in Criterion:
            what = f"legal points with shapes, {name}, {criterion}"
            yield _measure_legal_points(_with_criterion(state, criterion), what)
    for criterion in Criterion:
        yield _measure_placement(
            _with_criterion(played, criterion), f"one placement applied, {criterion}"
        )


def draw_position(rules: Rules) -> State:
    """Returns a position with `STONES` stones, placed at random from a fixed seed, each on a legal
    point where there is one."""
    chance = random.Random("grav")
    board, trail = Board.empty(SIZE, 2), list[Point]()
    for number in range(STONES):
        legal = legal_set(rules, board, trail[-1] if trail else None)
        free = legal or all_points(SIZE) & ~board.stones
        trail.append(chance.choice(list(points_of(free, SIZE))))
        board = board.place(trail[-1], number % 2)
    return replace(start(rules), board=board, trail=tuple(trail), phase=Turn(0), begun=True)


def _with_criterion(state: State, criterion: Criterion) -> State:
    edition = replace(state.rules.edition, shapes=criterion)
    return replace(state, rules=replace(state.rules, edition=edition))


def _measure_legal_points(state: State, what: str) -> Row:
    stones = reference.stones_of(state.board)
    legal = state.legal()
    assert legal == reference.legal_points(state.rules, stones, state.last)
    ours, theirs = _measure_interleaved(
        state.legal,
        lambda: reference.legal_points(state.rules, stones, state.last),
        SLOW_ROUNDS,
    )
    return Row(f"{what} ({len(legal)} points)", ours, theirs, 60)


def _measure_placement(state: State, what: str) -> Row:
    """Measures the placement alone: its verdict, its shapes, its window."""
    stones = reference.stones_of(state.board)
    at = next(iter(state.legal()))

    def directly() -> None:
        reference.breaches(state.rules, stones, state.last, at)
        reference.completed(stones, at, state.rules.edition, SIZE)

    def many() -> None:
        for _ in range(REPEATS):
            apply(state, Place(0, at))

    ours, theirs = _measure_interleaved(many, directly, ROUNDS)
    return Row(what, ours / REPEATS, theirs, 0.5)


def _measure_interleaved(
    one: Callable[[], object], other: Callable[[], object], rounds: int
) -> tuple[float, float]:
    """Returns both medians in milliseconds of CPU time, measured in turn so that both meet the same
    load on the machine."""
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(_measure_milliseconds(one))
        theirs.append(_measure_milliseconds(other))
    return median(ours), median(theirs)


def _measure_milliseconds(call: Callable[[], object]) -> float:
    begin = time.process_time_ns()
    call()
    return (time.process_time_ns() - begin) / 1e6
