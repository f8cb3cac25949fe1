"""A made-up change of the rules: the current ones change, and version 1 is a copy of the old
ones.

Code that applies the current rules to an older game then returns other results.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import Any

import pytest

from grav.rules import Board, Point, Rules, Shape, Verdict, continuity, density, distance, shapes
from grav.rules.board import all_points
from grav.rules.referee import PLAIN, PlainReferee
from grav.rules.shape_counts import _Centres
from grav.rules.version import RULES_VERSION
from grav.server.table import draft
from grav.server.table.referee import REFEREES

NEXT = RULES_VERSION + 1
_is_as_it_was: ContextVar[bool] = ContextVar("_is_as_it_was", default=False)


class VersionOne(PlainReferee):
    """A referee that judges by the rules before the change."""

    def judge(self, rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
        with _as_it_was():
            return super().judge(rules, board, last, new)

    def legal(self, rules: Rules, board: Board, last: Point | None) -> tuple[Point, ...]:
        with _as_it_was():
            return super().legal(rules, board, last)

    def shapes(
        self, rules: Rules, board: Board, points: Iterable[Point] | None = None
    ) -> dict[Point, int]:
        with _as_it_was():
            return super().shapes(rules, board, points)

    def completed(
        self, rules: Rules, board: Board, new: Point, max_shapes: int | None = None
    ) -> list[Shape]:
        with _as_it_was():
            return super().completed(rules, board, new, max_shapes)


@contextmanager
def _as_it_was() -> Iterator[None]:
    token = _is_as_it_was.set(True)
    try:
        yield
    finally:
        _is_as_it_was.reset(token)


class RulesChange:
    """Changes the rules during a test: before `happen` the program has the old rules; after it
    nothing is a breach, and no shape counts.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        patch.setitem(REFEREES, RULES_VERSION, VersionOne())

    def happen(self) -> None:
        for rule in (continuity, density, distance):
            self._change(rule, "breaches", lambda *_: iter(()))
        for rule in (continuity, density):
            self._change(rule, "forbidden", lambda *_: 0)
        self._change(distance, "allowed", lambda size, *_: all_points(size))
        for criterion, count in list(shapes._COUNTING.items()):
            self._patch.setitem(shapes._COUNTING, criterion, _changed(count, lambda *_: iter(())))
        self._change(_Centres, "completed", lambda *_: 0)
        self._patch.setitem(REFEREES, NEXT, PLAIN)
        self._patch.setattr(draft, "RULES_VERSION", NEXT)

    def _change(self, place: ModuleType | type, name: str, new: Callable[..., Any]) -> None:
        self._patch.setattr(place, name, _changed(getattr(place, name), new))


def _changed(old: Callable[..., Any], new: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        return old(*arguments) if _is_as_it_was.get() else new(*arguments)

    return call
