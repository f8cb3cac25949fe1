"""Who asks: an account or a guest, by a session or by a token."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str | None = None
    """None: a guest."""
    banned: bool = False
    scopes: frozenset[str] | None = None
    """What the token that was shown allows; None: a session, which allows everything."""

    def may(self, scope: str) -> bool:
        return self.scopes is None or scope in self.scopes
