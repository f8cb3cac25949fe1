"""The placement rules and the shapes; the code follows the rulebook.

Depends on boards and numbers only: not on turns, order of play, files, clocks or randomness.
"""

from grav.rules.board import MAX_SIZE, MIN_SIZE, Board, points_of
from grav.rules.continuity import TooLongRun
from grav.rules.density import TooFullSquare
from grav.rules.distance import WrongDistance
from grav.rules.edition import CLASSIC, EDITIONS, PARTS, REVISED, Bonus, Criterion, Edition
from grav.rules.legality import Breach, Verdict, breaches, judge, legal_points, legal_set
from grav.rules.point import Point, PointError
from grav.rules.rules import MAX_PLAYERS, MIN_PLAYERS, Enforcement, Rules
from grav.rules.rules_json import rules_from_json, rules_to_json
from grav.rules.rules_parsing import parse_edition, parse_rules
from grav.rules.setting import RulesError, Setting
from grav.rules.shape_counts import shape_counts
from grav.rules.shapes import Centre, Shape
from grav.rules.shapes import completed as completed_shapes

__all__ = [
    "CLASSIC",
    "EDITIONS",
    "MAX_PLAYERS",
    "MAX_SIZE",
    "MIN_PLAYERS",
    "MIN_SIZE",
    "PARTS",
    "REVISED",
    "Board",
    "Bonus",
    "Breach",
    "Centre",
    "Criterion",
    "Edition",
    "Enforcement",
    "Point",
    "PointError",
    "Rules",
    "RulesError",
    "Setting",
    "Shape",
    "TooFullSquare",
    "TooLongRun",
    "Verdict",
    "WrongDistance",
    "breaches",
    "completed_shapes",
    "judge",
    "legal_points",
    "legal_set",
    "parse_edition",
    "parse_rules",
    "points_of",
    "rules_from_json",
    "rules_to_json",
    "shape_counts",
]
