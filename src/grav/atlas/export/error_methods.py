"""Names the method by which `measures.error_of` estimates the error of each measure."""

from enum import StrEnum

from grav.atlas.measures import MEASURES, STORED, MeasureKind


class ErrorMethod(StrEnum):
    """How a standard error is estimated; each has a text `atlas_export.error_…`."""

    GAMES = "games"
    """Binomial, of a share of all games."""
    SHAPED_GAMES = "shaped_games"
    """Binomial, of a share of the games in which a shape is completed."""
    DIFFERENCE = "difference"
    """Multinomial, of the difference of two shares of the same games."""
    SPREAD = "spread"
    """The standard deviation of single games over the square root of their number."""
    LENGTH = "length"
    """That of the length, scaled."""
    NONE = "none"


def error_method(name: str) -> ErrorMethod:
    """Returns the method for a measure, by its name."""
    if name == "balance":
        return ErrorMethod.DIFFERENCE
    if name == "first_shape_wins":
        return ErrorMethod.SHAPED_GAMES
    if name == "fill":
        return ErrorMethod.LENGTH
    if MEASURES[name].kind is MeasureKind.GAMES:
        return ErrorMethod.GAMES
    return ErrorMethod.SPREAD if f"{name}_spread" in STORED else ErrorMethod.NONE
