"""Reads the JSON form of a breach: the inverse of each breach's `to_json`."""

from collections.abc import Mapping
from typing import Any

from grav.rules.continuity import TooLongRun
from grav.rules.density import TooFullSquare
from grav.rules.distance import WrongDistance
from grav.rules.legality import Breach
from grav.rules.point import Point


def breach_from_json(form: Mapping[str, Any]) -> Breach:
    match form["rule"]:
        case "continuity":
            points = tuple(map(Point.parse, form["points"]))
            return TooLongRun(points, form["interval"], form["limit"])
        case "density":
            return TooFullSquare(Point.parse(form["square"]), form["count"], form["limit"])
        case _:
            origin = Point.parse(form["from"])
            return WrongDistance(origin, form["distance"], form["least"], form["most"])
