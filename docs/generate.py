"""Writes the tables of docs/law.md and of the rulebooks that list the parts of editions.

`make generate` writes them again; a test compares them with what is there.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from grav.rules import EDITIONS, PARTS
from grav.rules.edition_parts import Choice, Part, Value, YesNo
from grav.text import LANGUAGES, Language, say

FOLDER = Path(__file__).parent
BOOKS = {f"rules.{language}.md": language for language in LANGUAGES}
PAGES = {"law.md": Language.EN} | {
    name: language for name, language in BOOKS.items() if (FOLDER / name).exists()
}
_TABLE = re.compile(
    r"^\| (?P<part>[^|]+) \| (?P<values>[^|]+) \| `classic` .*\n(?:\|.*\n)+", re.MULTILINE
)


def page(name: str) -> str:
    """Returns a page with its table of parts as the declaration of editions has it."""

    def table(found: re.Match[str]) -> str:
        head = [found["part"], found["values"], *(f"`{edition}`" for edition in EDITIONS)]
        rows = [head, ["---"] * len(head), *_rows(PAGES[name])]
        return "".join(f"| {' | '.join(row)} |\n" for row in rows)

    text, tables = _TABLE.subn(table, (FOLDER / name).read_text("utf-8"))
    assert tables == 1, f"{name} has {tables} tables of parts"
    return text


def _rows(language: Language) -> Iterator[list[str]]:
    for name, part in PARTS.items():
        chosen = [_value(part, getattr(each, name), language) for each in EDITIONS.values()]
        yield [f"{say(f'parts.{name}', language)} `{name}`", _options(part, language), *chosen]


def _options(part: Part, language: Language) -> str:
    if not isinstance(part, Choice):
        return say(f"parts.{part.name}_options", language)
    abouts = {word: say(f"parts.{part.name}_about_{word}", language) for word in part.words}
    return " · ".join(f"`{word}`: {about.rstrip('.。')}" for word, about in abouts.items())


def _value(part: Part, value: Value, language: Language) -> str:
    word = part.format(value)
    if isinstance(part, YesNo) or value is None:
        return say(f"parts.{part.name}_{word}", language)
    return f"`{word}`" if isinstance(part, Choice) else word


def main() -> None:
    for name in PAGES:
        (FOLDER / name).write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
