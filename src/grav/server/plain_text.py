"""Text that people are shown of each other, or of their own: nothing in it that cannot be seen."""

from unicodedata import normalize

INVISIBLE = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}
    | {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
)
"""Letters and marks that show nothing at all: with them two texts could look the same."""


def is_seen(letter: str) -> bool:
    """Not so control characters, marks of direction and other formats, and what is not assigned."""
    return letter.isprintable() and ord(letter) not in INVISIBLE


def read_plain(text: str, most: int) -> str | None:
    """The text, composed and without spaces around it; None if it is empty, too long, or has
    something in it that is not seen."""
    plain = normalize("NFC", text).strip()
    return plain if 0 < len(plain) <= most and all(map(is_seen, plain)) else None


def made_plain(text: str, most: int) -> str:
    """What can be seen of the text, as far as there is room for it."""
    return normalize("NFC", "".join(filter(is_seen, text))).strip()[:most]
