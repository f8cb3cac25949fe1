"""Other verdicts than the true ones, for tests that show that nothing tells them apart."""

from collections.abc import Callable
from typing import Any, Protocol

from grav.native.referee import NativeReferee
from grav.rules import Board, Point, Rules
from grav.rules.legality import Verdict
from grav.rules.referee import PlainReferee

Judge = Callable[[Rules, Board, Point | None, Point], Verdict]


class Patcher(Protocol):
    """What changes things for a while: pytest's `monkeypatch`."""

    def setattr(self, target: Any, name: Any, value: Any, /) -> None: ...


def judge_by(monkeypatch: Patcher, judge: Judge) -> None:
    """Has every referee judge so."""

    def judged(_: object, rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
        return judge(rules, board, last, new)

    for referee in (PlainReferee, NativeReferee):
        monkeypatch.setattr(referee, "judge", judged)
