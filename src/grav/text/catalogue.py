"""Looks texts up by key: `say("refused.occupied", "ko", at="c5")`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from types import MappingProxyType
from unicodedata import category

from grav.text.languages import Language
from grav.text.template import fill_template

_SHOWN_DIGITS = 20


@dataclass(frozen=True)
class Text:
    """A message that is not formatted yet: its key and values. Values may be `Text`s themselves."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def say(self, language: str = Language.EN) -> str:
        return say(self.key, language, **self.values)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Loads all texts of one language. A key is the file's name, a dot, and the key in the file."""
    texts: dict[str, str] = {}
    folder = resources.files("grav.text") / Language(language).value
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".json"):
            area = file.name.removesuffix(".json")
            entries = json.loads(file.read_text(encoding="utf-8"))
            texts |= {f"{area}.{key}": text for key, text in entries.items()}
    return MappingProxyType(texts)


def say(key: str, language: str = Language.EN, /, **values: object) -> str:
    """Returns the text with that key, its values filled in; lists are joined by a separator.

    Control characters in values are replaced, so outside input cannot send them to a terminal.
    """
    formatted = {name: _format_value(value, language) for name, value in values.items()}
    return fill_template(catalogue(language)[key], formatted)


def _format_value(value: object, language: str) -> object:
    if isinstance(value, Text):
        return value.say(language)
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        separator = catalogue(language)["list.separator"]
        return separator.join(str(_format_value(item, language)) for item in value)
    if isinstance(value, int) and abs(value) >= 10**_SHOWN_DIGITS:
        return f"{str(value)[:_SHOWN_DIGITS]}…"
    return printable(value) if isinstance(value, str) else value


def printable(text: str) -> str:
    """Replaces control characters, surrogates and line or paragraph separators by `�`."""
    if text.isprintable():
        return text
    hidden = ("Cc", "Cs", "Zl", "Zp")
    return "".join("�" if category(letter) in hidden else letter for letter in text)


def language_of_locale(*names: str | None) -> Language:
    """Returns the language of the first locale name set (`ko_KR.UTF-8`: Korean), or English."""
    for name in names:
        if name:
            code = name.partition(".")[0].partition("_")[0].partition("-")[0].lower()
            return Language(code) if code in set(Language) else Language.EN
    return Language.EN
