"""The atlas: all measured boards, and the forecasts made from them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from math import inf

from grav.atlas.file_format import AtlasFile, decode_atlas
from grav.atlas.forecast import Forecast, forecast_on_board
from grav.atlas.measured_board import MeasuredBoard
from grav.atlas.player_kinds import PLAYER_KINDS, RANDOM
from grav.rules import PARTS, Edition, Rules, RulesError

SUFFIX = ".atlas"


class Atlas:
    """All measured boards, from one file for each size."""

    def __init__(self, files: Iterable[AtlasFile]) -> None:
        self.files = tuple(sorted(files, key=lambda file: file.size))
        self.boards: Sequence[MeasuredBoard] = tuple(
            MeasuredBoard(file, block) for file in self.files for block in file.blocks
        )

    @property
    def sizes(self) -> list[int]:
        return [file.size for file in self.files]

    @property
    def player_kinds(self) -> list[str]:
        """The kinds of player that were measured on any board, in the order of `PLAYER_KINDS`."""
        there = {board.player_kind for board in self.boards}
        return [kind for kind in PLAYER_KINDS if kind in there]

    def board(
        self, size: int, players: int, edition: Edition, player_kind: str = RANDOM
    ) -> MeasuredBoard | None:
        """Returns this board; None if it was not measured. The name of the edition is ignored."""
        wanted = (size, players, edition, player_kind)
        return next((board for board in self.boards if _board_distance(board, *wanted) == 0), None)

    def forecast(self, rules: Rules, player_kind: str = RANDOM) -> Forecast | None:
        """Returns what a game by these rules will be like; None if nothing similar was measured.

        All games were strict: nobody broke a rule. The starting seat does not matter, because
        results are by place in the order of play.
        """
        board = self.board(rules.size, rules.players, rules.edition, player_kind)
        return None if board is None else forecast_on_board(board, rules)

    def nearest_forecasts(self, rules: Rules, player_kind: str = RANDOM) -> list[Forecast]:
        """Returns the forecasts of the nearest rules that have one, for rules that have none.

        These are of the nearest setting on the same board if that board was measured, else of the
        same setting on the nearest board: another size, edition or number of players. Boards at
        the same distance give a forecast each. Each forecast states its own rules.
        """
        wanted = (rules.size, rules.players, rules.edition, player_kind)
        if (board := self.board(*wanted)) is not None:
            row = board.nearest(rules.setting, 1)[0][1]
            found = forecast_on_board(board, replace(rules, setting=row.setting))
            return [] if found is None else [found]
        by_distance: dict[float, list[MeasuredBoard]] = {}
        for board in self.boards:
            by_distance.setdefault(_board_distance(board, *wanted), []).append(board)
        by_distance.pop(inf, None)
        for distance in sorted(by_distance):
            moved = [_forecast_on_other_board(board, rules) for board in by_distance[distance]]
            if known := [forecast for forecast in moved if forecast is not None]:
                return known
        return []


@cache
def atlas() -> Atlas:
    """Reads the atlas that is shipped with Grav, once."""
    folder = resources.files("grav.atlas") / "data"
    names = [file for file in folder.iterdir() if file.name.endswith(SUFFIX)]
    return Atlas(decode_atlas(file.read_bytes(), file.name) for file in names)


def forecast(rules: Rules, player_kind: str = RANDOM) -> Forecast | None:
    """Returns what a game by these rules will be like; None if nothing similar was measured."""
    return atlas().forecast(rules, player_kind)


def _forecast_on_other_board(board: MeasuredBoard, rules: Rules) -> Forecast | None:
    """Returns the forecast of the same setting on another board; None if it has none there."""
    size, players, edition = board.size, board.players, board.edition
    try:
        there = Rules(size, players, rules.setting, edition, rules.enforcement)
    except RulesError:
        return None
    return forecast_on_board(board, there)


def _board_distance(
    board: MeasuredBoard, size: int, players: int, edition: Edition, player_kind: str
) -> float:
    """Returns how far a board is from the wanted one; 0 if it is the same."""
    if board.player_kind != player_kind:
        return inf
    apart = abs(board.size - size) + 2 * abs(board.players - players)
    return apart + 3 * _edition_distance(board.edition, edition)


def _edition_distance(one: Edition, other: Edition) -> float:
    """Counts the parts in which two editions differ; close numbers count less than 1."""
    total = 0.0
    for part in PARTS:
        mine, theirs = getattr(one, part), getattr(other, part)
        if mine == theirs:
            continue
        are_numbers = type(mine) is type(theirs) is int
        total += 1 - 1 / (1 + abs(mine - theirs)) if are_numbers else 1
    return total
