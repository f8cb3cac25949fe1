"""Helpers of `grav join`: a table of a server at a terminal."""
