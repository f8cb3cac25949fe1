"""Where a result comes from: the program, the rules, the players, the command and the time.

Every stored result states it: runs of the lab, results of the arena, the files in docs/data. So
each number can be traced to the code that made it, and made again.
"""

import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import grav
from grav.rules.json_fields import (
    Json,
    as_object,
    as_text,
    as_whole,
    refuse_other_keys,
    require_key,
)
from grav.rules.version import RULES_VERSION

CHANGED = "-changed"
"""Follows a commit where files differed from it."""
_KEYS = ("version", "commit", "rules", "players", "command", "date")
_GIT_TIMEOUT = 30.0


@dataclass(frozen=True, slots=True)
class Provenance:
    """What made a result, and when."""

    version: str
    """The version of Grav."""
    commit: str | None
    """The commit of the sources, with `-changed` behind it where files differed from it. None
    where the program did not run from a checkout."""
    rules: int
    """The version of the rules (`RULES_VERSION`)."""
    players: Mapping[str, Json]
    """The definition of each player by its name, because the meaning of a name can change."""
    command: str
    """Makes the result again."""
    date: str
    """When it was begun: UTC, in ISO 8601, to the second."""

    def to_json(self) -> dict[str, Json]:
        return asdict(self)

    def is_same_program(self, other: "Provenance") -> bool:
        """Whether the sources, the rules and the players are the same; command and date may not
        be."""
        return replace(self, command="", date="") == replace(other, command="", date="")


def provenance(command: str, players: Mapping[str, Json]) -> Provenance:
    """Returns the provenance of a result that this program makes now."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Provenance(grav.__version__, source_commit(), RULES_VERSION, dict(players), command, now)


def provenance_from_json(value: Json, where: str) -> Provenance:
    """:raises FormError: when it is not the provenance of a result"""
    source = as_object(value, where)
    refuse_other_keys(source, _KEYS, where)
    found = {key: require_key(source, key, where) for key in _KEYS}
    commit = found["commit"]
    return Provenance(
        as_text(found["version"], f"{where}.version"),
        None if commit is None else as_text(commit, f"{where}.commit"),
        as_whole(found["rules"], f"{where}.rules"),
        as_object(found["players"], f"{where}.players"),
        as_text(found["command"], f"{where}.command"),
        as_text(found["date"], f"{where}.date"),
    )


@cache
def source_commit(folder: Path = Path(__file__).parent) -> str | None:
    """Returns the commit of the sources in a folder; None if git does not track them.

    A package that is installed may lie inside somebody else's repository, as an ignored folder:
    that repository's commit says nothing about it.
    """
    if _git(folder, "ls-files", "--error-unmatch", Path(__file__).name) is None:
        return None
    commit = _git(folder, "rev-parse", "HEAD")
    changes = _git(folder, "status", "--porcelain", "--untracked-files=no")
    return commit + CHANGED if commit and changes else commit


def _git(folder: Path, *arguments: str) -> str | None:
    """Returns the output of a git command; None if it fails, or there is no git."""
    try:
        run = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            text=True,
            check=True,
            timeout=_GIT_TIMEOUT,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return run.stdout.strip()
