"""A seed that nobody has to trust a server for: it is bound to its share before it knows theirs.

docs/settling.md states the construction. Records rely on it: it never changes; another would get
another name.
"""

from collections.abc import Sequence
from hashlib import sha256

COMMITMENT, SEED = "grav commitment 1", "grav seed 1"


def commitment_to(share: str) -> str:
    """What a server shows of its share before the players give theirs."""
    return sha256(f"{COMMITMENT}\n{share}".encode()).hexdigest()


def seed_of(share: str, shares: Sequence[str]) -> str:
    """The seed from the server's share and the players', by seat. None may hold a line feed."""
    return sha256("\n".join((SEED, share, *shares)).encode()).hexdigest()
