"""What games are like under a rule: medians over all sensible settings."""

from statistics import median

from grav.atlas import RANDOM
from grav.lab.findings.rows import find_measured_rows, measure_or_zero

OUTCOME_MEASURES = (
    "chain_share",
    "bonus",
    "first_shape_wins",
    "lead_changes",
    "margin",
    "ties",
    "balance",
)


def median_outcomes(size: int, edition: str, who: str = RANDOM) -> dict[str, float] | None:
    """Returns the medians over all sensible settings; None where this was not measured."""
    rows = find_measured_rows(size, edition, who)
    if not rows:
        return None
    named = {
        name: median(measure_or_zero(name, row) for row in rows.values())
        for name in OUTCOME_MEASURES
    }
    return named | {"first_wins": median(row.wins[0] for row in rows.values())}
