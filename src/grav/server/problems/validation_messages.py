"""Translates msgspec's validation messages into translatable texts.

msgspec reports errors only as English sentences. They are matched with regular expressions; a
message that matches none becomes a general text.
"""

import re
from collections.abc import Callable, Mapping

from grav.server.messages.commands import NOT_PLAIN
from grav.server.messages.settings import MAX_LABEL
from grav.text import Text

_KINDS = frozenset({"array", "bool", "float", "int", "null", "object", "str"})
_COUNTED = {"str": "letters", "array": "entries", "object": "entries"}
_BOUNDS = {">=": "at_least", "<=": "at_most", ">": "above", "<": "below"}


def explain_error(message: str, where: str = "") -> Text:
    """Returns what was expected, as a text, for an error message of msgspec.

    `where` names the field or parameter; if empty, the path in the message is used.
    """
    error, _, place = message.partition(" - at `$")
    where = where or place.removesuffix("`").removeprefix(".")
    what = next(
        (explain(match) for form, explain in _PATTERNS.items() if (match := form.fullmatch(error))),
        Text("problem.other_form"),
    )
    return Text("problem.invalid_at", {"where": where, "what": what}) if where else what


def _kinds(match: re.Match[str]) -> Text:
    expected, found = match.groups()
    return Text("problem.other_kind", {"expected": _named(expected), "found": _named(found)})


def _named(kinds: str) -> list[object]:
    return [Text(f"problem.kind_{kind}") if kind in _KINDS else kind for kind in kinds.split(" | ")]


def _length(match: re.Match[str]) -> Text:
    kind, bound, count = match.groups()
    return Text(f"problem.{_COUNTED[kind]}_{_BOUNDS[bound]}", {"count": int(count)})


def _bound(match: re.Match[str]) -> Text:
    bound, number = match.groups()
    return Text(f"problem.number_{_BOUNDS[bound]}", {"number": number})


def _keyed(key: str) -> Callable[[re.Match[str]], Text]:
    return lambda match: Text(key, match.groupdict())


_PATTERNS: Mapping[re.Pattern[str], Callable[[re.Match[str]], Text]] = {
    re.compile(r"Expected `([^`]+)`, got `([^`]+)`"): _kinds,
    re.compile(r"Expected `(str|array|object)` of length (>=|<=) (\d+)"): _length,
    re.compile(r"Expected `(?:int|float)` (>=|<=|>|<) (\S+)"): _bound,
    re.compile(r"Object missing required field `(?P<key>.+)`"): _keyed("problem.missing"),
    re.compile(r"Missing required \w+ parameter '(?P<key>[^']+)'.*"): _keyed("problem.missing"),
    re.compile(r"Object contains unknown field `(?P<key>.*)`", re.DOTALL): _keyed(
        "problem.unknown"
    ),
    re.compile(r"Invalid (?:enum )?value (?P<found>.+)", re.DOTALL): _keyed("problem.no_choice"),
    re.compile(NOT_PLAIN): lambda _: Text("problem.not_plain", {"most": MAX_LABEL}),
    re.compile(r"(?:JSON is malformed|Input data was truncated|'data').*"): _keyed("problem.json"),
}
