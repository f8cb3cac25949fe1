"""Recovery codes as people write them down and type them."""

import re

import pytest

from grav.server.people.recovery import CODES, code_digest, new_codes
from grav.server.runtime.chance import SystemChance


def test_there_are_ten_codes_that_differ_and_can_be_written_down() -> None:
    codes = new_codes(SystemChance())
    assert len(set(codes)) == CODES == 10
    assert all(re.fullmatch(r"([a-z2-7]{5}-){3}[a-z2-7]{5}", code) for code in codes)


def test_a_code_does_not_hold_the_secret_that_it_is_made_of() -> None:
    class Fixed(SystemChance):
        def secret(self) -> str:
            return "abcde" * 9

    assert "abcde" not in new_codes(Fixed())[0]


@pytest.mark.parametrize(
    "typed",
    [
        "abcde-fghij-klmno-pq234",
        "ABCDE FGHIJ KLMNO PQ234",
        "abcdefghijklmnopq234 ",
        "ａｂｃｄｅfghij–klmno‐pq234",
    ],
)
def test_it_does_not_matter_how_a_code_is_typed(typed: str) -> None:
    assert code_digest(typed) == code_digest("abcdefghijklmnopq234")


def test_another_code_is_another() -> None:
    assert code_digest("abcde-fghij-klmno-pq234") != code_digest("abcde-fghij-klmno-pq235")
