"""Text from people that is displayed: it must not contain invisible characters."""

from unicodedata import normalize

INVISIBLE = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}
    | {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
)
"""Letters and marks that display nothing: with them two different texts could look the same."""


def is_seen(letter: str) -> bool:
    """Whether a character is visible. Control characters, direction marks, other format characters
    and unassigned code points are not."""
    return letter.isprintable() and ord(letter) not in INVISIBLE


def read_plain(text: str, most: int) -> str | None:
    """Returns the text in NFC form and stripped; None if it is empty, too long, or contains an
    invisible character."""
    plain = normalize("NFC", text).strip()
    return plain if 0 < len(plain) <= most and all(map(is_seen, plain)) else None


def to_plain_text(text: str, most: int) -> str:
    """Returns the visible characters of the text in NFC form, stripped, and at most `most`."""
    return normalize("NFC", "".join(filter(is_seen, text))).strip()[:most]
