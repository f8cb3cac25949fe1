"""Names of accounts: what a name may be, and when two names are one."""

from dataclasses import dataclass
from unicodedata import category, normalize

from grav.server.people.refusal import Code, Refused
from grav.server.plain_text import INVISIBLE

SHORTEST, LONGEST = 2, 20

_JOINERS = "_-"
_MARKS_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class Name:
    shown: str
    """As its owner wrote it, in the usual width."""
    key: str
    """As it is compared: names that differ in width or case alone have the same."""


def read_name(text: str) -> Name:
    """The name that was written, or a refusal that says what is wrong with it."""
    shown = normalize("NFKC", text)
    if wrong := _wrong_letter(shown):
        raise Refused(Code.NAME_LETTERS, letter=_told(wrong))
    if not SHORTEST <= len(shown) <= LONGEST:
        raise Refused(Code.NAME_LENGTH, least=SHORTEST, most=LONGEST, found=len(shown))
    return Name(shown, normalize("NFKC", shown.casefold()))


def key_of(text: str) -> str | None:
    """What to look a name up by; None where no account can have it."""
    try:
        return read_name(text).key
    except Refused:
        return None


def _wrong_letter(name: str) -> str | None:
    """The first that may not be there. Scripts that need marks on their letters may have them."""
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


def _told(letter: str) -> str:
    visible = letter.isprintable() and category(letter)[0] != "M" and ord(letter) not in INVISIBLE
    return letter if visible else f"U+{ord(letter):04X}"
