"""The words that a person may type, from the catalogue."""

from functools import cache

from grav.text import LANGUAGES, catalogue


@cache
def words_for(name: str) -> frozenset[str]:
    """The words that mean this: English ones everywhere, and each language's own."""
    return frozenset(
        word for language in LANGUAGES for word in catalogue(language)[f"play.words_{name}"].split()
    )
