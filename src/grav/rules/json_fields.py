"""Validators for JSON fields; errors name the path of the field: `rules.size: found …`."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from grav.rules.setting import MAX_DIGITS, TOO_LONG
from grav.text import GravError

Json = Any


class FormError(GravError):
    """A value that does not have the form expected there."""


def format_json_value(value: Json) -> str:
    """Formats the value as JSON for error messages, cut to at most 60 characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "…"


def as_object(value: Json, where: str) -> Mapping[str, Json]:
    if not isinstance(value, dict):
        raise FormError("form.object", where=where, found=format_json_value(value))
    return value


def as_array(value: Json, where: str) -> list[Json]:
    if not isinstance(value, list):
        raise FormError("form.array", where=where, found=format_json_value(value))
    return value


def as_text(value: Json, where: str) -> str:
    if not isinstance(value, str):
        raise FormError("form.text", where=where, found=format_json_value(value))
    return value


def as_whole(value: Json, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise FormError("form.whole", where=where, found=format_json_value(value))
    if abs(value) >= TOO_LONG:
        raise FormError("form.too_long", where=where, digits=MAX_DIGITS)
    return value


def as_yes_or_no(value: Json, where: str) -> bool:
    if not isinstance(value, bool):
        raise FormError("form.yes_or_no", where=where, found=format_json_value(value))
    return value


def as_one_of(value: Json, choices: Iterable[str], where: str) -> str:
    allowed = list(choices)
    if value not in allowed:
        options = ", ".join(allowed)
        raise FormError(
            "form.one_of", where=where, found=format_json_value(value), expected=options
        )
    return str(value)


def require_key(source: Mapping[str, Json], key: str, where: str) -> Json:
    if key not in source:
        raise FormError("form.missing", where=where, key=key)
    return source[key]


def refuse_other_keys(source: Mapping[str, Json], known: Iterable[str], where: str) -> None:
    names = list(known)
    for key in source:
        if key not in names:
            raise FormError("form.unknown_key", where=where, key=key, expected=", ".join(names))
