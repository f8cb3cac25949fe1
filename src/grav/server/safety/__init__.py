"""Checks before any handler: framing, origin, sizes, rate limits, bans; and fair thread pools.
Knows no game and no account."""
