"""Random numbers from a seed are reproducible and fair."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.game.seeded_draws import NAME, WORDS, Draws, block, number_of

DATA = json.loads(
    (Path(__file__).parents[1] / "data" / "draws.json").read_text(encoding="utf-8"),
)
VECTORS: list[dict[str, Any]] = DATA["vectors"]
each_vector = pytest.mark.parametrize("known", VECTORS, ids=lambda entry: repr(entry["seed"]))
seeds = st.text(st.characters(exclude_categories=["Cs"]))


def words_by_hand(seed: str) -> Iterator[int]:
    """A second implementation, written from the documentation and not from the code."""
    counter = 0
    while True:
        digest = hashlib.sha256(b"grav draw 1\n" + seed.encode("utf-8") + b"\n%d" % counter)
        digits = digest.hexdigest()
        yield from (int(digits[at : at + 16], 16) for at in (0, 16, 32, 48))
        counter += 1


def draw_by_hand(seed: str, bounds: list[int]) -> tuple[list[int], int]:
    words, values, used = words_by_hand(seed), [], 0
    for bound in bounds:
        word, used = next(words), used + 1
        while word >= 2**64 - (2**64 % bound):
            word, used = next(words), used + 1
        values.append(word % bound)
    return values, used


def draw(seed: str, bounds: list[int]) -> tuple[list[int], int]:
    draws, values = Draws(seed), []
    for bound in bounds:
        value, draws = draws.below(bound)
        values.append(value)
    return values, draws.used


@each_vector
def test_vectors_are_reproduced(known: dict[str, Any]) -> None:
    assert draw(known["seed"], known["below"]) == (known["values"], known["used"])
    assert block(known["seed"], 0).hex() == known["first_block"]


@each_vector
def test_vectors_agree_with_the_second_implementation(known: dict[str, Any]) -> None:
    assert draw_by_hand(known["seed"], known["below"]) == (known["values"], known["used"])
    text = f"grav draw 1\n{known['seed']}\n0"
    assert hashlib.sha256(text.encode()).hexdigest() == known["first_block"]


def test_a_vector_has_a_rejected_word() -> None:
    assert any(known["used"] > len(known["below"]) for known in VECTORS)


def test_vectors_name_their_construction() -> None:
    assert DATA["construction"] == NAME


@given(seeds, st.lists(st.integers(1, WORDS), max_size=20))
def test_every_seed_agrees_with_the_second_implementation(seed: str, bounds: list[int]) -> None:
    assert draw(seed, bounds) == draw_by_hand(seed, bounds)


@given(st.integers(1, WORDS))
def test_each_number_has_equally_many_words(n: int) -> None:
    kept = WORDS - WORDS % n
    assert kept % n == 0
    assert WORDS - kept < n
    assert number_of(kept - 1, n) == n - 1
    if kept < WORDS:
        assert number_of(kept, n) is None
        assert number_of(WORDS - 1, n) is None


@given(st.data(), st.integers(1, WORDS))
def test_a_number_is_the_word_modulo_the_bound(data: st.DataObject, n: int) -> None:
    word = data.draw(st.integers(0, WORDS - WORDS % n - 1))
    assert number_of(word, n) == word % n


@given(seeds, st.integers(0, 1000), st.integers(1, WORDS))
def test_a_repeated_draw_gives_the_same_value(seed: str, used: int, n: int) -> None:
    draws = Draws(seed, used)
    value, after = draws.below(n)
    assert draws.below(n) == (value, after)
    assert 0 <= value < n
    assert after.used > used


@pytest.mark.parametrize("n", [-1, 0, WORDS + 1])
def test_bounds_out_of_range_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match="cannot draw below"):
        Draws("grav").below(n)
