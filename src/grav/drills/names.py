"""Enums that select a drill: the three placement rules, and the grade of difficulty."""

from enum import StrEnum

from grav.rules import continuity, density, distance


class RuleName(StrEnum):
    """A placement rule, by the name that its breaches carry."""

    CONTINUITY = continuity.NAME
    DENSITY = density.NAME
    DISTANCE = distance.NAME


class Grade(StrEnum):
    """How hard a position is to judge."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
