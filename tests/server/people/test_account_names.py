"""Names of accounts: which are valid, and which two are the same."""

from unicodedata import normalize

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.subtests import every

from grav.server.people.account_names import MAX_LENGTH, key_of, read_name
from grav.server.people.refusals import PeopleCode, PeopleRefusal

GOOD = [
    *("ab", "Anna", "x_1", "a-b", "42", "__"),
    *("그라소샤", "흑돌", "グラソーシャ", "石を置く", "々々", "Żółć", "Ωμέγα", "Игра"),
    *("คนเล่น", "खिलाड़ी", "لاعب"),
    "a" * MAX_LENGTH,
]


@every("name", GOOD)
def test_letters_and_digits_of_every_script_are_valid(name: str) -> None:
    assert read_name(name).shown == normalize("NFKC", name)


@every(
    ("one", "other"),
    [
        ("Anna", "aNNA"),
        ("Anna", "Ａｎｎａ"),
        ("Anna_1", "Ａｎｎａ＿１"),
        ("グラソ", "ｸﾞﾗｿ"),
        ("그라소샤", normalize("NFD", "그라소샤")),
        ("Zoë", normalize("NFD", "ZOË")),
        ("Strauß", "STRAUSS"),
        ("ΣΑΣ", "σας"),
    ],
)
def test_names_that_differ_only_in_width_or_case_are_the_same(one: str, other: str) -> None:
    assert read_name(one).key == read_name(other).key


@pytest.mark.parametrize(("one", "other"), [("Anna", "Anne"), ("あい", "アイ"), ("ab", "a_b")])
def test_other_names_are_different(one: str, other: str) -> None:
    assert read_name(one).key != read_name(other).key


@pytest.mark.parametrize("name", ["", "a", "돌", "a" * (MAX_LENGTH + 1), "ｱ"])
def test_names_that_are_too_short_or_too_long_are_refused(name: str) -> None:
    with pytest.raises(PeopleRefusal) as refused:
        read_name(name)
    assert refused.value.code is PeopleCode.NAME_LENGTH


@every(
    ("name", "shown"),
    [
        ("two words", "“ ”"),
        ("two\nlines", "U+000A"),
        ("nul\0", "U+0000"),
        ("esc\x1b[0m", "U+001B"),
        ("zero\u200bwidth", "U+200B"),
        ("back\u202ewards", "U+202E"),
        ("half\ud800", "U+D800"),
        ("filler\u3164", "U+1160"),
        ("filler\uffa0", "U+1160"),
        ("selected\ufe0f", "U+FE0F"),
        ("joined\u034f", "U+034F"),
        ("<b>", "“<”"),
        ("a/b", "“/”"),
        ("a@b", "“@”"),
        ("smile☺", "“☺”"),
        ("½ and", "⁄"),
        ("-\u0301ab", "U+0301"),
        ("\u0301ab", "U+0301"),
        ("q\u0301\u0301\u0301", "U+0301"),
    ],
)
def test_a_character_that_is_not_allowed_is_refused_and_shown(name: str, shown: str) -> None:
    with pytest.raises(PeopleRefusal) as refused:
        read_name(name)
    assert refused.value.code is PeopleCode.NAME_LETTERS
    assert shown in str(refused.value)


@given(st.text(max_size=30))
def test_a_valid_name_is_valid_again_as_it_is_shown(text: str) -> None:
    key = key_of(text)
    if key is None:
        with pytest.raises(PeopleRefusal):
            read_name(text)
    else:
        name = read_name(text)
        assert name.key == key
        assert read_name(name.shown) == name
        assert len(name.key) <= 160  # the width of the column
        assert name.shown.isprintable()


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll", "Lo", "Nd"]), min_size=2, max_size=9))
def test_normalisation_and_case_do_not_change_the_key(text: str) -> None:
    key = key_of(text)
    assert key_of(normalize("NFD", text)) == key_of(normalize("NFKD", text)) == key
    swapped = normalize("NFKC", text).swapcase()
    assume(swapped.casefold() == normalize("NFKC", text).casefold())
    assert key_of(swapped) == key
