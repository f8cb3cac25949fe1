"""Formats breaches as texts for people."""

from collections.abc import Sequence

from grav.rules.continuity import TooLongRun
from grav.rules.density import TooFullSquare
from grav.rules.distance import WrongDistance
from grav.rules.legality import Breach
from grav.text import Text


def breach_text(breach: Breach) -> Text:
    """Describes a breach: `4 stones at interval 1 (e6, f5, g4, h3); at most 3`."""
    match breach:
        case TooLongRun(points, interval, limit):
            return Text(
                "breach.continuity",
                {"points": points, "count": len(points), "interval": interval, "limit": limit},
            )
        case TooFullSquare(corner, count, limit):
            return Text("breach.density", {"corner": corner, "count": count, "limit": limit})
        case WrongDistance(origin, distance, minimum, maximum):
            return Text(
                "breach.distance",
                {"origin": origin, "distance": distance, "least": minimum, "most": maximum},
            )


def breaches_text(breaches: Sequence[Breach]) -> Text:
    """Describes all breaches, one after the other; there must be at least one."""
    first, *rest = breaches
    if not rest:
        return breach_text(first)
    return Text("breach.and", {"first": breach_text(first), "rest": breaches_text(rest)})
