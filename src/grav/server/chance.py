"""Names and secrets that nobody can guess, handed out so that tests can repeat them."""

import secrets
from typing import Protocol


class Chance(Protocol):
    def id(self) -> str:
        """A name for a table, a person, a token: twelve letters that fit an address."""

    def secret(self) -> str:
        """What proves who somebody is, or decides a draw: 32 bytes as letters."""


class SystemChance:
    """The chance of the machine."""

    def id(self) -> str:
        return secrets.token_urlsafe(9)

    def secret(self) -> str:
        return secrets.token_urlsafe(32)
