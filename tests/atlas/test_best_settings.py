"""The settings with the highest scores."""

import pytest
from tests.subtests import every

from grav.atlas import (
    RANDOM,
    SEARCH_1000,
    MeasuredBoard,
    atlas,
    best,
    quality_score,
    skill_factor,
    value_of,
)
from grav.game import sensible_settings


def boards() -> list[MeasuredBoard]:
    return [board for board in atlas().boards if board.size == 9 and board.player_kind == RANDOM]


def thinkers_on(board: MeasuredBoard) -> MeasuredBoard | None:
    return atlas().board(board.size, board.players, board.edition, SEARCH_1000)


each_board = every("board", boards, ids=lambda b: f"{b.players}-{b.edition}")


@each_board
def test_without_thinkers_the_best_of_random_play_come_first(board: MeasuredBoard) -> None:
    scores = [each.score for each in best(board, None, 5)]
    sensible = set(sensible_settings(board.size))
    known = [quality_score(row) for row in board if row.setting in sensible]
    assert scores == sorted(known, reverse=True)[:5]


@each_board
def test_settings_measured_with_thinkers_come_before_all_others(board: MeasuredBoard) -> None:
    thinkers = thinkers_on(board)
    found = best(board, thinkers, len(board))
    sensible = sensible_settings(board.size)
    assert sorted(each.row.setting for each in found) == sorted(sensible)
    ahead = 0 if thinkers is None else len(thinkers)
    assert [each.row.board.player_kind for each in found] == (
        [SEARCH_1000] * ahead + [RANDOM] * (len(found) - ahead)
    )
    for part in (found[:ahead], found[ahead:]):
        scores = [each.score for each in part]
        assert scores == sorted(scores, reverse=True)


def test_no_more_are_given_than_asked_for() -> None:
    board = boards()[0]
    assert [len(best(board, thinkers_on(board), limit)) for limit in (1, 3, 200)] == [1, 3, 200]


def test_the_score_is_the_product_of_four_shares_and_of_skill() -> None:
    board = boards()[0]
    for thinkers in (None, thinkers_on(board)):
        row = best(board, thinkers, 1)[0].row
        names = ("balance", "fill", "chain_share", "ties")
        balance, fill, chain_share, ties = (value_of(name, row) or 0.0 for name in names)
        four = balance * fill * (1 - chain_share) * (1 - ties)
        assert quality_score(row) == four * skill_factor(row)
        assert 0 < quality_score(row) < 1


def test_skill_counts_from_a_fair_share_of_the_games() -> None:
    board = thinkers_on(boards()[0])
    assert board is not None
    row = next(iter(board))
    skill = row.stored_measure("skill")
    assert skill is not None
    assert skill_factor(row) == pytest.approx(max(0, 2 * skill - 1))
    assert skill_factor(next(iter(boards()[0]))) == 1, "where it was not measured"
