"""Validation of short texts that people type: no control, format or unassigned characters pass."""

from unicodedata import category, is_normalized

from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.server.messages.text_validation import is_seen, read_plain, to_plain_text

ANY = st.text(st.characters(), max_size=30)


@given(ANY)
def test_read_text_is_normalised_visible_and_idempotent(text: str) -> None:
    plain = read_plain(text, 20)
    if plain is not None:
        assert 0 < len(plain) <= 20
        assert is_normalized("NFC", plain)
        assert plain == plain.strip()
        assert {category(letter) for letter in plain}.isdisjoint({"Cc", "Cf", "Cs", "Co", "Cn"})
        assert read_plain(plain, 20) == plain


@given(ANY)
def test_made_plain_leaves_visible_characters_only(text: str) -> None:
    plain = to_plain_text(text, 20)
    assert len(plain) <= 20
    assert all(map(is_seen, plain))


@every("text", ["a", "다", "\u00e9", "あ い", "A-1_b", "🙂", "नमस्ते"])
def test_ordinary_text_in_many_scripts_is_accepted_unchanged(text: str) -> None:
    assert read_plain(f" {text} ", 20) == text
    assert to_plain_text(text, 20) == text
