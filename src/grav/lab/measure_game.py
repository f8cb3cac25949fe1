"""Measures one game from its actions, in the same columns as the core gives for its own games."""

from collections.abc import Iterable, Sequence

from grav.game import (
    Accept,
    Action,
    Ended,
    Over,
    Pass,
    Place,
    Placed,
    Shouted,
    State,
    Stood,
    Turn,
    Window,
    apply,
    start,
)
from grav.game.turns import Transition
from grav.native import Playouts
from grav.native.bulk import COLUMNS
from grav.native.tallies import TENTHS
from grav.rules import Board, Rules, Verdict, legal_set, points_of
from grav.rules.board import all_points

_ENDING_CODES = {Ended.PASSES: 1, Ended.REPETITION: 2}

GameRow = dict[str, int]
"""The fields of `Playouts` that are a single column."""
WideColumns = dict[str, tuple[int, ...]]
"""The fields with several columns: the stones by seat, the others by tenth."""
Game = tuple[GameRow, WideColumns]


class GameMeasurer:
    """Replays a game action by action and collects its measures."""

    def __init__(self, rules: Rules) -> None:
        self.state = start(rules)
        self.row: GameRow = {name: 0 for name, width in COLUMNS.items() if width == 1}
        self.row |= {"winner": -1, "first_shape_by": -1}
        self._along = {name: [0] * TENTHS for name in ("decisions", "legal", "in_reach")}
        self._chain = 0
        self._leader = -1
        self._breach = False
        self._behind = [0] * rules.players
        self._missed = [0] * rules.players

    def apply_action(self, action: Action) -> None:
        """Applies the next action, which must be allowed."""
        window = self.state.phase
        if isinstance(action, Place | Pass):
            if isinstance(window, Window):  # acting in a window implies accepting
                self._apply_transition(apply(self.state, Accept(action.by)))
            self._record_decision(action)
        self._apply_transition(apply(self.state, action))

    def finish(self, first: int) -> Game:
        """Returns the measures of the game.

        `first` is taken as the starter if nobody has placed a stone. A game that ended by
        resignation has no winner here: it does not count as played to its end.
        """
        order, over, row = self.state.order, self.state.phase, self.row
        row["first"] = first if order is None else order[0]
        if isinstance(over, Over) and over.how in _ENDING_CODES:
            winner = over.ranking[0]
            row |= {"winner": winner, "ended": _ENDING_CODES[over.how]}
            row |= {"behind": self._behind[winner], "missed_of_winner": self._missed[winner]}
        along = {name: tuple(tenths) for name, tenths in self._along.items()}
        return row, {"stones": self.state.board.counts(), **along}

    def _record_decision(self, action: Place | Pass) -> None:
        """Records a decision to place or pass: legal points, points in reach, stones behind."""
        state, row, tenth = self.state, self.row, tenth_of(self.state.board)
        self._along["decisions"][tenth] += 1
        self._along["legal"][tenth] += legal_set(state.rules, state.board, state.last).bit_count()
        self._along["in_reach"][tenth] += points_in_reach(state)
        if isinstance(action, Pass):
            row["passes"] += 1
            return
        stones = state.board.counts()
        for seat, count in enumerate(stones):
            self._behind[seat] += max(stones) - count
        on_bonus = isinstance(state.phase, Turn) and state.phase.on_bonus
        row["placements"] += 1
        row["bonus_turns"] += on_bonus
        self._chain = self._chain + 1 if on_bonus else 1
        row["longest_chain"] = max(row["longest_chain"], self._chain)

    def _apply_transition(self, transition: Transition) -> None:
        self.state = transition.state
        for event in transition.events:
            match event:
                case Placed(by, verdict=Verdict(breaches, shapes)):
                    self._record_placement(by, shapes, bool(breaches))
                case Shouted(breaches=breaches):
                    self.row["called" if breaches else "wrong_shouts"] += 1
                    self._breach = False
                case Stood(by):
                    self.row["missed"] += self._breach
                    self._missed[by] += self._breach
        if not isinstance(self.state.phase, Window):
            self._record_lead_change()

    def _record_placement(self, by: int, shapes: int, breach: bool) -> None:
        row = self.row
        self._breach = breach
        row["breaches"] += breach
        row["shapes"] += shapes
        if shapes and not row["first_shape"]:
            row |= {"first_shape": row["placements"], "first_shape_by": by}

    def _record_lead_change(self) -> None:
        """Counts a lead change when another seat has the most stones alone; ties change nothing."""
        stones = self.state.board.counts()
        best = [seat for seat, count in enumerate(stones) if count == max(stones)]
        if len(best) == 1 and best[0] != self._leader:
            self.row["lead_changes"] += self._leader >= 0
            self._leader = best[0]


def tenth_of(board: Board) -> int:
    """Returns the stage of a game: the full tenths of the board that hold stones, at most 9."""
    return min(board.stones.bit_count() * TENTHS // board.size**2, TENTHS - 1)


def points_in_reach(state: State) -> int:
    """Counts the empty points at a right distance, legal or not."""
    board, setting, last = state.board, state.rules.setting, state.last
    empty = points_of(all_points(board.size) & ~board.stones, board.size)
    if last is None:
        return sum(1 for _ in empty)
    return sum(setting.d <= point.taxi_distance(last) <= setting.e for point in empty)


def measure_game(rules: Rules, actions: Iterable[Action], first: int) -> Game:
    """Measures a whole game."""
    measurer = GameMeasurer(rules)
    for action in actions:
        measurer.apply_action(action)
    return measurer.finish(first)


def combine_rows(games: Sequence[Game]) -> Playouts:
    """Combines games into the columns that the core would return."""
    import numpy as np

    columns = {
        name: np.array([wide[name] if width > 1 else row[name] for row, wide in games], np.int32)
        for name, width in COLUMNS.items()
    }
    return Playouts(**columns)
