"""The editions that are measured."""

BOOK_EDITIONS = ("revised", "classic")
ADVISED_EDITION = "revised min_shape=6 bonus_limit=1"
"""The edition that docs/findings.md recommends."""
EDITIONS = (
    *BOOK_EDITIONS,
    "revised min_shape=6",
    "revised min_shape=8",
    "revised bonus_limit=1",
    "revised bonus_limit=0",
    "revised shapes=whole",
    ADVISED_EDITION,
    "revised min_shape=8 bonus_limit=1",
)
SAMPLED_EDITIONS = tuple(
    edition for edition in EDITIONS if edition in BOOK_EDITIONS or "limit=1" in edition
)
