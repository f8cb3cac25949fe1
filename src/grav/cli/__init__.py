"""The command `grav`: one module a command; no game logic here."""

from grav.cli.main import main

__all__ = ["main"]
