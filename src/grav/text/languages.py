"""The languages: one entry for each, beside its folder of texts (`src/grav/text/CODE`).

Whatever differs between languages and is not a text is part of the entry. `python -m web.generate`
writes it down for the web client.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Self


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageTraits:
    """What is special to a language. The defaults suit one in Latin script that separates words."""

    own_name: str
    """Its name in itself, as a choice of languages shows it."""
    serif: tuple[str, ...] = ()
    sans: tuple[str, ...] = ()
    """Font families for its script, best first, after those for Latin letters. Han characters
    differ between Korea and Japan, so each needs its own."""
    line_breaking: Literal["normal", "keep-all", "auto-phrase"] = "normal"
    """Where lines of a page may break: CSS `word-break`."""
    clock_units: Literal["narrow", "short"] = "narrow"
    """The length of units on a clock: `unitDisplay` of `Intl.NumberFormat`."""
    has_space_before_unit: bool = True
    """Whether a sentence sets a space between a number and its unit of time."""


class Language(StrEnum):
    """The code is that of BCP 47, as in `<html lang>`: a primary language without a region."""

    traits: LanguageTraits

    EN = "en", LanguageTraits(own_name="English")
    JA = (
        "ja",
        LanguageTraits(
            own_name="日本語",
            serif=("Noto Serif CJK JP", "Noto Serif JP", "Hiragino Mincho ProN"),
            sans=("Hiragino Sans", "Noto Sans CJK JP"),
            line_breaking="auto-phrase",
            clock_units="short",  # "narrow" would give Latin letters
            has_space_before_unit=False,
        ),
    )
    KO = (
        "ko",
        LanguageTraits(
            own_name="한국어",
            serif=("Noto Serif CJK KR", "Noto Serif KR", "AppleMyungjo"),
            sans=("Apple SD Gothic Neo", "Noto Sans CJK KR"),
            line_breaking="keep-all",
        ),
    )

    # The default is for type checkers: to them, `Language("ko")` is a call of this.
    def __new__(cls, code: str, traits: LanguageTraits | None = None) -> Self:
        assert traits is not None
        language = str.__new__(cls, code)
        language._value_ = code
        language.traits = traits
        return language


LANGUAGES = tuple(Language)
