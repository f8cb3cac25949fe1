"""Digests of the secrets that the server hands out: only these are stored."""

from hashlib import sha256


def digest(secret: str) -> str:
    """Returns the SHA-256 of a secret, for storage and look-up.

    The secrets have 100 random bits or more: nobody can try them all, so neither a salt nor a slow
    hash is needed. A look-up by digest allows no timing attack either: whoever cannot compute a
    secret from its digest cannot control how far a comparison of digests gets.
    """
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
