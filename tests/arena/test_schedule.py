"""Seating: fair to all players, and the same on every call."""

from collections import Counter
from itertools import combinations

import pytest
from tests.subtests import every

from grav.arena import Schedule, ScheduleError, round_up_games
from grav.arena.schedule import seating_in_round
from grav.rules import parse_rules
from grav.rules.json_fields import FormError

TWO = parse_rules("5x5 2p 3 3 4 2 4 revised")


def table(players: int, first: str = "") -> Schedule:
    rules = parse_rules(f"5x5 {players}p 3 3 4 2 4 revised{first}")
    return Schedule(rules, tuple("ABCDEF"[:players]), "seed")


@every("players", range(2, 7))
@every("first", ["", " first=1"])
def test_every_player_sits_on_every_seat_and_starts_equally_often(players: int, first: str) -> None:
    schedule = table(players, first)
    for rounds in (1, 2, 5):
        games = [schedule.game(number) for number in range(rounds * players)]
        seats = Counter((n, seat) for game in games for seat, n in enumerate(game.names))
        starts = Counter(game.names[game.starter] for game in games)
        assert set(seats.values()) == set(starts.values()) == {rounds}
        assert len(seats) == players**2


@pytest.mark.parametrize(("players", "rounds"), [(2, 2), (3, 6), (4, 24)])
def test_over_all_games_each_follows_each_and_every_seat_starts(players: int, rounds: int) -> None:
    games = [table(players).game(number) for number in range(rounds * players)]
    follows = Counter(
        (game.names[seat - 1], game.names[seat]) for game in games for seat in range(players)
    )
    assert len(set(follows.values())) == 1
    assert len(follows) == players * (players - 1)
    starts = Counter((game.names[game.starter], game.starter) for game in games)
    assert len(starts) == players**2
    assert len(set(starts.values())) == 1


def test_in_pairs_each_meets_each_equally_often_and_fairly() -> None:
    schedule = Schedule(TWO, tuple("ABCDEFG"), "seed", pairs=True)
    games = [schedule.game(number) for number in range(schedule.total(4))]
    met = Counter(frozenset(game.names) for game in games)
    assert met == {frozenset(pair): 4 for pair in combinations("ABCDEFG", 2)}
    starts = Counter((frozenset(game.names), game.names[game.starter]) for game in games)
    assert set(starts.values()) == {2}


def test_a_game_is_a_function_of_the_seed_and_its_number() -> None:
    schedule, again = table(3), table(3)
    assert [schedule.game(n) for n in range(20)] == [again.game(n) for n in range(20)]
    other = Schedule(schedule.rules, schedule.players, "other")
    assert other.game(3).names == schedule.game(3).names
    assert not set(other.game(3).seeds) & set(schedule.game(3).seeds)
    seeds = [seed for n in range(100) for seed in schedule.game(n).seeds]
    assert len(set(seeds)) == 300


def test_more_games_later_leave_the_first_as_they_were() -> None:
    assert seating_in_round("ABC", 4) == seating_in_round("ABC", 4)
    assert table(2).total(10) == 10
    assert Schedule(TWO, tuple("ABC"), "s", pairs=True).total(10) == 30


@pytest.mark.parametrize(
    ("players", "pairs", "key"),
    [
        ((), False, "too_few"),
        (("A",), True, "too_few"),
        (("A", "B", "A"), True, "twice"),
        (tuple("ABCDEFG"), False, "too_many"),
        (tuple("ABC"), False, "rules_players"),
    ],
)
def test_players_who_do_not_fit_are_reported(
    players: tuple[str, ...], pairs: bool, key: str
) -> None:
    with pytest.raises(ScheduleError) as error:
        Schedule(TWO, players, "seed", pairs)
    assert error.value.text.key == f"arena.{key}"


def test_a_seed_must_be_text_that_can_be_written() -> None:
    with pytest.raises(FormError):
        Schedule(TWO, ("A", "B"), "\udcff")


def test_games_are_rounded_up_to_a_fair_number() -> None:
    assert [round_up_games(games, 3) for games in (1, 3, 4, 100)] == [3, 3, 6, 102]
