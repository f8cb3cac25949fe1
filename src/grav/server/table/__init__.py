"""A table as a pure fold over its events: seats, settling, play, clocks, races of shouts.

Uses no storage, network or clock: the time is a parameter. Commands are decided into events.
"""
