"""Digests of the secrets that the server hands out; and recovery codes, for those who forget their
password: each works once."""

from base64 import b32encode
from hashlib import sha256
from unicodedata import normalize

from grav.server.runtime.ids_and_secrets import IdSource

CODES = 10

_LETTERS = 20  # of 5 bits each
_GROUP = 5


def digest(secret: str) -> str:
    """Returns the SHA-256 of a secret, for storage and look-up: only this is stored.

    The secrets have 100 random bits or more: nobody can try them all, so neither a salt nor a slow
    hash is needed. A look-up by digest allows no timing attack either: whoever cannot compute a
    secret from its digest cannot control how far a comparison of digests gets.
    """
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def new_codes(ids: IdSource) -> tuple[str, ...]:
    """Returns codes to write down: groups of letters and digits that are hard to confuse."""
    return tuple(_code(ids.secret()) for _ in range(CODES))


def code_digest(code: str) -> str:
    """Returns the digest that is stored of a code; ignores spaces, hyphens, case and width."""
    letters = normalize("NFKC", code).lower()
    return digest("".join(letter for letter in letters if letter.isalnum()))


def _code(secret: str) -> str:
    letters = b32encode(sha256(secret.encode()).digest()).decode().lower()[:_LETTERS]
    return "-".join(letters[start : start + _GROUP] for start in range(0, _LETTERS, _GROUP))
