"""When there is something to see: traps as the board fills, over all sensible settings."""

from statistics import median

from grav.atlas.measures import STAGES
from grav.lab.findings.rows import find_measured_rows, measure_or_zero, quantile

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


def traps_by_stage(size: int) -> dict[int, list[float]]:
    """Returns quantiles of the traps over all settings, by percentage of the board that is full."""
    rows = find_measured_rows(size, "revised").values()
    return {
        percent: [
            quantile((measure_or_zero(f"traps_{percent}", row) for row in rows), share)
            for share in QUANTILES
        ]
        for percent in STAGES
    }


def share_of_settings_with_traps(size: int, percent: int, traps: float) -> float:
    """Returns the share of the settings that have more traps than that when so much is full."""
    rows = find_measured_rows(size, "revised").values()
    return sum(measure_or_zero(f"traps_{percent}", row) > traps for row in rows) / len(rows)


def median_traps_error(size: int, percent: int) -> float:
    """Returns the median standard error of such a number."""
    from grav.atlas.measures import error_of

    rows = find_measured_rows(size, "revised").values()
    return median(error_of(f"traps_{percent}", row) or 0.0 for row in rows)
