"""Recovery codes: for those who forget their password. Each works once."""

from base64 import b32encode
from hashlib import sha256
from unicodedata import normalize

from grav.server.people.secret_digest import digest
from grav.server.runtime.chance import Chance

CODES = 10

_LETTERS = 20  # of 5 bits each
_GROUP = 5


def new_codes(chance: Chance) -> tuple[str, ...]:
    """Returns codes to write down: groups of letters and digits that are hard to confuse."""
    return tuple(_code(chance.secret()) for _ in range(CODES))


def code_digest(code: str) -> str:
    """Returns the digest that is stored of a code; ignores spaces, hyphens, case and width."""
    letters = normalize("NFKC", code).lower()
    return digest("".join(letter for letter in letters if letter.isalnum()))


def _code(secret: str) -> str:
    letters = b32encode(sha256(secret.encode()).digest()).decode().lower()[:_LETTERS]
    return "-".join(letters[start : start + _GROUP] for start in range(0, _LETTERS, _GROUP))
