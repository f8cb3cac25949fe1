"""Message catalogue: all texts that people read, in every language; independent of the game.

Each language is one entry in `languages.py`, and one folder of JSON files, so that other programs
can read the catalogue too.
"""

from grav.text.catalogue import Text, catalogue, language_of_locale, printable, say
from grav.text.errors import GravError
from grav.text.language_css import language_css
from grav.text.languages import LANGUAGES, Language
from grav.text.template import fill_template

__all__ = [
    "LANGUAGES",
    "GravError",
    "Language",
    "Text",
    "catalogue",
    "fill_template",
    "language_css",
    "language_of_locale",
    "printable",
    "say",
]
