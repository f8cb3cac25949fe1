"""Random rules for tests: of every kind, and reproducible from a seed."""

from random import Random

from grav.rules import MAX_PLAYERS, MAX_SIZE, MIN_SIZE, Criterion, Rules, parse_rules
from grav.testing.games.random_rules import random_rules


def draw_rules(count: int, max_size: int = MAX_SIZE) -> list[Rules]:
    chance = Random(1)
    return [random_rules(chance, max_size) for _ in range(count)]


def test_the_same_seed_gives_the_same_rules() -> None:
    assert draw_rules(20) == draw_rules(20)
    assert len(set(draw_rules(20))) > 15


def test_rules_of_every_kind_occur() -> None:
    found = draw_rules(1500)
    assert {rules.size for rules in found} == set(range(MIN_SIZE, MAX_SIZE + 1))
    assert {rules.players for rules in found} == set(range(2, MAX_PLAYERS + 1))
    assert {rules.is_strict for rules in found} == {False, True}
    assert {rules.edition.name for rules in found} == {"classic", "revised"}
    assert {rules.edition.shapes for rules in found} == set(Criterion)
    assert any(rules.edition.house_rules() for rules in found)
    assert {rules.first for rules in found} == {None, *range(MAX_PLAYERS)}
    assert any(rules.setting.a == 10**15 for rules in found)
    assert any(rules.edition.bonus_limit == 0 for rules in found)


def test_small_boards_are_more_frequent() -> None:
    sizes = [rules.size for rules in draw_rules(500)]
    assert sum(size <= 9 for size in sizes) > sum(size > 9 for size in sizes)


def test_no_board_is_larger_than_the_given_size() -> None:
    assert {rules.size for rules in draw_rules(100, max_size=4)} == {3, 4}


def test_each_can_be_written_as_a_line() -> None:
    assert all(parse_rules(str(rules)) == rules for rules in draw_rules(300))
