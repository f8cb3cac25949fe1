"""Formats settings and house rules as texts for people."""

from grav.rules.edition_part_kinds import Part, Value, Whole
from grav.rules.rules import Rules
from grav.text import Text


def part_text(part: Part, value: Value) -> Text:
    """Describes the value of a part in a few words: `a bonus turn may be passed`.

    The keys of all texts about parts are made like this: `parts.NAME_FORM_VALUE`, and
    `parts.NAME_FORM` with a `{count}` for numbers.
    """
    if isinstance(part, Whole) and value is not None:
        return Text(f"parts.{part.name}_short", {"count": value})
    return Text(f"parts.{part.name}_short_{part.format(value)}")


def setting_texts(rules: Rules) -> list[Text]:
    """Describes the three placement rules with their numbers, one text each."""
    a, b, c, d, e = rules.setting
    return [
        Text("breach.rule_continuity", {"a": a}),
        Text("breach.rule_density", {"b": b, "c": c}),
        Text("breach.rule_distance", {"d": d, "e": e}),
    ]
