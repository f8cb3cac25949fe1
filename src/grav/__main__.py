"""`python -m grav` is the command `grav`."""

import sys

from grav.cli import main

if __name__ == "__main__":
    sys.exit(main())
