"""The atlas: all boards that were measured, and forecasts by them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from math import inf

from grav.atlas.board import Board
from grav.atlas.forecast import Forecast, forecast_on
from grav.atlas.format import AtlasFile, read_atlas
from grav.rules import PARTS, Edition, Rules, RulesError

RANDOM, GREEDY, SEARCH = "random", "greedy", "search"
"""Who played: anywhere that is legal, where the most shapes are completed, or thinking ahead."""
WHO = (RANDOM, GREEDY, SEARCH)
SUFFIX = ".atlas"


class Atlas:
    """What was measured, board by board."""

    def __init__(self, files: Iterable[AtlasFile]) -> None:
        self.files = tuple(sorted(files, key=lambda file: file.size))
        self.boards: Sequence[Board] = tuple(
            Board(file, stated) for file in self.files for stated in file.blocks
        )

    @property
    def sizes(self) -> list[int]:
        return [file.size for file in self.files]

    @property
    def who(self) -> list[str]:
        """Who played anywhere, those who think least first."""
        there = {board.who for board in self.boards}
        return [who for who in WHO if who in there]

    def board(self, size: int, players: int, edition: Edition, who: str = RANDOM) -> Board | None:
        """The board that is asked for, if it was measured; the edition may have any name."""
        wanted = (size, players, edition, who)
        return next((board for board in self.boards if _distance(board, *wanted) == 0), None)

    def forecast(self, rules: Rules, who: str = RANDOM) -> Forecast | None:
        """What a game by these rules will be like; None where nothing near them was measured.

        Games were strict: nobody broke a rule. Who begins does not matter, as all is told in the
        order of play.
        """
        board = self.board(rules.size, rules.players, rules.edition, who)
        return None if board is None else forecast_on(board, rules)

    def instead(self, rules: Rules, who: str = RANDOM) -> list[Forecast]:
        """Where there is no forecast: those of the nearest rules that have one, as what they are.

        The nearest setting on the same board if that was measured, else the same setting on the
        nearest board: another size, edition or number of players. Several if they are as near.
        """
        wanted = (rules.size, rules.players, rules.edition, who)
        if (board := self.board(*wanted)) is not None:
            row = board.nearest(rules.setting, 1)[0][1]
            found = forecast_on(board, replace(rules, setting=row.setting))
            return [] if found is None else [found]
        by_distance: dict[float, list[Board]] = {}
        for board in self.boards:
            by_distance.setdefault(_distance(board, *wanted), []).append(board)
        by_distance.pop(inf, None)
        for distance in sorted(by_distance):
            moved = [_moved(board, rules) for board in by_distance[distance]]
            if known := [forecast for forecast in moved if forecast is not None]:
                return known
        return []


@cache
def atlas() -> Atlas:
    """The atlas that comes with Grav."""
    folder = resources.files("grav.atlas") / "data"
    names = [file for file in folder.iterdir() if file.name.endswith(SUFFIX)]
    return Atlas(read_atlas(file.read_bytes(), file.name) for file in names)


def forecast(rules: Rules, who: str = RANDOM) -> Forecast | None:
    """What a game by these rules will be like; None where nothing near them was measured."""
    return atlas().forecast(rules, who)


def _moved(board: Board, rules: Rules) -> Forecast | None:
    """The forecast of the same setting on another board; None if it cannot be played there."""
    size, players, edition = board.size, board.players, board.edition
    try:
        there = Rules(size, players, rules.setting, edition, rules.enforcement)
    except RulesError:
        return None
    return forecast_on(board, there)


def _distance(board: Board, size: int, players: int, edition: Edition, who: str) -> float:
    """How far a board is from the one that is asked for; 0 if it is the same."""
    if board.who != who:
        return inf
    apart = abs(board.size - size) + 2 * abs(board.players - players)
    return apart + 3 * _between(board.edition, edition)


def _between(one: Edition, other: Edition) -> float:
    """The parts in which two editions differ; numbers that are close differ by less."""
    total = 0.0
    for part in PARTS:
        mine, theirs = getattr(one, part), getattr(other, part)
        if mine == theirs:
            continue
        are_numbers = type(mine) is type(theirs) is int
        total += 1 - 1 / (1 + abs(mine - theirs)) if are_numbers else 1
    return total
