"""Escaping of texts within a line: round trips, and no line ends."""

import unicodedata

from hypothesis import given
from tests.subtests import every

from grav.record.text_escapes import bad_escape, escape, unescape
from grav.testing.strategies import texts

TEXTS = texts()


@given(TEXTS)
def test_every_text_survives_a_round_trip(text: str) -> None:
    line = escape(text)
    assert bad_escape(line) is None
    assert unescape(line) == text


@given(TEXTS)
def test_an_escaped_text_is_one_encodable_line(text: str) -> None:
    line = escape(text)
    assert len(line.splitlines()) <= 1
    assert not {unicodedata.category(letter) for letter in line} & {"Cc", "Cs", "Zl", "Zp"}
    line.encode()


@given(TEXTS)
def test_stripping_the_line_loses_nothing(text: str) -> None:
    assert escape(text).strip() == escape(text)


@every(
    ("text", "line"),
    [
        ("", ""),
        ("a game", "a game"),
        ("두 사람, 한 판", "두 사람, 한 판"),
        ("one\ntwo", r"one\ntwo"),
        ("C:\\new", r"C:\\new"),
        ("\\", r"\\"),
        ("\r\t", r"\u000d\u0009"),
        (" a ", r"\u0020a\u0020"),
        ("   ", r"\u0020\u0020\u0020"),
        ("\u3000a  a\u00a0", r"\u3000a  a\u00a0"),
        ("\u2028", r"\u2028"),
        ("\ud800", r"\ud800"),
        ("😀", "😀"),
    ],
)
def test_only_necessary_characters_are_escaped(text: str, line: str) -> None:
    assert escape(text) == line
    assert unescape(line) == text


@every(
    ("line", "at"),
    [
        ("\\", 0),
        (r"a\q", 1),
        (r"\\\q", 2),
        (r"\u12", 0),
        (r"\u12g4", 0),
        (r"\n\N", 2),
        (r"\\n", None),
        (r"\u00e9", None),
        (r"\u00E9", None),
        ("plain", None),
    ],
)
def test_an_invalid_escape_is_found(line: str, at: int | None) -> None:
    assert bad_escape(line) == at


def test_a_surrogate_pair_is_one_letter() -> None:
    assert ascii(unescape(r"\ud83d\ude00")) == ascii("😀")
    assert ascii(unescape(r"\ude00\ud83d")) == ascii("\ude00\ud83d")


def test_hexadecimal_digits_may_be_capitals() -> None:
    assert unescape(r"\u00E9\u00e9") == "éé"
