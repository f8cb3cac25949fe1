"""Generates the C++ code about editions, for the core and its tests, from `grav.rules`.

`python -m cpp.generate` writes the files; a test compares them with the committed ones.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from grav.rules import EDITIONS, PARTS, Edition
from grav.rules.edition_part_kinds import MAX_CORE_NUMBER, NO_NUMBER, Choice, Part, Value, YesNo

FOLDER = Path(__file__).parent
_HEAD = """// Written by `python -m cpp.generate`. Change grav/rules/edition.py instead.
#pragma once
"""


def edition_header(parts: Mapping[str, Part]) -> str:
    """Returns the struct of an edition and its enums, for the core, and a list for bindings."""
    enums = (
        f"enum class {part.members.__name__} : uint8_t {{ {', '.join(map(_member, part.words))} }};"
        for part in parts.values()
        if isinstance(part, Choice)
    )
    fields = (f"    {_type(part)} {name};" for name, part in parts.items())
    listed = " \\\n".join(f"    PART({_type(part)}, {name})" for name, part in parts.items())
    return "\n".join(
        (
            _HEAD,
            '#include "grav/config.h"\n\nnamespace grav {\n',
            "/// A number of the edition that is not limited; others are clamped below it.",
            f"constexpr int NO_LIMIT = {NO_NUMBER};\n",
            *enums,
            "\nstruct Edition {",
            *fields,
            "};\n\n}  // namespace grav\n",
            "/// PART(type, name) for each field of an edition, in order.",
            f"#define GRAV_EDITION_PARTS(PART) \\\n{listed}\n",
        )
    )


def editions_header(parts: Mapping[str, Part], editions: Mapping[str, Edition]) -> str:
    """Returns the words of the enums, and the editions by name, for tests that read JSON."""
    return "\n".join(
        (
            _HEAD,
            "#include <array>\n#include <stdexcept>\n#include <string>\n",
            '#include "grav/rules.h"\n',
            "namespace game_json {\n",
            "template <class Choice>\nstruct Words;\n",
            *_words(parts),
            "inline grav::Edition edition_of(const std::string& name) {",
            *_editions(parts, editions),
            '    throw std::invalid_argument("no edition " + name);\n}\n',
            "}  // namespace game_json\n",
        )
    )


def _words(parts: Mapping[str, Part]) -> Iterator[str]:
    for part in parts.values():
        if isinstance(part, Choice):
            words = ", ".join(f'"{word}"' for word in part.words)
            yield f"template <>\nstruct Words<grav::{part.members.__name__}> {{"
            yield f"    static constexpr std::array all = {{{words}}};\n}};\n"


def _editions(parts: Mapping[str, Part], editions: Mapping[str, Edition]) -> Iterator[str]:
    for name, edition in editions.items():
        yield f'    if (name == "{name}") return {edition_value(parts, edition)};'


def edition_value(parts: Mapping[str, Part], edition: Edition) -> str:
    """Returns what an `Edition` of the core is initialized with."""
    values = ", ".join(_value(part, getattr(edition, name)) for name, part in parts.items())
    return f"{{{values}}}"


def _type(part: Part) -> str:
    match part:
        case Choice(members=members):
            return members.__name__
        case YesNo():
            return "bool"
        case _:
            return "int32_t"


def _value(part: Part, value: Value) -> str:
    match part:
        case Choice(members=members):
            return f"grav::{members.__name__}::{_member(str(value))}"
        case YesNo():
            return "true" if value else "false"
        case _:
            number = part.to_core(value)
            return "grav::NO_LIMIT" if number > MAX_CORE_NUMBER else str(number)


def _member(word: str) -> str:
    """Returns the name of an enumerator: `two_thirds` as `TwoThirds`."""
    return "".join(each.capitalize() for each in word.split("_"))


FILES: dict[str, Callable[[], str]] = {
    "include/grav/generated/edition.h": lambda: edition_header(PARTS),
    "tests/editions.h": lambda: editions_header(PARTS, EDITIONS),
}


def main() -> None:
    for name, write in FILES.items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_text(write(), encoding="utf-8")


if __name__ == "__main__":
    main()
