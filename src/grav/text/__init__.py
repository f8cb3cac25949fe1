"""All words that people read, in three languages; knows nothing of the game.

The catalogue is one folder of JSON files a language, so that other programs can read it too.
"""

from grav.text.catalogue import (
    LANGUAGES,
    Language,
    Text,
    catalogue,
    language_of_locale,
    printable,
    say,
)
from grav.text.errors import GravError
from grav.text.template import fill

__all__ = [
    "LANGUAGES",
    "GravError",
    "Language",
    "Text",
    "catalogue",
    "fill",
    "language_of_locale",
    "printable",
    "say",
]
