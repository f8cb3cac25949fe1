"""Converts rules, points and actions to the numbers of the core.

The core holds small whole numbers. A number that no board can reach is clamped to one just out of
reach, which means the same.
"""

from functools import cache
from typing import TYPE_CHECKING

from grav.game import Accept, Action, Grav, Pass, Place, Remove, Resign
from grav.native.loading import core
from grav.rules import MAX_SIZE, PARTS, Point, Rules
from grav.rules.edition_part_kinds import MAX_CORE_NUMBER

if TYPE_CHECKING:
    from grav.native import _core

ANYONE = -1
"""The core's number for the seat that starts, if anyone may."""
_KINDS: list[type[Action]] = [Place, Pass, Accept, Grav, Remove, Resign]


def rule_numbers(rules: Rules, *, strict: bool | None = None) -> dict[str, int]:
    """Returns the rules by the core's names; `strict` overrides how they are enforced."""
    setting = rules.setting
    return {
        "size": rules.size,
        "players": rules.players,
        "a": min(setting.a, MAX_SIZE + 1),
        "b": setting.b,
        "c": setting.c,
        "d": setting.d,
        "e": min(setting.e, 2 * MAX_SIZE),
        "first": ANYONE if rules.first is None else rules.first,
        "strict": rules.is_strict if strict is None else strict,
        **{name: part.to_core(getattr(rules.edition, name)) for name, part in PARTS.items()},
    }


def core_rules(rules: Rules, *, strict: bool | None = None) -> "_core.Rules":
    """Returns the rules for the core; `strict` overrides how they are enforced."""
    made: _core.Rules = core().Rules(**rule_numbers(rules, strict=strict))
    return made


def point_number(point: Point, size: int) -> int:
    """Returns a point's number, row by row from the bottom; -1 if it is not on the board."""
    on_board = 0 <= point.column < size and 0 <= point.row < size
    return point.row * size + point.column if on_board else -1


def point_from_number(number: int, size: int) -> Point:
    return points_by_number(size)[number]


@cache
def points_by_number(size: int) -> tuple[Point, ...]:
    """Returns all points of a board, indexed by their numbers."""
    return tuple(Point(column, row) for row in range(size) for column in range(size))


def action_numbers(action: Action, size: int) -> tuple[int, int, int, int]:
    """Returns the kind, the seat, the point and the number of bonus turns declared."""
    at = point_number(action.at, size) if isinstance(action, (Place, Remove)) else -1
    said = action.declare if isinstance(action, Place) else None
    declare = core().NO_DECLARATION if said is None else _clamp(said)
    return _KINDS.index(type(action)), _clamp(action.by), at, declare


def _clamp(number: int) -> int:
    return max(-MAX_CORE_NUMBER, min(number, MAX_CORE_NUMBER))
