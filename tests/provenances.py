"""Where results of tests come from."""

from grav.provenance import Provenance
from grav.rules.version import RULES_VERSION


def made_by(command: str) -> Provenance:
    """Returns a provenance that is the same whenever and wherever tests run."""
    players = {"random": {"choice": "random", "perception": {}}}
    return Provenance(
        "1.0", "0123abc", RULES_VERSION, players, command, "2020-02-20T20:20:20+00:00"
    )
