"""A game in the core, with the actions, refusals and JSON form of `grav.game`."""

from typing import TYPE_CHECKING, Any, Self

from grav.game import Action, Place, Refusal, RefusalCode
from grav.native.convert import action_numbers, core_rules, point_from_number, point_number
from grav.native.loading import core
from grav.rules import Board, Point, Rules
from grav.rules.json_fields import Json

if TYPE_CHECKING:
    from grav.native import _core

_CODES = list(RefusalCode)  # in the order of the core
_PHASES = ("opening", "turn", "window", "penalty", "over")
_ENDED = (None, "passes", "repetition", "resignation")
_RULES = ("continuity", "density", "distance")  # by the bits of the core


class NativeGame:
    """A mutable game: an action changes it, or is refused and changes nothing."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._game: _core.Game = core().Game.new(core_rules(rules))
        self._declared: int | None = None
        """The number declared with the open placement: the core holds it only within its bounds."""

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.rules, other._declared, other._game = self.rules, self._declared, self._game.copy()
        return other

    def apply(self, action: Action) -> None:
        """Applies the action, or raises a Refusal."""
        code = self._game.apply(*action_numbers(action, self.rules.size))
        if code:
            raise Refusal(_CODES[code - 1])
        if isinstance(action, Place):
            self._declared = action.declare or 0

    def legal(self) -> dict[Point, int]:
        """Returns each legal point with the number of shapes that a stone would complete."""
        size = self.rules.size
        found = {point_from_number(at, size): shapes for at, shapes in self._game.legal()}
        return dict(sorted(found.items()))

    def shapes(self, at: Point) -> int:
        """Returns the number of shapes that a stone on this empty point would complete."""
        return self._game.shapes(point_number(at, self.rules.size))

    def breaches(self, at: Point) -> list[dict[str, Json]]:
        """Returns the breaches of a stone on this empty point, in the JSON form of `grav.rules`."""
        size, (a, _, c, d, e) = self.rules.size, self.rules.setting
        found = self._game.breaches(point_number(at, size))
        breaches: list[dict[str, Json]] = []
        for numbers, interval in found["runs"]:
            points: list[Json] = [
                str(p) for p in sorted(point_from_number(n, size) for n in numbers)
            ]
            breaches.append(
                {"rule": "continuity", "points": points, "interval": interval, "limit": a}
            )
        for corner, count in found["squares"]:
            square = str(point_from_number(corner, size))
            breaches.append({"rule": "density", "square": square, "count": count, "limit": c})
        if found["distance"] is not None:
            origin = str(point_from_number(self._game.state()["trail"][-1], size))
            distance = found["distance"]
            breaches.append(
                {"rule": "distance", "from": origin, "distance": distance, "least": d, "most": e}
            )
        return breaches

    def board(self) -> Board:
        return self._board(self._game.state())

    def perft(self, depth: int) -> int:
        """Returns how many sequences of `depth` accepted actions there are from here.

        Counts every action but resigning, by every seat; placements with every number of bonus
        turns from none to all of their shapes.
        """
        return self._game.perft(depth)

    def state_to_json(self, *, legal: bool = True) -> dict[str, Json]:
        """Returns the state in the form of `grav.game.state_to_json`."""
        raw = self._game.state()
        phase, players, size = _PHASES[raw["phase"]], self.rules.players, self.rules.size
        first, trail = raw["first"], raw["trail"]
        to_move = {"turn": raw["seat"], "penalty": raw.get("shouter")}.get(phase)
        form: dict[str, Json] = {
            "phase": phase,
            "to_move": to_move,
            "order": None if first < 0 else [(first + k) % players for k in range(players)],
            "board": list(self._board(raw).rows()),
            "last": str(point_from_number(trail[-1], size)) if trail else None,
            "bonus_turns": raw["bonus_turns"],
            "on_bonus_turn": raw["on_bonus"],
            "skips": raw["skips"],
            "passed": raw["passed"],
            "stones": raw["stones"],
            "resigned": raw["resigned"],
            "window": self._window(raw) if phase == "window" else None,
            "ended": _ENDED[raw["ended"]],
            "ranking": raw.get("ranking"),
        }
        if legal and phase in ("opening", "turn"):
            form["legal"] = {str(point): shapes for point, shapes in self.legal().items()}
        return form

    def _board(self, raw: dict[str, Any]) -> Board:
        board = Board.empty(self.rules.size, self.rules.players)
        for seat, numbers in enumerate(raw["owned"]):
            for number in numbers:
                board = board.place(point_from_number(number, self.rules.size), seat)
        return board

    def _window(self, raw: dict[str, Any]) -> dict[str, Json]:
        broken = [name for bit, name in enumerate(_RULES) if raw["violations"] >> bit & 1]
        declared = self.rules.edition.bonus.value == "declared"
        return {
            "by": raw["seat"],
            "at": str(point_from_number(raw["at"], self.rules.size)),
            "declared": self._declared if declared else None,
            "violations": [*broken],
            "shapes": raw["shapes"],
            "bonus": raw["bonus"],
            "awaiting": raw["awaiting"],
        }
