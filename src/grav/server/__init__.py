"""The game server for people in different places: settling, play, fair shouts, durable storage.

The only part that is async, and the only one that knows a network, a database and the time.
"""
