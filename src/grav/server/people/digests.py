"""What is stored of the secrets that the server hands out."""

from hashlib import sha256


def digest(secret: str) -> str:
    """The SHA-256 of a secret, to store it and to find it by.

    The secrets hold 100 random bits and more: nobody can try them all, so no salt and no slow
    hash is needed. And a search by the digest tells nothing by the time it takes: whoever cannot
    compute a secret from its digest cannot steer how far a comparison of digests gets.
    """
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
