"""Tables for people in different places: settling, play, shouts judged fairly, nothing lost.

The only part that is async, and the only one that knows a network, a database and the time.
"""
