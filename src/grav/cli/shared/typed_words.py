"""The words that people may type for a command, in every language."""

from functools import cache

from grav.text import LANGUAGES, catalogue


@cache
def words_for(name: str, topic: str = "play") -> frozenset[str]:
    """Returns the words for a command, in all languages."""
    return frozenset(
        word
        for language in LANGUAGES
        for word in catalogue(language)[f"{topic}.words_{name}"].split()
    )
