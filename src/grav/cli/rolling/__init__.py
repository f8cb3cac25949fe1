"""Helpers of `grav roll`: the verification of a draw."""
