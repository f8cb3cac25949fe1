"""Writes `web/src/generated`: the server's messages and the keys of texts, as TypeScript types.

`python -m web.generate` writes them again; a test compares them with what is there.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from grav.server.messages.atlas import AtlasMap, AtlasShown, ForecastAnswer, ProspectShown
from grav.server.messages.commands import Command, FromSocket, NewTable
from grav.server.messages.drills import CourseShown, ExamplesShown, Spots
from grav.server.messages.happenings import Happening
from grav.server.messages.review import Opinion, Review, Study
from grav.server.messages.views import ToClient
from grav.text import LANGUAGES, Language
from grav.text.catalogue import catalogue

FOLDER = Path(__file__).parent / "src" / "generated"
AREAS = Path(__file__).parent / "src" / "text" / "areas.json"
UNIONS = {
    "FromSocket": FromSocket,
    "Command": Command,
    "ToClient": ToClient,
    "Happening": Happening,
}
ALONE = (
    *(NewTable, Spots, ExamplesShown, CourseShown),
    *(Review, Study, Opinion),
    *(AtlasShown, AtlasMap, ForecastAnswer, ProspectShown),
)
_HEAD = "// Written by `python -m web.generate`. Change the server's messages instead.\n"


def messages() -> str:
    """Returns the types of all messages between server and client."""
    types = Types()
    unions = [f"export type {name} = {types.of(union)};\n" for name, union in UNIONS.items()]
    for struct in ALONE:
        types.of(struct)
    return "\n".join((_HEAD, *types.told(), *unions))


def texts() -> str:
    """Returns the type of the keys of the pages' texts, so that none can be misspelt."""
    areas = {area for group in json.loads(AREAS.read_text()).values() for area in group}
    keys = [key for key in catalogue(Language.EN) if key.partition(".")[0] in areas]
    languages = " | ".join(f'"{language}"' for language in LANGUAGES)
    names = "\n".join(f'  | "{key}"' for key in keys)
    return f"{_HEAD}\nexport type Language = {languages};\n\nexport type TextKey =\n{names};\n"


FILES = {"messages.ts": messages, "texts.ts": texts}


class Types:
    """Translates Python types to TypeScript; collects an interface for each struct it meets."""

    def __init__(self) -> None:
        self._interfaces: dict[str, str] = {}

    def of(self, python: Any) -> str:
        return self._of(inspect.type_info(python))

    def told(self) -> Iterator[str]:
        yield from (text for _, text in sorted(self._interfaces.items()))

    def _of(self, info: inspect.Type) -> str:
        match info:
            case inspect.Metadata(type=inner):
                return self._of(inner)
            case inspect.StructType():
                return self._struct(info)
            case inspect.UnionType(types=types):
                return self._union(types)
            case inspect.LiteralType(values=values):
                return " | ".join(json.dumps(value) for value in values)
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                return f"readonly {_within(self._of(item))}[]"
            case inspect.DictType(value_type=value):
                return f"Readonly<Record<string, {self._of(value)}>>"
            case _:
                return _PLAIN[type(info)]

    def _union(self, types: Iterable[inspect.Type]) -> str:
        return " | ".join(map(self._of, types))

    def _struct(self, info: inspect.StructType) -> str:
        name = info.cls.__name__
        if name not in self._interfaces:
            self._interfaces[name] = ""  # so that a struct may contain itself
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
            yield f"  readonly {name}: {self._of(field.type)};\n"
        yield "}\n"


_PLAIN = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def _within(told: str) -> str:
    return f"({told})" if " " in told else told


def _doc_of(cls: type[msgspec.Struct]) -> str:
    return " ".join((vars(cls).get("__doc__") or "").split())  # its own, not an inherited one


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, write in FILES.items():
        (FOLDER / name).write_text(write(), encoding="utf-8")


if __name__ == "__main__":
    main()
