"""Experiments over many games and many settings, and what they say.

Knows the native core, the opponents and the arena; not the server.
"""
