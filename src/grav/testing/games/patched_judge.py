"""Replaces the true verdicts, for tests which show that nothing reveals the difference."""

from collections.abc import Callable
from typing import Any, Protocol

from grav.native.referee import NativeReferee
from grav.rules import Board, Point, Rules
from grav.rules.legality import Verdict
from grav.rules.referee import PlainReferee

Judge = Callable[[Rules, Board, Point | None, Point], Verdict]


class Patcher(Protocol):
    """Replaces attributes temporarily: pytest's `monkeypatch`."""

    def setattr(self, target: Any, name: Any, value: Any, /) -> None: ...


def judge_by(monkeypatch: Patcher, judge: Judge) -> None:
    """Makes every referee judge by this function."""

    def judged(_: object, rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
        return judge(rules, board, last, new)

    for referee in (PlainReferee, NativeReferee):
        monkeypatch.setattr(referee, "judge", judged)
