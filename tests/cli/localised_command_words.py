"""Words that somebody types in their language, from the texts."""

from grav.text import Language, catalogue


def own_word(name: str, language: str) -> str:
    """Returns the language's own word for a command: the English ones are read in each."""
    english, words = (
        catalogue(each)[f"play.words_{name}"].split() for each in (Language.EN, language)
    )
    return next((word for word in words if word not in english), words[0])
