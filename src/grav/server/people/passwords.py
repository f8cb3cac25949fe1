"""Passwords: hashed by argon2id, in threads of their own, so that tables never wait for them, nor
they for anything else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from grav.server.people.common_passwords import KNOWN, is_common
from grav.server.people.refusal import Code, Refused

SHORTEST, LONGEST = 8, 200

_AT_ONCE = 4  # each takes 64 MiB while it is worked out; the others wait

Result = TypeVar("Result")


class Passwords:
    """Makes and checks what is stored of a password."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="password")

    async def check(self, password: str) -> None:
        """Refuses a new password that is too short, too long, or one of those tried first."""
        check_length(password)
        if await self._work(lambda: is_common(password)):
            raise Refused(Code.PASSWORD_COMMON, known=KNOWN)

    async def hash(self, password: str) -> str:
        return await self._work(lambda: self._hasher.hash(_typed(password)))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Is it the password? Where nothing is stored it is not, and that takes as long to say."""
        if stored is None:
            await self.hash(password)
            return False
        return await self._work(lambda: self._matches(stored, password))

    def outdated(self, stored: str) -> bool:
        """Was it made with other parameters than are used now?"""
        return self._hasher.check_needs_rehash(stored)

    async def _work(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _matches(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, _typed(password))
        except VerifyMismatchError:
            return False


def check_length(password: str) -> None:
    """Refuses a new password that is too short or too long."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(Code.PASSWORD_LENGTH, least=SHORTEST, most=LONGEST)


def _typed(password: str) -> bytes:
    """The same bytes from every keyboard: Korean comes in whole syllables or in letters."""
    return normalize("NFKC", password).encode("utf-8", "surrogatepass")
