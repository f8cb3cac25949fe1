"""Checks before any handler: origin, sizes, rate limits, bans; and fair thread pools. Knows no game
and no account."""
