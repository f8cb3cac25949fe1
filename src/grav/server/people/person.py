"""The person who makes a request: an account or a guest, known by a session or a token."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str | None = None
    """None: a guest."""
    banned: bool = False
    scopes: frozenset[str] | None = None
    """The scopes of the token that was sent; None: a session, which allows everything."""

    def has_scope(self, scope: str) -> bool:
        return self.scopes is None or scope in self.scopes
