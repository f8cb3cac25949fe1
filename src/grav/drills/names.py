"""The names by which drills are asked for: the three rules, and how hard it may be."""

from enum import StrEnum

from grav.rules import continuity, density, distance


class RuleName(StrEnum):
    """A placement rule, by the name that a breach of it has."""

    CONTINUITY = continuity.NAME
    DENSITY = density.NAME
    DISTANCE = distance.NAME


class Grade(StrEnum):
    """How hard a position is to judge."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
