"""The search against variants of itself, its speed, and the solver: the figures of docs/search.md.

The games, the solved boards and the first moves are the same on every machine, however many
processes share the work; seconds are those of the machine at hand.
"""
