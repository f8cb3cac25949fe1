"""The core's games, played again by the Python rules: equal column for column.

This is a Python version of the core's random numbers and players; `grav.game` decides which actions
are allowed and what follows from them.
"""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests.subtests import every

from grav.game import (
    Accept,
    Grav,
    Opening,
    Over,
    Pass,
    Penalty,
    Place,
    Remove,
    State,
    Turn,
    Window,
    apply,
    start,
)
from grav.native import board_array as array_of
from grav.native import playouts, point_index, positions
from grav.native.bulk import COLUMNS
from grav.native.tallies import TENTHS
from grav.rules import (
    Bonus,
    Enforcement,
    Point,
    Rules,
    legal_set,
    parse_rules,
    points_of,
    shape_counts,
)
from grav.testing.games.random_rules import random_rules
from grav.testing.reference import points_of_board

pytestmark = pytest.mark.needs_core

GOLDEN = 0x9E3779B97F4A7C15
WORD = 2**64 - 1
ENDED = {"passes": 1, "repetition": 2}


def mix(bits: int) -> int:
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & WORD
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & WORD
    return bits ^ bits >> 31


class Chance:
    """Returns draw k of game g under seed s, as cpp/include/grav/chance.h draws it."""

    def __init__(self, seed: int, game: int) -> None:
        self.key = mix(mix(seed + GOLDEN & WORD) ^ game * GOLDEN & WORD)
        self.drawn = 0

    def next(self) -> int:
        self.drawn += 1
        return mix(self.key + self.drawn * GOLDEN & WORD)

    def below(self, bound: int) -> int:
        return (self.next() >> 32) * bound >> 32


class Mirror:
    """Plays one game, and computes every column of a bulk run from the states of the game."""

    def __init__(self, rules: Rules, greedy: list[bool], seed: int, game: int, most: int) -> None:
        self.rules, self.greedy, self.most = rules, greedy, most
        self.chance = Chance(seed, game)
        self.state = start(rules)
        self.row = dict.fromkeys((name for name, width in COLUMNS.items() if width == 1), 0)
        self.along = {name: [0] * TENTHS for name in ("decisions", "legal", "in_reach")}
        self.row["winner"] = self.row["first_shape_by"] = -1
        self.chain, self.leader = 0, -1
        self.behind, self.missed = [0] * rules.players, [0] * rules.players
        opening = isinstance(self.state.phase, Opening)
        self.first = self.chance.below(rules.players) if opening else (rules.first or 0)
        self.row["first"] = self.first

    def play(self) -> State:
        while not isinstance(self.state.phase, Over) and self.row["placements"] < self.most:
            match self.state.phase:
                case Window() as window:
                    self.answer(window)
                case Penalty(shouter, violator):
                    theirs = self.state.board.owned[violator]
                    at = self.choose_any(list(points_of(theirs, self.rules.size)))
                    self.state = apply(self.state, Remove(shouter, at)).state
                    self.see_lead()
                case phase:
                    self.move(phase.seat if isinstance(phase, Turn) else self.first, phase)
        over = self.state.phase
        if isinstance(over, Over):
            winner = over.ranking[0]
            self.row |= {"winner": winner, "ended": ENDED[over.how.value]}
            self.row |= {
                "behind": self.behind[winner],
                "missed_of_winner": self.missed[winner],
            }
        return self.state

    def move(self, seat: int, phase: object) -> None:
        state, rules, row = self.state, self.rules, self.row
        on_bonus = isinstance(phase, Turn) and phase.on_bonus
        points = list(points_of(legal_set(rules, state.board, state.last), rules.size))
        full = sum(state.board.counts()) / rules.size**2
        tenth = next((n for n in range(TENTHS) if full < (n + 1) / TENTHS), TENTHS - 1)
        self.along["decisions"][tenth] += 1
        self.along["legal"][tenth] += len(points)
        self.along["in_reach"][tenth] += sum(map(self.is_in_reach, points_of_board(rules.size)))
        if not points:
            if rules.is_strict or not on_bonus or rules.edition.bonus_pass:
                row["passes"] += 1
                self.state = apply(state, Pass(seat)).state
                return
            board = state.board
            points = [at for at in points_of_board(rules.size) if board.owner(at) is None]
        at = self.choose_most_shapes(points) if self.greedy[seat] else self.choose_any(points)
        shapes = self.shapes([at])[at]
        stones = state.board.counts()
        for each, number in enumerate(stones):
            self.behind[each] += max(stones) - number
        declared = rules.edition.bonus is Bonus.DECLARED
        said = shapes if rules.is_strict else min(shapes, 1)
        self.state = apply(state, Place(seat, at, said if declared else None)).state
        self.see_placement(seat, on_bonus, shapes)

    def is_in_reach(self, at: Point) -> bool:
        board, last, setting = self.state.board, self.state.last, self.rules.setting
        near = last is None or setting.d <= at.taxi_distance(last) <= setting.e
        return near and board.owner(at) is None

    def see_placement(self, seat: int, on_bonus: bool, shapes: int) -> None:
        row = self.row
        row["placements"] += 1
        row["shapes"] += shapes
        row["bonus_turns"] += on_bonus
        self.chain = self.chain + 1 if on_bonus else 1
        row["longest_chain"] = max(row["longest_chain"], self.chain)
        if shapes and not row["first_shape"]:
            row |= {"first_shape": row["placements"], "first_shape_by": seat}
        if isinstance(self.state.phase, Window):
            row["breaches"] += bool(self.state.phase.verdict.breaches)
        else:
            self.see_lead()

    def see_lead(self) -> None:
        """Records a lead change if another seat now has the most stones alone; ties change
        nothing.
        """
        stones = self.state.board.counts()
        best = [seat for seat, number in enumerate(stones) if number == max(stones)]
        if len(best) == 1 and best[0] != self.leader:
            self.row["lead_changes"] += self.leader >= 0
            self.leader = best[0]

    def answer(self, window: Window) -> None:
        """With perfect perception exactly the breaches are called; the shouter is random."""
        if window.verdict.breaches:
            seats = sorted(window.awaiting)
            by = next(  # reservoir sampling: seat k with probability 1 / (k + 1)
                seats[k]
                for k in reversed([k for k in range(len(seats)) if self.chance.below(k + 1) == 0])
            )
            self.row["called"] += 1
            self.state = apply(self.state, Grav(by)).state
            return
        for seat in sorted(window.awaiting):
            self.state = apply(self.state, Accept(seat)).state
        self.see_lead()

    def shapes(self, points: list[Point]) -> dict[Point, int]:
        return shape_counts(self.state.board, points, self.rules.edition)

    def choose_any(self, points: list[Point]) -> Point:
        return by_rows(points)[self.chance.below(len(points))]

    def choose_most_shapes(self, points: list[Point]) -> Point:
        counts = self.shapes(points)
        best, equals = points[0], 0
        for at in by_rows(points):
            if equals and counts[at] < counts[best]:
                continue
            equals = 1 if not equals or counts[at] > counts[best] else equals + 1
            if equals == 1 or self.chance.below(equals) == 0:
                best = at
        return best


def by_rows(points: list[Point]) -> list[Point]:
    """Returns the points in the order of the core."""
    return sorted(points, key=lambda point: (point.row, point.column))


def draw_game(number: int) -> tuple[Rules, list[bool], int]:
    """Draws rules (their kind depends on the number), which players are greedy, and the maximum
    number of placements.
    """
    chance = Random(number)
    enforcement = Enforcement.CHALLENGE if number % 3 == 0 else Enforcement.STRICT
    kind = range(3, 26)[:: 1 + number % 3]
    rules = random_rules(chance)
    while rules.size not in kind:
        rules = random_rules(chance)
    greedy = [chance.random() < 0.4 for _ in range(rules.players)]
    most = 5000 if rules.size <= 9 else 60
    return replace(rules, enforcement=enforcement), greedy, most


@every("number", range(60))
def test_every_column_equals_that_of_the_game_under_the_python_rules(number: int) -> None:
    rules, greedy, most = draw_game(number)
    names = ["greedy" if kind else "random" for kind in greedy]
    played = playouts(rules, names, 3, number, first_game=number, max_placements=most)
    for game in range(3):
        mirror = Mirror(rules, greedy, number, number + game, most)
        state = mirror.play()
        found = {name: getattr(played, name)[game] for name in mirror.row}
        assert found == mirror.row, (str(rules), names, game)
        wide = {**mirror.along, "stones": list(state.board.counts())}
        assert {name: getattr(played, name)[game].tolist() for name in wide} == wide
        assert mirror.row.keys() | wide.keys() == COLUMNS.keys()


@every("number", range(60))
def test_positions_equal_those_of_the_games_after_as_many_placements(number: int) -> None:
    rules, greedy, _ = draw_game(number)
    names = ["greedy" if kind else "random" for kind in greedy]
    for placements in (0, 1, 3 * rules.size, 40):
        found = positions(rules, names, 2, number, placements)
        for game in range(2):
            state = Mirror(rules, greedy, number, game, placements).play()
            to_move = -1 if state.to_move is None else state.to_move
            if isinstance(state.phase, Opening):
                to_move = Chance(number, game).below(rules.players)
            assert np.array_equal(found.boards[game], array_of(state.board))
            assert found.last[game] == point_index(state.last, rules.size)
            assert found.to_move[game] == to_move, (str(rules), names, placements, game)


@pytest.mark.parametrize(
    "line", ["4x4 3p 4 2 4 0 6 revised strict", "4x4 2p 3 2 3 0 6 classic strict"]
)
def test_the_seat_on_turn_is_known_until_the_last_turn_ends(line: str) -> None:
    rules = parse_rules(line)
    random = [False] * rules.players
    for placements in range(8, 17):
        found = positions(rules, ["random"] * rules.players, 20, 7, placements)
        for game in range(20):
            state = Mirror(rules, random, 7, game, placements).play()
            assert found.to_move[game] == (-1 if state.to_move is None else state.to_move)


def test_the_drawn_rules_are_diverse() -> None:
    rules = [draw_game(number)[0] for number in range(60)]
    kinds = {(each.size > 8) + (each.size > 15) for each in rules}
    assert kinds == {0, 1, 2}
    assert {each.players for each in rules} == {2, 3, 4, 5, 6}
    assert {each.edition.shapes for each in rules} == {"every", "largest", "whole"}
    assert len({each.edition for each in rules}) >= 20
