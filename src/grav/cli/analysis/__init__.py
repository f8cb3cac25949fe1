"""Helpers of `grav analyse`: the position, the running search, its result as text and JSON."""
