from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from grav.game.position_counts import PositionCounts

keys = st.lists(st.tuples(st.integers(0, 9), st.none() | st.integers(0, 9)))


def visited(positions: list[tuple[int, int | None]]) -> PositionCounts:
    visits = PositionCounts()
    for position in positions:
        visits = visits.with_one_more(position)
    return visits


@given(keys)
def test_every_visit_is_counted(positions: list[tuple[int, int | None]]) -> None:
    visits, counts = visited(positions), Counter(positions)
    for first in range(10):
        for second in (None, *range(10)):
            assert visits.count((first, second)) == counts[first, second]


@given(keys, st.randoms(use_true_random=False))
def test_the_order_of_visits_does_not_matter(
    positions: list[tuple[int, int | None]], chance: Random
) -> None:
    shuffled = list(positions)
    chance.shuffle(shuffled)
    assert visited(shuffled) == visited(positions)
    assert hash(visited(shuffled)) == hash(visited(positions))


def test_another_visit_does_not_change_the_earlier_value() -> None:
    before = visited([(1, None)])
    after = before.with_one_more((1, None))
    assert (before.count((1, None)), after.count((1, None))) == (1, 2)
    assert before == visited([(1, None)])
    assert before != after


def test_a_position_that_was_never_visited_counts_zero() -> None:
    assert PositionCounts().count("anything") == 0
    assert PositionCounts() == PositionCounts()
    assert PositionCounts() != "no visits"
