"""Parses rules from the canonical line that `str(rules)` returns."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from grav.rules.edition import EDITIONS, PARTS, REVISED, Edition
from grav.rules.edition_part_kinds import parse_whole
from grav.rules.rules import Enforcement, Rules
from grav.rules.setting import RulesError, Setting

_LINE = re.compile(
    r"(?P<size>\d{1,4000})x(?P<height>\d{1,4000})(?:\s+(?P<players>\d{1,4000})p)?"
    r"\s+(?P<setting>(?:\d{1,4000}\s+){4}\d{1,4000})(?P<rest>(?:\s+\S+)*)\s*",
    re.ASCII,
)


def parse_rules(text: str) -> Rules:
    """Parses a line of rules. Players (default 2) and edition (default revised) may be left out."""
    match = _LINE.fullmatch(text.strip())
    if match is None or match["size"] != match["height"]:
        raise RulesError("rules.line_form", found=text.strip()[:80])
    named, choices = _sort(match["rest"].split())
    first = choices.pop("first", None)
    return Rules(
        int(match["size"]),
        int(match["players"] or 2),
        Setting.parse(match["setting"]),
        _with_house_rules(named.get("edition", REVISED), choices),
        named.get("enforcement", Enforcement.CHALLENGE),
        None if first is None else parse_whole("first", first),
    )


def _sort(words: Iterable[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Splits the words into those that stand alone (edition, enforcement) and part=value."""
    named: dict[str, Any] = {}
    choices: dict[str, str] = {}
    for word in words:
        part, equals, value = word.partition("=")
        kind = "edition" if word in EDITIONS else "enforcement"
        if equals and part in (*PARTS, "first") and part not in choices:
            choices[part] = value
        elif not equals and kind not in named and (word in EDITIONS or word in set(Enforcement)):
            named[kind] = EDITIONS[word] if kind == "edition" else Enforcement(word)
        else:
            raise RulesError("rules.word", found=word[:40])
    return named, choices


def parse_edition(text: str) -> Edition:
    """Parses an edition as `str(edition)` writes it: a name, then house rules."""
    named, choices = _sort(text.split())
    edition = named.pop("edition", None)
    if edition is None:
        raise RulesError("rules.edition", found=text[:40], expected=", ".join(EDITIONS))
    if named or "first" in choices:
        raise RulesError("rules.word", found=text[:40])
    return _with_house_rules(edition, choices)


def _with_house_rules(edition: Edition, choices: dict[str, str]) -> Edition:
    parts: dict[str, Any] = {part: PARTS[part].parse(value) for part, value in choices.items()}
    return replace(edition, **parts)
