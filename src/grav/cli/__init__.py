"""The command `grav`: one module per subcommand; holds no game logic."""

from grav.cli.main import main

__all__ = ["main"]
