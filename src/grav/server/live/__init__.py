"""Live tables: rooms in memory, fan-out, sockets, deadlines, bots.

The state kept here can be lost at any moment: the journal holds all events.
"""
