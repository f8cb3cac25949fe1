"""Random ids and secrets that nobody can guess; injected, so that tests can repeat them."""

import secrets
from typing import Protocol


class IdSource(Protocol):
    def id(self) -> str:
        """Returns an id for a table, a person, a token: twelve URL-safe characters."""

    def secret(self) -> str:
        """Returns a secret that proves an identity, or decides a draw: 32 bytes, URL-safe."""


class SystemIdSource:
    """The random source of the operating system."""

    def id(self) -> str:
        return secrets.token_urlsafe(9)

    def secret(self) -> str:
        return secrets.token_urlsafe(32)
