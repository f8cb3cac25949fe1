"""Commit–reveal seeds: the construction is fixed, and no party can choose the seed."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.game import commitment_to, seed_of
from grav.game.commitment import COMMITMENT, SEED

KNOWN: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "shares.json").read_text(encoding="utf-8"),
)
lines = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=8)
lists = st.lists(lines, min_size=2, max_size=6)


def test_the_vectors_use_the_constructions_of_the_code() -> None:
    assert KNOWN["constructions"] == [COMMITMENT, SEED]


@every("known", KNOWN["vectors"], ids=lambda known: known["seed"][:8])
def test_known_shares_give_the_known_commitment_and_seed(known: dict[str, Any]) -> None:
    assert commitment_to(known["share"]) == known["commitment"]
    assert seed_of(known["share"], known["shares"]) == known["seed"]


@given(lines, lists, lines, lists)
def test_other_shares_give_another_seed(
    share: str, shares: list[str], other: str, others: list[str]
) -> None:
    same = (share, shares) == (other, others)
    assert (seed_of(share, shares) == seed_of(other, others)) is same


@given(lines)
def test_a_commitment_is_no_seed(share: str) -> None:
    assert commitment_to(share) != seed_of(share, [])
