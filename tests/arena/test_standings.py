"""Standings: wins, opponents that a player was ahead of, and who was ahead of whom."""

from collections.abc import Callable
from dataclasses import replace

from grav.arena import (
    Fault,
    PlayedGame,
    ShareOfGames,
    ShareOfOpponents,
    compute_head_to_head,
    compute_standings,
    compute_wins,
)

Won = Callable[..., PlayedGame]


def test_a_standing_distinguishes_turns_and_seats(won: Won) -> None:
    games = [
        won(0, "AB", (0, 1), 0),  # A starts, on seat 0, and wins
        won(1, "BA", (0, 1), 0),  # B starts and wins
        won(2, "AB", (0, 1), 1),  # B starts, A wins on seat 0
        won(3, "BA", (1, 0), 1),  # A starts on seat 1 and wins
    ]
    first, second = compute_standings("BA", games)
    assert (first.player, first.wins) == ("A", ShareOfGames(3, 4))
    assert first.by_turn == (ShareOfGames(2, 2), ShareOfGames(1, 2))
    assert first.by_seat == (ShareOfGames(2, 2), ShareOfGames(1, 2))
    assert second.by_turn == (ShareOfGames(1, 2), ShareOfGames(0, 2))
    assert (first.stones, second.stones) == (8.75, 8.25)


def test_a_standing_counts_breaches_shouts_and_faults_of_each(won: Won) -> None:
    game = replace(
        won(0, "ABC", (2, 0, 1)),
        breaches_stood=(1, 2, 3),
        right_shouts=(4, 5, 6),
        wrong_shouts=(7, 8, 9),
        faults=(Fault(1, "occupied"),),
    )
    found = {standing.player: standing for standing in compute_standings("ABC", [game, game])}
    assert [found[name].wins.share for name in "ABC"] == [0, 0, 1]
    assert [found[name].breaches_stood for name in "ABC"] == [2, 4, 6]
    assert [found[name].right_shouts for name in "ABC"] == [8, 10, 12]
    assert [found[name].wrong_shouts for name in "ABC"] == [14, 16, 18]
    assert [found[name].faults for name in "ABC"] == [0, 2, 0]


def test_only_the_games_in_which_one_played_count(won: Won) -> None:
    games = [won(0, "AB", (0, 1)), won(1, "AC", (1, 0)), won(2, "BC", (0, 1))]
    assert compute_wins("A", games) == ShareOfGames(1, 2)
    met = {(each.player, each.opponent): each.ahead for each in compute_head_to_head("ABC", games)}
    assert met == {
        ("A", "B"): ShareOfGames(1, 1),
        ("A", "C"): ShareOfGames(0, 1),
        ("B", "C"): ShareOfGames(1, 1),
    }
    absent = compute_standings("D", games)[0]
    assert (absent.wins, absent.ahead_of.share, absent.by_turn) == (ShareOfGames(), 0, ())


def test_who_wins_is_above_who_never_wins_and_is_always_second(won: Won) -> None:
    games = [won(0, "ABC", (0, 1, 2)), won(1, "ABC", (2, 1, 0)), won(2, "ABC", (0, 1, 2))]
    found = compute_standings("BCA", games)
    assert [(each.player, each.wins.count) for each in found] == [("A", 2), ("C", 1), ("B", 0)]
    assert [each.ahead_of.share for each in found] == [2 / 3, 1 / 3, 1 / 2]


def test_among_players_with_as_many_wins_the_one_ahead_of_more_is_first(won: Won) -> None:
    games = [won(0, "ABC", (2, 1, 0)), won(1, "ABC", (2, 0, 1)), won(2, "ABC", (2, 1, 0))]
    assert [each.player for each in compute_standings("ABC", games)] == ["C", "B", "A"]


def test_ahead_of_is_the_share_of_opponents_in_each_game(won: Won) -> None:
    games = [won(0, "ABCD", (0, 1, 2, 3)), won(1, "ABCD", (1, 2, 0, 3))]
    first = compute_standings("A", games)[0]
    assert first.ahead_of == ShareOfOpponents((1, 1 / 3), 3)


def test_head_to_head_counts_who_was_ahead_of_whom(won: Won) -> None:
    games = [won(0, "ABC", (0, 1, 2)), won(1, "CAB", (2, 0, 1)), won(2, "ABC", (2, 0, 1))]
    found = compute_head_to_head("ABC", games)
    assert [(each.player, each.opponent, each.ahead.count) for each in found] == [
        ("A", "B", 2),
        ("A", "C", 1),
        ("B", "C", 2),
    ]
    assert {each.ahead.games for each in found} == {3}
