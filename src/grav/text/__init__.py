"""Message catalogue: all texts that people read, in three languages; independent of the game.

Each language is one folder of JSON files, so that other programs can read the catalogue too.
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
