"""Fills the placeholders of a text with values.

{name}                the value
{count|stone|stones}  one form if the value is 1, else the other (the number is not shown)
{name:이/가}           the value, then the Korean particle that fits its last sound
"""

import re
from collections.abc import Mapping

_PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*)|:([^/{}]+)/([^/{}]+))?\}")

# The consonant that the Korean name of a digit or a Latin letter ends in; others end in a vowel.
_FINAL_CONSONANT_OF = {
    "0": "ㅇ", "1": "ㄹ", "3": "ㅁ", "6": "ㄱ", "7": "ㄹ", "8": "ㄹ",
    "l": "ㄹ", "m": "ㅁ", "n": "ㄴ", "r": "ㄹ",
}  # fmt: skip
_FIRST_SYLLABLE, _LAST_SYLLABLE = 0xAC00, 0xD7A3
_FINALS_PER_VOWEL = (
    28  # syllables in Unicode order: each vowel has one without a final consonant, then 27 with one
)
_RIEUL_INDEX = 8


def fill_template(text: str, values: Mapping[str, object]) -> str:
    """Returns the text with each placeholder filled; raises KeyError if a value is missing."""

    def fill_placeholder(match: re.Match[str]) -> str:
        name, one, other, closed, open_ = match.groups()
        value = values[name]
        if one is not None:
            return one if value == 1 else other
        if closed is not None:
            return f"{value}{choose_particle(str(value), closed, open_)}"
        return str(value)

    return _PLACEHOLDER.sub(fill_placeholder, text)


def choose_particle(word: str, closed: str, open_: str) -> str:
    """Returns `closed` for a word that ends in a consonant, `open_` for one that ends in a vowel.

    으로/로 is an exception in Korean: after ㄹ it takes the open form.
    """
    final = _final_consonant(word)
    if "으로" in closed and final == "ㄹ":
        return open_
    return closed if final else open_


def _final_consonant(word: str) -> str:
    """Returns the consonant that the word ends in when read aloud, or "".

    Only ㄹ matters by itself: for any other consonant of a Korean syllable it returns ㄱ.
    """
    letters = [letter for letter in word.lower() if letter.isalnum()]
    if not letters:
        return ""
    last = letters[-1]
    if _FIRST_SYLLABLE <= ord(last) <= _LAST_SYLLABLE:
        index = (ord(last) - _FIRST_SYLLABLE) % _FINALS_PER_VOWEL
        return "" if index == 0 else "ㄹ" if index == _RIEUL_INDEX else "ㄱ"
    return _FINAL_CONSONANT_OF.get(last, "")
