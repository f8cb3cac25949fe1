"""Helpers of `grav arena`: games with a progress bar, and the ladder of levels."""
