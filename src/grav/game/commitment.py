"""Commit–reveal seeds: the server commits to its share before it knows the players' shares.

So no player has to trust the server. docs/settling.md specifies the construction. Records rely on
it: it never changes; another construction would get another name.
"""

from collections.abc import Sequence
from hashlib import sha256

COMMITMENT, SEED = "grav commitment 1", "grav seed 1"


def commitment_to(share: str) -> str:
    """Returns the hash that a server publishes before the players give their shares."""
    return sha256(f"{COMMITMENT}\n{share}".encode()).hexdigest()


def seed_of(share: str, shares: Sequence[str]) -> str:
    """Hashes the server's share and the players', by seat. None may contain a line feed."""
    return sha256("\n".join((SEED, share, *shares)).encode()).hexdigest()
