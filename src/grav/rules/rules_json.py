"""Rules to and from JSON, in the form that records use."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from grav.rules.edition import EDITIONS, PARTS, Edition
from grav.rules.json_fields import (
    Json,
    as_object,
    as_one_of,
    as_whole,
    refuse_other_keys,
    require_key,
)
from grav.rules.rules import Enforcement, Rules
from grav.rules.setting import Setting

_KEYS = ("size", "players", *Setting._fields, "edition", "enforcement", "first", *PARTS)


def rules_to_json(rules: Rules) -> dict[str, Json]:
    return {
        "size": rules.size,
        "players": rules.players,
        **rules.setting._asdict(),
        "edition": rules.edition.name,
        "enforcement": rules.enforcement.value,
        "first": rules.first,
        **rules.edition.house_rules(),
    }


def rules_from_json(value: Json, where: str = "rules") -> Rules:
    """Reads rules from a JSON object. Edition, enforcement and first may be left out.

    Unknown keys are an error, because they could change the game.
    """
    source = as_object(value, where)
    refuse_other_keys(source, _KEYS, where)

    def whole(key: str) -> int:
        return as_whole(require_key(source, key, where), f"{where}.{key}")

    first = source.get("first")
    named = as_one_of(source.get("edition", "revised"), EDITIONS, f"{where}.edition")
    enforcement = as_one_of(
        source.get("enforcement", "challenge"), Enforcement, f"{where}.enforcement"
    )
    return Rules(
        whole("size"),
        whole("players"),
        Setting(*(whole(name) for name in Setting._fields)),
        _house_rules(EDITIONS[named], source, where),
        Enforcement(enforcement),
        None if first is None else as_whole(first, f"{where}.first"),
    )


def _house_rules(edition: Edition, source: Mapping[str, Json], where: str) -> Edition:
    parts: dict[str, Any] = {
        name: part.from_json(source[name], f"{where}.{name}")
        for name, part in PARTS.items()
        if name in source
    }
    return replace(edition, **parts)
