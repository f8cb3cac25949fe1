"""Text in a picture: upper bounds of its width, and line breaking.

The reader's fonts are unknown, so widths are those of the widest serif that may be used.
"""

import unicodedata

from grav.record.svg.xml import clean, content, tag
from grav.text import Language

# A picture may hold names in any script; the language's own fonts come before these.
_FALLBACK_FACES = ("Noto Serif CJK KR", "Noto Serif CJK JP")
_NOT_AT_THE_START = frozenset("、。，．：；！？）」』】〜・ー,.:;!?)]}")
_NOT_AT_THE_END = frozenset("（「『【([{")
_BOLD = 1.12
_EMOJI = 0x1F000


def faces(language: str) -> str:
    """Returns the fonts for a language, as a value of `font-family`."""
    families = dict.fromkeys((*Language(language).traits.serif, *_FALLBACK_FACES))
    return ", ".join(("Georgia", *(f"'{family}'" for family in families), "serif"))


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Returns an upper bound of the text's width in the fonts that `faces` names."""
    return sum(map(_advance, clean(text))) * size * (_BOLD if bold else 1.0)


def _advance(letter: str) -> float:
    """Returns the advance width of a character, relative to the font's size."""
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WFA":
        return 1.4 if ord(letter) >= _EMOJI else 1.0
    if letter in " .,:;'|!()[]iljftrI·":
        return 0.5 if letter in "frtI" else 0.4
    if letter in "mwMWQ@%&—":
        return 1.05
    if letter.isupper():
        return 0.85
    return 0.66 if ord(letter) < _EMOJI else 1.4


def wrap_text(text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    """Breaks the text into lines that fit the width `room`."""
    lines, line = [], ""
    for piece in _pieces(" ".join(text.split())):
        if line and width((line + piece).rstrip(), size, bold=bold) > room:
            lines.append(line.rstrip())
            line = ""
        for letter in piece:
            # Only a piece that is itself longer than a line breaks here.
            if line and width(line + letter, size, bold=bold) > room and letter != " ":
                lines.append(line)
                line = ""
            line += letter
    return [*lines, line.rstrip()] if line.strip() else lines


def _pieces(text: str) -> list[str]:
    """Splits text where lines may break: at words and CJK characters, not in `20 = 12`."""
    pieces: list[str] = []
    for letter in text:
        if letter != " " and (not pieces or _may_break(pieces[-1], letter)):
            pieces.append(letter)
        elif pieces:
            pieces[-1] += letter
    return pieces


def _may_break(piece: str, letter: str) -> bool:
    if letter in _NOT_AT_THE_START or piece[-1] in _NOT_AT_THE_END:
        return False
    if piece.endswith(" "):
        return letter != "=" and not piece.endswith("= ")
    return _breaks_anywhere(piece[-1]) or _breaks_anywhere(letter)


def _breaks_anywhere(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(("CJK", "HIRAGANA", "KATAKANA"))


def draw_text(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    anchor: str | None = None,
    bold: bool = False,
) -> str:
    """Draws a line of text on its baseline."""
    return tag(
        "text",
        content(text),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        text_anchor=anchor,
        font_weight="bold" if bold else None,
    )


def draw_centred(
    text: str, x: float, y: float, size: float, fill: str, *, bold: bool = False
) -> str:
    """Draws digits centred on a point: their height is about 0.7 of the font's size."""
    return draw_text(text, x, y + 0.35 * size, size, fill, anchor="middle", bold=bold)
