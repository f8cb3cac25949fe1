"""Writes the tables of docs/law.md and of the rulebooks that list the parts of editions, and the
sections of docs/opponents.md that state what was measured.

`make generate` writes them again; a test compares them with what is there.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from grav.arena.markdown_section import replace_section
from grav.lab.findings.opponents_sentences import generated_sections
from grav.rules import EDITIONS, PARTS
from grav.rules.edition_part_kinds import Choice, Part, Value, YesNo
from grav.text import LANGUAGES, Language, say
from grav.text.catalogue import catalogue

FOLDER = Path(__file__).parent
BOOKS = {f"rules.{language}.md": language for language in LANGUAGES}
PAGES = {"law.md": Language.EN} | {
    name: language for name, language in BOOKS.items() if (FOLDER / name).exists()
}
_TABLE = re.compile(
    r"^\| (?P<part>[^|]+) \| (?P<values>[^|]+) \| `classic` .*\n(?:\|.*\n)+", re.MULTILINE
)


class MissingTextsError(Exception):
    """Parts that are declared, and have no texts yet in the language of a page."""


def page(name: str) -> str:
    """Returns a page with its table of parts as the declaration of editions has it."""
    language = PAGES[name]
    if missing := sorted(set(_keys()) - catalogue(language).keys()):
        raise MissingTextsError(
            f"{name}: there are no texts in {language} for {', '.join(missing)}"
        )

    def table(found: re.Match[str]) -> str:
        head = [found["part"], found["values"], *(f"`{edition}`" for edition in EDITIONS)]
        rows = [head, ["---"] * len(head), *_rows(language)]
        return "".join(f"| {' | '.join(row)} |\n" for row in rows)

    text, tables = _TABLE.subn(table, (FOLDER / name).read_text("utf-8"))
    assert tables == 1, f"{name} has {tables} tables of parts"
    return text


def opponents_page() -> str:
    """Returns docs/opponents.md with its sections as the stored results have them."""
    file = FOLDER / OPPONENTS
    text = file.read_text("utf-8")
    for section, written in generated_sections().items():
        text = replace_section(text, written, section, str(file))
    return text


def _keys() -> Iterator[str]:
    """Yields the keys of the texts that the tables use."""
    for name, part in PARTS.items():
        yield f"parts.{name}"
        if isinstance(part, Choice):
            yield from (f"parts.{name}_about_{word}" for word in part.words)
        else:
            yield f"parts.{name}_options"
        for value in (getattr(edition, name) for edition in EDITIONS.values()):
            if _is_text(part, value):
                yield f"parts.{name}_{part.format(value)}"


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
    if _is_text(part, value):
        return say(f"parts.{part.name}_{word}", language)
    return f"`{word}`" if isinstance(part, Choice) else word


def _is_text(part: Part, value: Value) -> bool:
    """Whether the table says a value in words, instead of as it is typed."""
    return isinstance(part, YesNo) or value is None


OPPONENTS = "opponents.md"
FILES: Mapping[str, Callable[[], str]] = {
    **{name: partial(page, name) for name in PAGES},
    OPPONENTS: opponents_page,
}


def main() -> None:
    missing = []
    for name, write in FILES.items():
        try:
            (FOLDER / name).write_text(write(), encoding="utf-8")
        except MissingTextsError as error:
            missing.append(str(error))
    if missing:
        sys.exit("\n".join(missing))


if __name__ == "__main__":
    main()
