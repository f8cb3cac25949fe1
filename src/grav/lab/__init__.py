"""Experiments over many games and settings: planning, playing, statistics, reports.

Knows the native core, the opponents and the arena; not the server.
"""
