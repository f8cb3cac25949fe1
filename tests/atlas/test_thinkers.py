"""Who wins among players who think: measured here, on the board, or not known."""

from dataclasses import replace

import pytest

from grav.atlas import RANDOM, SEARCH_1000, Standing, atlas, find_thinkers
from grav.atlas.thinkers import (
    MIN_OTHERS,
    BoardBalance,
    find_thinkers_board,
    is_decided,
    is_even,
    measure_balance,
    summarise_board,
)
from grav.rules import Rules, parse_rules

ADVISED = "revised min_shape=6 bonus_limit=1"


def test_a_setting_measured_with_them_has_its_own_balance() -> None:
    rules = parse_rules("7x7 2p 3 3 4 2 4 revised")
    found, measured = find_thinkers(atlas(), rules), atlas().forecast(rules, SEARCH_1000)
    assert found is not None
    assert found.here is not None
    assert measured is not None
    assert (found.here.player_kind, found.here.games) == (SEARCH_1000, measured.games)
    assert found.here.share == max(measured.wins) == measured.wins[found.here.place - 1]
    assert found.here.error == measured.win_errors[found.here.place - 1]


def test_most_settings_are_known_by_their_board_alone() -> None:
    rules = parse_rules("7x7 2p 3 3 4 2 6 revised")
    assert atlas().forecast(rules, SEARCH_1000) is None
    found = find_thinkers(atlas(), rules)
    assert found is not None
    assert found.here is None
    assert found.board.mostly is Standing.DECIDED
    assert 0.9 * found.board.measured < found.board.decided <= found.board.measured


def test_house_rules_make_most_settings_even() -> None:
    found = find_thinkers(atlas(), parse_rules(f"7x7 2p 3 3 4 2 6 {ADVISED}"))
    assert found is not None
    assert found.board.mostly is Standing.EVEN
    assert found.board.decided + found.board.even <= found.board.measured


@pytest.mark.parametrize("line", ["9x9 2p 3 3 4 2 4 classic", "8x8 2p 3 3 4 2 4 revised"])
def test_nothing_is_known_of_boards_without_them(line: str) -> None:
    assert find_thinkers(atlas(), parse_rules(line)) is None


def test_a_setting_without_a_forecast_is_known_by_its_board() -> None:
    rules = parse_rules("13x13 2p 6 5 4 2 9 revised")
    assert atlas().forecast(rules) is None
    found = find_thinkers(atlas(), rules)
    assert found is not None
    assert found.here is None
    assert found.board.is_enough


@pytest.mark.parametrize(
    ("measured", "enough", "mostly"),
    [
        (1, False, Standing.UNCLEAR),
        (MIN_OTHERS - 1, False, Standing.UNCLEAR),
        (MIN_OTHERS, True, Standing.EVEN),
    ],
)
def test_few_settings_say_nothing_of_the_others_even_if_they_agree(
    measured: int, enough: bool, mostly: Standing
) -> None:
    found = BoardBalance(SEARCH_1000, 16, measured, decided=0, even=measured)
    assert (found.is_enough, found.mostly) == (enough, mostly)


def test_on_the_largest_board_with_house_rules_few_were_measured() -> None:
    rules = parse_rules(f"23x23 2p 3 3 4 2 6 {ADVISED}")
    assert atlas().forecast(rules) is not None
    found = find_thinkers(atlas(), rules)
    assert found is not None
    assert found.here is None
    assert 0 < found.board.measured < MIN_OTHERS
    assert not found.board.is_enough


def test_a_setting_measured_with_them_is_known_however_few_others_are() -> None:
    rules = parse_rules(f"23x23 2p 3 3 4 2 6 {ADVISED}")
    board = find_thinkers_board(atlas(), rules)
    assert board is not None
    found = find_thinkers(atlas(), replace(rules, setting=board.settings[0]))
    assert found is not None
    assert found.here is not None
    assert not found.board.is_enough


def test_a_summary_counts_every_setting_of_the_board() -> None:
    board = find_thinkers_board(atlas(), parse_rules("9x9 2p 3 3 4 2 4 revised"))
    assert board is not None
    found = summarise_board(board)
    assert found.measured == len(board)
    assert found.decided == sum(max(row.wins) >= 0.9 for row in board)
    assert found.even == sum(max(row.wins) <= 0.6 for row in board)


@pytest.mark.parametrize(
    ("wins", "even", "decided"),
    [
        ((0.4, 0.6), True, False),
        ((0.39, 0.61), False, False),
        ((0.1, 0.9), False, True),
        ((0.42, 0.3, 0.28), True, False),
        ((0.44, 0.3, 0.26), False, False),
        ((0.24, 0.16, 0.15, 0.15, 0.15, 0.15), True, False),
        ((0.25, 0.15, 0.15, 0.15, 0.15, 0.15), False, False),
    ],
)
def test_the_more_players_the_less_may_the_best_place_win_of_an_even_game(
    wins: tuple[float, ...], even: bool, decided: bool
) -> None:
    assert (is_even(wins), is_decided(wins)) == (even, decided)


def test_every_standing_follows_from_the_wins_and_their_error() -> None:
    for board in atlas().boards:
        if board.player_kind == RANDOM:
            continue
        for setting in board.settings[:200]:
            rules = Rules(board.size, board.players, setting, board.edition)
            found = atlas().forecast(rules, board.player_kind)
            assert found is not None
            balance = measure_balance(found)
            lead = balance.share - 1 / board.players
            assert (balance.standing is Standing.DECIDED) == is_decided(found.wins)
            assert (balance.standing is Standing.EVEN) == is_even(found.wins)
            if balance.standing is Standing.UNCLEAR:
                assert lead < 2 * balance.error
            if balance.standing in (Standing.CLEAR, Standing.FAR):
                assert lead >= 2 * balance.error
