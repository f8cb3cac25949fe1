"""A table as a pure fold of what happened there: seats, settling, play, clocks, races of shouts.

Knows no storage, no network and no clock: the time is handed to it. What it decides is events.
"""
