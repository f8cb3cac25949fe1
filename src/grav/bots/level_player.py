"""A player of a level: has its perception, searches within its budget, and may bluff."""

import random
from collections.abc import Mapping

from grav.bots.answer_delay import AnswerDelay
from grav.bots.bluff import find_bluff
from grav.bots.levels import LEVELS, Level
from grav.bots.move_history import MoveHistory
from grav.bots.opponent_model import OpponentModel
from grav.bots.perception import Perception
from grav.bots.search_choice import MoveSearch, SearchChoice, make_search_root
from grav.bots.stone_removal import choose_stone_to_remove
from grav.bots.thinking_limit import ThinkingLimit
from grav.game import Accept, Action, Grav, Pass, Place, Remove, View
from grav.native.board_queries import have_legal_points, shapes_by_point
from grav.rules import Bonus, Point, Rules, legal_set, points_of

_MIN_WINNING_SHARE = 0.9
"""A player that expects to win more often than this does not bluff."""
_HONEST_TIME_FRACTION = 0.4
"""Share of the time for the honest move; the rest is for comparing a bluff with it."""


class LevelPlayer:
    """Knows the rules, but perceives the board with the errors of its level."""

    def __init__(self, level: Level, seed: str) -> None:
        self.level = level
        self._history = MoveHistory()
        self._opponents = OpponentModel()
        self._breach_open = False
        """Whether the player believes that the stone of the open window breaks a rule."""
        self.reseed(seed)

    def reseed(self, seed: str) -> None:
        """Restarts all random draws from this seed; the memory of the game stays. A caller that
        reseeds before each question gets the same answer to it, however often it asks."""
        self._chance = random.Random(seed)
        self._perception = Perception(self.level.perception, seed)
        self._search = MoveSearch(
            self.level.nodes_with, self.level.insight, self._chance.getrandbits(60)
        )
        self._answer_delay = AnswerDelay(seed)

    def hurry(self, pressure: float) -> None:
        """Sets the time pressure: all error probabilities grow by this share of themselves."""
        self._perception.hurry(pressure)

    def hear(self, action: Action) -> None:
        """Records in the opponent model who accepts a stone that is believed to break a rule."""
        if self._breach_open and isinstance(action, Accept):
            self._opponents.record_missed(action.by)

    def see(self, view: View) -> None:
        if view.phase == "penalty" and view.to_move is not None and view.violator is not None:
            self._opponents.record_caught(view.to_move)
            self._opponents.record_missed(view.violator, weight=0.5)
        if view.window is None:
            self._breach_open = False
        self._history.see(view)

    def act(self, view: View, limit: ThinkingLimit | None = None) -> Action:
        """Returns an action. A search that reaches the time limit is cut short; one that is stopped
        raises ThinkingCancelled."""
        assert view.seat is not None
        self._search.limit = limit or ThinkingLimit()
        if view.violator is not None:
            return Remove(view.seat, self._choose_stone_to_remove(view))
        if view.window is not None:
            return self._answer_window(view, view.seat)
        return self._take_turn(view, view.seat)

    def delay(self, view: View) -> float:
        return self._answer_delay.delay(view)

    def _answer_window(self, view: View, seat: int) -> Action:
        assert view.window is not None
        new, by = view.window.at, view.window.by
        before, last = self._history.before(view.board, new)
        self._breach_open = self._perception.breaches(view.rules, before, last, by)[new]
        return Grav(seat) if self._breach_open else Accept(seat)

    def _choose_stone_to_remove(self, view: View) -> Point:
        if self.level.nodes_per_point:
            return choose_stone_to_remove(view, self._history.trail, self._chance)
        assert view.violator is not None
        stones = points_of(view.board.owned[view.violator], view.board.size)
        return self._chance.choice(sorted(stones))

    def _take_turn(self, view: View, seat: int) -> Action:
        broken = self._perception.breaches(view.rules, view.board, self._history.last, seat)
        shapes = self._draw_noticed_shapes(view)
        legal = {point: shapes[point] for point, breaks in broken.items() if not breaks}
        chosen = self._choose(view, legal, {p: shapes[p] for p in broken if p not in legal})
        rechecks = self._recheck_count(len(legal) / max(len(broken), 1))
        while chosen.at in legal and any(
            self._recheck_breaks(view, chosen.at) for _ in range(rechecks)
        ):
            del legal[chosen.at]
            chosen = self._choose(view, legal, {})
        if chosen.at is None and "pass" in view.may:
            return Pass(seat)
        # A bonus turn must be used, and every point breaks a rule: the breach may go unnoticed.
        chosen = chosen if chosen.at else self._choose(view, shapes, {})
        assert chosen.at is not None
        return Place(
            seat, chosen.at, self._choose_declaration(view, seat, chosen, shapes[chosen.at])
        )

    def _recheck_count(self, share: float) -> int:
        """Returns how often the chosen point is checked again: more often where few points seem
        legal, since there the mistakes outnumber the legal points."""
        return 1 + (share < 0.3) + (share < 0.1)

    def _recheck_breaks(self, view: View, at: Point) -> bool:
        """Whether the point seems to break a rule when it is checked once more."""
        assert view.seat is not None
        return self._perception.breaches(view.rules, view.board, self._history.last, view.seat)[at]

    def _draw_noticed_shapes(self, view: View) -> dict[Point, int]:
        counts = shapes_by_point(view.rules, view.board)
        return {
            point: self._perception.draw_noticed_shapes(count) for point, count in counts.items()
        }

    def _choose(
        self, view: View, legal: Mapping[Point, int], broken: Mapping[Point, int]
    ) -> SearchChoice:
        if not self.level.nodes_per_point:
            return self._choose_without_search(legal)
        root = make_search_root(view, self._history)
        may_bluff = (
            self.level.bluffs
            and not self.level.is_quick(len(root.trail))
            and not view.rules.is_strict
            and any(broken.values())
        )
        time_fraction = _HONEST_TIME_FRACTION if may_bluff else 1.0
        honest = self._search.choose(view.rules, root, _keep_room(view, legal), time_fraction)
        if not may_bluff or honest.worth > _MIN_WINNING_SHARE:
            return honest
        tried = find_bluff(view.rules, root, broken, honest, self._opponents, self._search)
        self._breach_open = tried is not None
        return tried or honest

    def _choose_without_search(self, legal: Mapping[Point, int]) -> SearchChoice:
        """Chooses without search: a point that completes the most noticed shapes, or any point."""
        if not legal:
            return SearchChoice(None, 0, 0.0)
        most = max(legal.values())
        tempting = [point for point, shapes in legal.items() if shapes == most]
        greedy = self._chance.random() < self.level.greed
        at = self._chance.choice(tempting if greedy else list(legal))
        return SearchChoice(at, legal[at], 0.0)

    def _choose_declaration(
        self, view: View, seat: int, chosen: SearchChoice, noticed: int
    ) -> int | None:
        """Returns the bonus turns to declare: those wanted that can be used without a breach."""
        rules = view.rules
        if rules.edition.bonus is not Bonus.DECLARED:
            return None
        wanted = min(chosen.declare, noticed)
        if not _must_use_bonus_turns(rules) or chosen.at is None:
            return wanted
        after = legal_set(rules, view.board.place(chosen.at, seat), chosen.at).bit_count()
        usable = max(1, after // _POINTS_PER_BONUS_TURN) if after else 0
        return max(0, min(wanted, usable - view.bonus_turns))


_POINTS_PER_BONUS_TURN = 6
"""Legal points needed for each bonus turn taken in advance: stones use them up."""


def _must_use_bonus_turns(rules: Rules) -> bool:
    """Whether a bonus turn must be used to place even if every point breaks a rule. The search does
    not know such turns: it plays strictly, where they may be passed."""
    return not (rules.is_strict or rules.edition.bonus_pass)


def _keep_room(view: View, legal: Mapping[Point, int]) -> Mapping[Point, int]:
    """Leaves out points after which no point is legal, if another bonus turn follows: its stone
    would break a rule. If all points are like that, returns them all."""
    if not (legal and view.bonus_turns and _must_use_bonus_turns(view.rules)):
        return legal
    seat = view.seat
    assert seat is not None
    boards = [view.board.place(point, seat) for point in legal]
    has_room = have_legal_points(view.rules, boards, list(legal))
    return {
        point: legal[point] for point, left in zip(legal, has_room, strict=True) if left
    } or legal


def create_level_player(number: int, seed: str) -> LevelPlayer:
    return LevelPlayer(LEVELS[number], seed)
