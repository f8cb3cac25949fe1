"""Forecasts of the atlas as text, for `grav atlas` and while numbers are settled."""
