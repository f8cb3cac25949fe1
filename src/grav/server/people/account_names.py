"""Names of accounts: which names are valid, and which two count as the same."""

from dataclasses import dataclass
from unicodedata import category, normalize

from grav.server.messages.text_validation import INVISIBLE
from grav.server.people.refusals import PeopleCode, PeopleRefusal

MIN_LENGTH, MAX_LENGTH = 2, 20

_JOINERS = "_-"
_MARKS_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class Name:
    shown: str
    """As its owner wrote it, in NFKC form."""
    key: str
    """For comparison: names that differ only in width or case have the same key."""


def read_name(text: str) -> Name:
    """Parses and validates a name; raises PeopleRefusal with what is wrong with it."""
    shown = normalize("NFKC", text)
    if wrong := _wrong_letter(shown):
        raise PeopleRefusal(PeopleCode.NAME_LETTERS, letter=_visible_form(wrong))
    if not MIN_LENGTH <= len(shown) <= MAX_LENGTH:
        raise PeopleRefusal(
            PeopleCode.NAME_LENGTH, least=MIN_LENGTH, most=MAX_LENGTH, found=len(shown)
        )
    return Name(shown, normalize("NFKC", shown.casefold()))


def key_of(text: str) -> str | None:
    """Returns the key for looking up a name; None if no account can have that name."""
    try:
        return read_name(text).key
    except PeopleRefusal:
        return None


def _wrong_letter(name: str) -> str | None:
    """Returns the first character that is not allowed; None if there is none.

    Letters may have combining marks, which some scripts need.
    """
    marks = _MARKS_IN_A_ROW  # before the first letter there is nothing to mark
    for letter in name:
        kind = category(letter)
        if ord(letter) in INVISIBLE:
            return letter
        if kind in ("Mn", "Mc"):
            marks += 1
            if marks > _MARKS_IN_A_ROW:
                return letter
        elif kind[0] == "L":
            marks = 0
        elif kind == "Nd" or letter in _JOINERS:
            marks = _MARKS_IN_A_ROW
        else:
            return letter
    return None


def _visible_form(letter: str) -> str:
    visible = letter.isprintable() and category(letter)[0] != "M" and ord(letter) not in INVISIBLE
    return letter if visible else f"U+{ord(letter):04X}"
