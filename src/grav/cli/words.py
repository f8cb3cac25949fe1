"""The words that a person may type, from the catalogue."""

from functools import cache

from grav.text import LANGUAGES, catalogue


@cache
def words_for(name: str, topic: str = "play") -> frozenset[str]:
    """The words that mean this: English ones everywhere, and each language's own."""
    return frozenset(
        word
        for language in LANGUAGES
        for word in catalogue(language)[f"{topic}.words_{name}"].split()
    )
