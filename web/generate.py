"""Writes `web/src/generated`: messages, languages, keys of texts, and the parts of editions.

`python -m web.generate` writes the files; a test compares them with the stored ones.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from grav.rules import EDITIONS, PARTS, REVISED, Edition
from grav.rules.edition_part_kinds import Choice, OptionalWhole, Part, Whole
from grav.server.messages.atlas import AtlasMap, AtlasShown, ForecastAnswer, ProspectShown
from grav.server.messages.commands import Command, FromSocket, NewTable
from grav.server.messages.drills import CourseShown, ExamplesShown, Spots
from grav.server.messages.people import (
    Account,
    BlockList,
    MadeToken,
    RecoveryCodes,
    Registered,
    SessionList,
    TokenList,
)
from grav.server.messages.public_events import PublicEvent
from grav.server.messages.responses import Made, Page
from grav.server.messages.review import Opinion, Review, Study
from grav.server.messages.settings import value_type
from grav.server.messages.views import ToClient
from grav.text import LANGUAGES, Language, language_css
from grav.text.catalogue import catalogue

FOLDER = Path(__file__).parent / "src" / "generated"
AREAS = Path(__file__).parent / "src" / "text" / "areas.json"
MESSAGE_UNIONS = {
    "FromSocket": FromSocket,
    "Command": Command,
    "ToClient": ToClient,
    "PublicEvent": PublicEvent,
}
OTHER_MESSAGES = (
    *(Account, Registered, RecoveryCodes, SessionList, TokenList, MadeToken, BlockList),
    *(Made, Page),
    *(NewTable, Spots, ExamplesShown, CourseShown),
    *(Review, Study, Opinion),
    *(AtlasShown, AtlasMap, ForecastAnswer, ProspectShown),
)


def messages() -> str:
    """Returns the types of all messages between server and client."""
    types = TypeScriptTypes()
    unions = [
        f"export type {name} = {types.translate(union)};\n"
        for name, union in MESSAGE_UNIONS.items()
    ]
    for struct in OTHER_MESSAGES:
        types.translate(struct)
    return "\n".join((_head("the server's messages"), *types.interfaces(), *unions))


def texts() -> str:
    """Returns the type of the text keys, so that the compiler finds misspelt keys."""
    areas = {area for group in json.loads(AREAS.read_text()).values() for area in group}
    keys = [key for key in catalogue(Language.EN) if key.partition(".")[0] in areas]
    names = "\n".join(f'  | "{key}"' for key in keys)
    return f"{_head('the texts')}\nexport type TextKey =\n{names};\n"


def languages() -> str:
    """Returns the languages with their traits."""
    codes = json.dumps([*LANGUAGES])
    traits = {str(language): _traits(language) for language in LANGUAGES}
    of_each = "Readonly<Record<Language, LanguageTraits>>"
    return "\n".join(
        (
            _head("grav/text/languages.py"),
            f"export const LANGUAGES = {codes} as const;",
            "export type Language = (typeof LANGUAGES)[number];\n",
            "export interface LanguageTraits {",
            "  /** Its name in itself. */",
            "  readonly ownName: string;",
            "  /** The length of units on a clock. */",
            '  readonly clockUnits: "narrow" | "short";',
            "  /** Whether a sentence sets a space between a number and its unit of time. */",
            "  readonly hasSpaceBeforeUnit: boolean;",
            "}\n",
            f"export const LANGUAGE_TRAITS: {of_each} = {_literal(traits)};\n",
        )
    )


def languages_css() -> str:
    """Returns the fonts and the line breaking of each language."""
    return f"/* {_head('grav/text/languages.py')[3:-1]} */\n\n{language_css()}"


def _traits(language: Language) -> dict[str, object]:
    return {
        "ownName": language.traits.own_name,
        "clockUnits": language.traits.clock_units,
        "hasSpaceBeforeUnit": language.traits.has_space_before_unit,
    }


def parts(declared: Mapping[str, Part], editions: Mapping[str, Edition]) -> str:
    """Returns the parts of editions with their kinds and bounds, and the editions themselves."""
    types = TypeScriptTypes()
    fields = "\n".join(
        f"  readonly {name}: {types.translate(value_type(part))};"
        for name, part in declared.items()
    )
    kinds = {name: _kind(part) for name, part in declared.items()}
    values = {
        name: {part: getattr(edition, part) for part in declared}
        for name, edition in editions.items()
    }
    return "\n".join(
        (
            _head("grav/rules/edition.py"),
            "/** What a table plays of each part. */",
            f"export interface Parts {{\n{fields}\n}}\n",
            f"export const KINDS = {_literal(kinds)} as const;\n",
            "/** In the order in which they were written. */",
            f"export const EDITIONS = {json.dumps(list(editions))} as const;",
            "export type Edition = (typeof EDITIONS)[number];",
            f'export const DEFAULT_EDITION = "{REVISED.name}";\n',
            f"export const PARTS: Readonly<Record<Edition, Parts>> = {_literal(values)};\n",
        )
    )


def _kind(part: Part) -> dict[str, object]:
    match part:
        case Choice(words=words):
            return {"is": "choice", "words": words}
        case Whole(bounds=bounds):
            within = {"least": bounds.minimum, "most": bounds.maximum}
            if isinstance(part, OptionalWhole):
                return {"is": "optional", **within, "start": bounds.start}
            return {"is": "whole", **within}
        case _:
            return {"is": "yes_no"}


def _literal(rows: Mapping[str, object]) -> str:
    """Returns an object literal with one row for each key."""
    told = "\n".join(
        f"  {name}: {json.dumps(row, ensure_ascii=False)}," for name, row in rows.items()
    )
    return f"{{\n{told}\n}}"


def _head(source: str) -> str:
    return f"// Written by `python -m web.generate`. Change {source} instead.\n"


FILES: dict[str, Callable[[], str]] = {
    "languages.css": languages_css,
    "languages.ts": languages,
    "messages.ts": messages,
    "parts.ts": lambda: parts(PARTS, EDITIONS),
    "texts.ts": texts,
}


class TypeScriptTypes:
    """Translates Python types to TypeScript; collects an interface for each struct it meets."""

    def __init__(self) -> None:
        self._interfaces: dict[str, str] = {}

    def translate(self, python: Any) -> str:
        return self._translate_info(inspect.type_info(python))

    def interfaces(self) -> Iterator[str]:
        yield from (text for _, text in sorted(self._interfaces.items()))

    def _translate_info(self, info: inspect.Type) -> str:
        match info:
            case inspect.Metadata(type=inner):
                return self._translate_info(inner)
            case inspect.StructType():
                return self._struct(info)
            case inspect.UnionType(types=types):
                return self._union(types)
            case inspect.LiteralType(values=values):
                return " | ".join(json.dumps(value) for value in values)
            case inspect.EnumType(cls=members):
                return " | ".join(json.dumps(member.value) for member in members)
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                return f"readonly {_parenthesize_union(self._translate_info(item))}[]"
            case inspect.DictType(value_type=value):
                return f"Readonly<Record<string, {self._translate_info(value)}>>"
            case _:
                return _PLAIN[type(info)]

    def _union(self, types: Iterable[inspect.Type]) -> str:
        return " | ".join(map(self._translate_info, types))

    def _struct(self, info: inspect.StructType) -> str:
        name = info.cls.__name__
        if name not in self._interfaces:
            self._interfaces[name] = ""  # a struct may contain itself
            self._interfaces[name] = "".join(self._interface(info))
        return name

    def _interface(self, info: inspect.StructType) -> Iterator[str]:
        if doc := _doc_of(info.cls):
            yield f"/** {doc} */\n"
        yield f"export interface {info.cls.__name__} {{\n"
        if info.tag_field is not None:
            yield f"  readonly {info.tag_field}: {json.dumps(info.tag)};\n"
        omits = info.cls.__struct_config__.omit_defaults
        for field in info.fields:
            may_lack = field.default is msgspec.UNSET or (omits and not field.required)
            name = field.encode_name + ("?" if may_lack else "")
            yield f"  readonly {name}: {self._translate_info(field.type)};\n"
        yield "}\n"


_PLAIN = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def _parenthesize_union(text: str) -> str:
    return f"({text})" if " " in text else text


def _doc_of(cls: type[msgspec.Struct]) -> str:
    return " ".join((vars(cls).get("__doc__") or "").split())  # not an inherited docstring


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, write in FILES.items():
        (FOLDER / name).write_text(write(), encoding="utf-8")


if __name__ == "__main__":
    main()
