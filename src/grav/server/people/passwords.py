"""Passwords: hashed by argon2id in a thread pool of their own, so that tables never wait for them,
nor they for other work."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from grav.server.messages.people import MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH
from grav.server.people.refusals import PeopleCode, PeopleRefusal

_THREADS = 4  # each hash takes 64 MiB of memory while it is computed; the others wait

KNOWN_PASSWORDS = 30_000
"""Number of the common passwords that are refused: attackers try them first."""

Result = TypeVar("Result")


class Passwords:
    """Hashes and verifies passwords."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="password")

    async def check(self, password: str) -> None:
        """Raises PeopleRefusal if a new password is too short, too long, or a common one."""
        check_length(password)
        if await self._work(lambda: is_common(password)):
            raise PeopleRefusal(PeopleCode.PASSWORD_COMMON, known=KNOWN_PASSWORDS)

    async def hash(self, password: str) -> str:
        return await self._work(lambda: self._hasher.hash(_typed(password)))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether it is the password. If none is stored: False, after hashing it anyway, so that
        timing reveals nothing."""
        if stored is None:
            await self.hash(password)
            return False
        return await self._work(lambda: self._matches(stored, password))

    def is_outdated(self, stored: str) -> bool:
        """Whether the hash was made with other parameters than those in use now."""
        return self._hasher.check_needs_rehash(stored)

    async def _work(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _matches(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, _typed(password))
        except VerifyMismatchError:
            return False


def check_length(password: str) -> None:
    """Raises PeopleRefusal if a new password is too short or too long."""
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        raise PeopleRefusal(
            PeopleCode.PASSWORD_LENGTH, least=MIN_PASSWORD_LENGTH, most=MAX_PASSWORD_LENGTH
        )


def _typed(password: str) -> bytes:
    """Returns the password as bytes in NFKC form, the same from every keyboard: Korean comes in
    whole syllables or in letters."""
    return normalize("NFKC", password).encode("utf-8", "surrogatepass")


def is_common(password: str) -> bool:
    """Whether it is a common password, in any case and width. The first call is slow: it loads the
    list."""
    return normalize("NFKC", password).casefold() in _common_passwords()


@cache
def _common_passwords() -> frozenset[str]:
    # Several megabytes, needed only by processes in which somebody chooses a password.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])
