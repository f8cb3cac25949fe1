"""Helpers of `grav play`: a game at one terminal."""
