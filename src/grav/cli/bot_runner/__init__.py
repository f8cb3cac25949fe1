"""Helpers of `grav bot`: the tables of a bot, one table, and the player behind it."""
