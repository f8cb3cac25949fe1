"""Other verdicts than the true ones, for tests that show that nothing tells them apart."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from grav.native.referee import NativeReferee
from grav.rules import Board, Point, Rules
from grav.rules.legality import Verdict
from grav.rules.referee import PlainReferee

if TYPE_CHECKING:
    from pytest import MonkeyPatch  # noqa: PT013 - a type alone

Judge = Callable[[Rules, Board, Point | None, Point], Verdict]


def judge_by(monkeypatch: "MonkeyPatch", judge: Judge) -> None:
    """Has every referee judge so."""

    def judged(_: object, rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
        return judge(rules, board, last, new)

    for referee in (PlainReferee, NativeReferee):
        monkeypatch.setattr(referee, "judge", judged)
