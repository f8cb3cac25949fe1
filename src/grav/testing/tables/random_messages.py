"""Random values of the closed unions that clients send: valid in type and bounds, of any kind.

Generated from the type definitions themselves, so that none can be forgotten.
"""

from collections.abc import Callable, Mapping
from random import Random
from string import ascii_letters, ascii_lowercase, digits
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import inspect

from grav.server.messages.commands import Command

Form = TypeVar("Form")

KINDS: tuple[type[Command], ...] = get_args(Command)
"""Every kind of command."""


def tag_of(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def random_command(random: Random, kind: type[Command] | None = None, **fields: object) -> Command:
    """Returns a random command of this kind, or of any; `fields` overrides some fields."""
    command: Command = random_form(kind or random.choice(KINDS), random)
    given = {name: value for name, value in fields.items() if name in command.__struct_fields__}
    return msgspec.structs.replace(command, **given)


def random_form(form: type[Form], random: Random) -> Form:
    """Returns a random valid value, as it would be decoded from a client's bytes."""
    found = _value(inspect.type_info(form), random)
    return msgspec.convert(found, form)


def _value(kind: inspect.Type, random: Random) -> Any:
    match kind:
        case inspect.StructType():
            return _fields(kind, random)
        case inspect.UnionType(types=types):
            return _value(random.choice(types), random)
        case inspect.IntType(ge=least, le=most):
            return _whole(least or 0, most, random)
        case inspect.StrType(pattern=pattern, min_length=least, max_length=most):
            if pattern is not None:
                return _PATTERNS[pattern](random)
            text = _letters(
                random, chr(0xE9) + " \u4e2d\ud55c" + ascii_letters, least or 0, most or 40
            )
            return random.choice(ascii_letters) + text[1:] if text else text  # not spaces alone
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.NoneType():
            return None
        case _:
            raise TypeError(f"no random {kind!r} is known")


def _fields(kind: inspect.StructType, random: Random) -> dict[str, Any]:
    form: dict[str, Any] = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
    for field in kind.fields:
        if field.required or random.random() < 0.5:
            form[field.encode_name] = _value(field.type, random)
    return form


def _whole(least: int, most: int | None, random: Random) -> int:
    """Draws a whole number; the bounds come more often than the numbers between."""
    most = 2**40 if most is None else most
    return random.choice((least, most, random.randint(least, most)))


def _letters(random: Random, of: str, least: int, most: int) -> str:
    return "".join(random.choices(of, k=random.randint(least, most)))


_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
_PATTERNS: Mapping[str, Callable[[Random], str]] = {
    r"^[A-Za-z0-9_-]{1,64}$(?!\n)": lambda random: _letters(
        random, ascii_letters + digits + "_-", 1, 64
    ),
    r"^[a-z][0-9]{1,2}$(?!\n)": lambda random: (
        f"{random.choice(ascii_lowercase)}{_letters(random, digits, 1, 2)}"
    ),
    r"^[ -~]+$(?!\n)": lambda random: _letters(random, _PRINTABLE, 1, 64),
}
