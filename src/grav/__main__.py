"""Runs the command `grav` as `python -m grav`."""

import sys

from grav.cli import main

if __name__ == "__main__":
    sys.exit(main())
