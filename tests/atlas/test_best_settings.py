"""The settings with the highest scores."""

from tests.subtests import every

from grav.atlas import RANDOM, MeasuredBoard, atlas, best, quality_score, value_of


def boards() -> list[MeasuredBoard]:
    return [board for board in atlas().boards if board.size == 9 and board.player_kind == RANDOM]


@every("board", boards, ids=lambda b: f"{b.players}-{b.edition}")
def test_the_best_come_first_and_no_other_is_better(board: MeasuredBoard) -> None:
    found = best([board], 5)
    scores = [each.score for each in found]
    assert scores == sorted((quality_score(row) for row in board), reverse=True)[:5]
    assert all(each.score == quality_score(each.row) for each in found)


def test_of_several_boards_the_best_of_all_are_given() -> None:
    found = best(boards(), 3)
    assert found[0].score == max(best([board], 1)[0].score for board in boards())


def test_the_score_is_the_product_of_four_shares() -> None:
    row = best(boards(), 1)[0].row
    names = ("balance", "fill", "chain_share", "ties")
    balance, fill, chain_share, ties = (value_of(name, row) or 0.0 for name in names)
    assert quality_score(row) == balance * fill * (1 - chain_share) * (1 - ties)
    assert 0 < quality_score(row) < 1
