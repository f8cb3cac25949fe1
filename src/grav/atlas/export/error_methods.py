"""Names the method by which `measures.error_of` estimates the error of each measure."""

from enum import StrEnum

from grav.atlas.measures import MEASURES, RATIO_SPREADS, STAGE_MEASURES, STORED, MeasureKind


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
    RATIO = "ratio"
    """That of a ratio of two sums, by the delta method."""
    STAGE = "stage"
    """The same, over the sampled games alone."""
    DIFFICULTY = "difficulty"
    """That of the traps it is computed from, scaled."""
    TRACE = "trace"
    """Stored with a skill trace."""
    NONE = "none"


def error_method(name: str) -> ErrorMethod:
    """Returns the method for a measure, by its name."""
    if name in _OF_THEIR_OWN:
        return _OF_THEIR_OWN[name]
    if name in STAGE_MEASURES:
        return ErrorMethod.STAGE
    if f"{name}_spread" in RATIO_SPREADS:
        return ErrorMethod.RATIO
    if MEASURES[name].kind is MeasureKind.GAMES:
        return ErrorMethod.GAMES
    return ErrorMethod.SPREAD if f"{name}_spread" in STORED else ErrorMethod.NONE


_OF_THEIR_OWN = {
    "balance": ErrorMethod.DIFFERENCE,
    "first_shape_wins": ErrorMethod.SHAPED_GAMES,
    "fill": ErrorMethod.LENGTH,
    "difficulty": ErrorMethod.DIFFICULTY,
    "skill": ErrorMethod.TRACE,
}
