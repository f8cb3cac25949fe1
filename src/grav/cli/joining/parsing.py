"""Parses lines typed in `grav join`: the commands of `grav play`, and words about the table."""

import re
import unicodedata
from dataclasses import dataclass
from typing import get_args

from grav.cli.shared.game_commands import GameCommand, Show, parse_command
from grav.cli.shared.typed_words import words_for
from grav.game import Grav
from grav.record.notation import Word
from grav.server.messages.commands import Phrase
from grav.text import LANGUAGES, catalogue

PHRASES: tuple[Phrase, ...] = get_args(Phrase)
"""The phrases in the order of their numbers."""
TABLE_WORDS = (
    "roll", "draw", "keep", "takeback", "rematch", "say", "sit", "leave", "level", "free", "close",
    "gone",
)  # fmt: skip
_NUMBERS = re.compile(r"\d{1,4}(?:\s+\d{1,4}){4}", re.ASCII)
_PLACE_AND_COUNT = re.compile(r"([a-z][1-9]\d?)\s+(\d{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class TableWord:
    """A word about the table (one of TABLE_WORDS, `yes`, `no`, `numbers`), and what follows it."""

    name: str
    rest: str = ""


def parse_line(line: str) -> TableWord | GameCommand:
    """Parses a line. `c5 2` places and declares; `g` is short for the shout."""
    text = unicodedata.normalize("NFKC", line).strip()
    first, _, rest = text.partition(" ")
    word, rest = first.lower(), rest.strip()
    if text.lower() in words_for("shout", "join"):
        return Word(None, Grav)
    if _NUMBERS.fullmatch(text):
        return TableWord("numbers", text)
    if placed := _PLACE_AND_COUNT.fullmatch(text.lower()):
        return parse_command(f"{placed[1]} +{placed[2]}")
    for name in TABLE_WORDS:
        if word in words_for(name, "join"):
            return TableWord(name, rest)
    if not rest and word in words_for("seats", "join"):
        return Show("seats")
    for name, words in (("yes", ("yes", "agree")), ("no", ("no",))):
        if not rest and any(word in words_for(each) for each in words):
            return TableWord(name)
    return parse_command(line)


def find_phrase(text: str) -> Phrase | None:
    """Finds a phrase by its number, its name, or its text in any language; None if none fits."""
    if text.isdecimal() and len(text) < 3 and 1 <= int(text) <= len(PHRASES):
        return PHRASES[int(text) - 1]
    wanted = _fold_case(text)
    for phrase in PHRASES:
        said = [catalogue(language)[f"phrases.{phrase}"] for language in LANGUAGES]
        if wanted and wanted in map(_fold_case, (phrase, *said)):
            return phrase
    return None


def _fold_case(text: str) -> str:
    """Returns the letters and digits, NFKC-normalised and case-folded, for comparison."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text))).casefold()
