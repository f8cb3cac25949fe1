"""Recovery codes, as they are written down and typed."""

import re

import pytest

from grav.server.people.digests_and_recovery_codes import CODES, code_digest, new_codes
from grav.server.runtime.ids_and_secrets import SystemIdSource


def test_ten_different_codes_are_made_of_groups_of_letters() -> None:
    codes = new_codes(SystemIdSource())
    assert len(set(codes)) == CODES == 10
    assert all(re.fullmatch(r"([a-z2-7]{5}-){3}[a-z2-7]{5}", code) for code in codes)


def test_a_code_does_not_contain_the_secret_it_is_derived_from() -> None:
    class Fixed(SystemIdSource):
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
def test_spaces_hyphens_case_and_width_of_a_typed_code_do_not_matter(typed: str) -> None:
    assert code_digest(typed) == code_digest("abcdefghijklmnopq234")


def test_different_codes_have_different_digests() -> None:
    assert code_digest("abcde-fghij-klmno-pq234") != code_digest("abcde-fghij-klmno-pq235")
