"""Breaches, settings and house rules as texts for people."""

from collections.abc import Sequence

from grav.rules.continuity import TooLongRun
from grav.rules.density import TooFullSquare
from grav.rules.distance import WrongDistance
from grav.rules.legality import Breach
from grav.rules.parts import Part, Value, Whole
from grav.rules.rules import Rules
from grav.text import Text


def tell_breach(breach: Breach) -> Text:
    """Describes a breach: `4 stones at interval 1 (e6, f5, g4, h3); at most 3`."""
    match breach:
        case TooLongRun(points, interval, limit):
            return Text(
                "breach.continuity",
                {"points": points, "count": len(points), "interval": interval, "limit": limit},
            )
        case TooFullSquare(corner, count, limit):
            return Text("breach.density", {"corner": corner, "count": count, "limit": limit})
        case WrongDistance(origin, distance, least, most):
            return Text(
                "breach.distance",
                {"origin": origin, "distance": distance, "least": least, "most": most},
            )


def tell_breaches(breaches: Sequence[Breach]) -> Text:
    """Describes all breaches, one after the other; there must be at least one."""
    first, *rest = breaches
    if not rest:
        return tell_breach(first)
    return Text("breach.and", {"first": tell_breach(first), "rest": tell_breaches(rest)})


def tell_part(part: Part, value: Value) -> Text:
    """Describes the value of a part in a few words: `a bonus turn may be passed`.

    The keys of all texts about parts are made like this: `parts.NAME_FORM_VALUE`, and
    `parts.NAME_FORM` with a `{count}` for numbers.
    """
    if isinstance(part, Whole) and value is not None:
        return Text(f"parts.{part.name}_short", {"count": value})
    return Text(f"parts.{part.name}_short_{part.format(value)}")


def tell_setting(rules: Rules) -> list[Text]:
    """Describes the three placement rules with their numbers, one text each."""
    a, b, c, d, e = rules.setting
    return [
        Text("breach.rule_continuity", {"a": a}),
        Text("breach.rule_density", {"b": b, "c": c}),
        Text("breach.rule_distance", {"d": d, "e": e}),
    ]
