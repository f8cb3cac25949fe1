"""Records as JSON. Also reads conformance vectors, whose `steps` hold the actions."""

import json
import re
from collections.abc import Mapping
from typing import Any

from grav.game import action_from_json, action_keys, action_to_json
from grav.record.model import Record, RecordError
from grav.rules import rules_from_json, rules_to_json
from grav.rules.json_fields import (
    FormError,
    Json,
    as_array,
    as_object,
    as_text,
    format_json_value,
    require_key,
)

VERSION = 1
MAX_LEVELS = 100
_TEXTS = ("name", "date", "place")
_VALUES = ("setting", "table")
KNOWN_KEYS = {"grav", "rules", "actions", "players", "comments", *_TEXTS, *_VALUES}
_OF_VECTORS = {"start", "steps"}


def record_to_json(record: Record) -> dict[str, Json]:
    """Returns the record as a JSON object; missing values have no key."""
    parts: dict[str, Json] = {
        "grav": VERSION,
        "name": record.name,
        "players": None if record.players is None else list(record.players),
        "date": record.date,
        "place": record.place,
        "setting": record.setting,
        "table": record.table,
        "rules": rules_to_json(record.rules),
        "actions": [
            {**action_to_json(action), **record.action_extra.get(index, {})}
            for index, action in enumerate(record.actions)
        ],
        "comments": {str(index): text for index, text in sorted(record.comments.items())} or None,
    }
    return {key: value for key, value in parts.items() if value is not None} | dict(record.extra)


def record_from_json(value: Json) -> Record:
    source = as_object(value, "record")
    version = source.get("grav", VERSION)
    if type(version) is not int or version != VERSION:  # true and 1.0 are refused too
        raise FormError(
            "form.one_of", where="grav", found=format_json_value(version), expected=str(VERSION)
        )
    is_vector = "actions" not in source and "steps" in source
    forms = _vector_actions(source) if is_vector else require_key(source, "actions", "record")
    rules = rules_from_json(require_key(source, "rules", "record"))
    named = "steps[{}].action" if is_vector else "actions[{}]"
    places = [named.format(index) for index in range(len(as_array(forms, "actions")))]
    actions = tuple(action_from_json(*pair) for pair in zip(forms, places, strict=True))
    unknown = {
        index: {key: form[key] for key in form if key not in action_keys(action)}
        for index, (form, action) in enumerate(zip(forms, actions, strict=True))
    }
    known = KNOWN_KEYS | _OF_VECTORS if is_vector else KNOWN_KEYS
    texts = {key: as_text(source[key], key) for key in _TEXTS if source.get(key) is not None}
    return Record(
        rules=rules,
        actions=actions,
        players=_players(source.get("players"), rules.players),
        comments=_comments(source.get("comments"), len(actions)),
        extra={key: source[key] for key in source if key not in known},
        action_extra={index: keys for index, keys in unknown.items() if keys},
        **texts,
        **{key: source.get(key) for key in _VALUES},
    )


def _vector_actions(source: Mapping[str, Json]) -> list[Json]:
    steps = as_array(source["steps"], "steps")
    return [
        require_key(as_object(step, f"steps[{index}]"), "action", f"steps[{index}]")
        for index, step in enumerate(steps)
    ]


def _players(value: Json, players: int) -> tuple[str, ...] | None:
    if value is None:
        return None
    names = as_array(value, "players")
    if len(names) != players:
        raise FormError("form.players", where="players", found=len(names), expected=players)
    return tuple(as_text(name, f"players[{seat}]") for seat, name in enumerate(names))


def _comments(value: Json, actions: int) -> dict[int, str]:
    if value is None:
        return {}
    comments = {}
    for key, text in as_object(value, "comments").items():
        where = f"comments.{key[:20]}"
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", key) or int(key) >= actions:
            raise FormError("form.comment", where=where, found=key[:20], most=actions - 1)
        comments[int(key)] = as_text(text, where)
    return comments


def parse_json(text: str, first_line: int = 1, levels: int = MAX_LEVELS) -> Any:
    """Parses a JSON text; raises RecordError with the position if it is invalid or too deep."""
    try:
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        place = {"line": first_line + error.lineno - 1, "column": error.colno}
        if error.msg.startswith("Extra data"):
            raise RecordError("record.many", **place) from None
        found = repr(text[error.pos]) if error.pos < len(text) else None
        key = "record.json" if found else "record.json_end"
        raise RecordError(key, **place, found=found) from None
    except (ValueError, RecursionError):  # NaN or infinity, thousands of digits, too deep
        raise RecordError("record.json_value", line=first_line) from None
    if _is_deep(value, levels):
        raise RecordError("record.json_value", line=first_line)
    return value


def _is_deep(value: Json, levels: int) -> bool:
    """Whether lists or objects are nested deeper than can be written again."""
    level = [value]
    for _ in range(levels):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(digits)
    return number


def format_json_line(value: Json) -> str:
    """Formats the value as one line of JSON that UTF-8 can encode, whatever texts it holds."""
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        line.encode()
    except UnicodeEncodeError:  # a lone surrogate can only be written as an escape
        return json.dumps(value, separators=(",", ":"))
    return line
