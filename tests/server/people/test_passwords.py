"""What is stored of a password, and how it is checked."""

import threading
from typing import Literal
from unicodedata import normalize

import pytest
from argon2 import PasswordHasher
from tests.every import every

from grav.server.messages.people import MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH
from grav.server.people import common_passwords
from grav.server.people import passwords as passwords_module
from grav.server.people.common_passwords import KNOWN, is_common
from grav.server.people.passwords import Passwords, check_length
from grav.server.people.refusal import Code, Refused

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse 배터리"


class Watched(PasswordHasher):
    """Notes in which thread it worked, and on what."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.done: list[tuple[str, int]] = []

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.done.append(("hash", threading.get_ident()))
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - so named there
        self.done.append(("verify", threading.get_ident()))
        return super().verify(hash, password)


async def test_argon2id_with_the_parameters_of_the_library_is_stored() -> None:
    stored = await Passwords().hash(PASSWORD)
    usual = PasswordHasher()
    costs = f"m={usual.memory_cost},t={usual.time_cost},p={usual.parallelism}"
    assert stored.startswith(f"$argon2id$v=19${costs}$")
    assert PASSWORD not in stored
    assert await Passwords().verify(stored, PASSWORD)


async def test_the_same_password_is_stored_differently_each_time() -> None:
    passwords = Passwords(Watched())
    assert await passwords.hash(PASSWORD) != await passwords.hash(PASSWORD)


async def test_another_password_is_another() -> None:
    passwords = Passwords(Watched())
    stored = await passwords.hash(PASSWORD)
    assert await passwords.verify(stored, PASSWORD)
    assert not await passwords.verify(stored, PASSWORD + " ")
    assert not await passwords.verify(stored, "")


async def test_whatever_a_keyboard_makes_of_korean_is_the_same_password() -> None:
    passwords = Passwords(Watched())
    stored = await passwords.hash(normalize("NFC", PASSWORD))
    assert await passwords.verify(stored, normalize("NFD", PASSWORD))


async def test_what_is_not_stored_costs_as_much_work_as_what_is() -> None:
    hasher = Watched()
    assert not await Passwords(hasher).verify(None, PASSWORD)
    assert [what for what, _ in hasher.done] == ["hash"]


async def test_the_loop_never_does_the_work() -> None:
    hasher = Watched()
    passwords = Passwords(hasher)
    await passwords.verify(await passwords.hash(PASSWORD), PASSWORD)
    await passwords.verify(None, PASSWORD)
    assert [what for what, _ in hasher.done] == ["hash", "verify", "hash"]
    assert threading.get_ident() not in {thread for _, thread in hasher.done}


async def test_a_hash_with_other_parameters_is_outdated() -> None:
    stored = await Passwords(Watched()).hash(PASSWORD)
    assert not Passwords(Watched()).outdated(stored)
    assert Passwords().outdated(stored)


@pytest.mark.parametrize("length", [MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH])
def test_a_password_of_fitting_length_is_taken(length: int) -> None:
    check_length("가" * length)


@pytest.mark.parametrize("length", [0, MIN_PASSWORD_LENGTH - 1, MAX_PASSWORD_LENGTH + 1])
def test_a_password_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(Refused) as refused:
        check_length("x" * length)
    assert refused.value.code is Code.PASSWORD_LENGTH


@every("password", ["12345678", "password", "PassWord", "iloveyou", "ｐａｓｓｗｏｒｄ", "trustno1"])
async def test_a_password_that_everybody_tries_first_is_refused(password: str) -> None:
    with pytest.raises(Refused) as refused:
        await Passwords(Watched()).check(password)
    assert refused.value.code is Code.PASSWORD_COMMON
    for language in ("en", "ja", "ko"):
        assert str(KNOWN) in refused.value.say(language)


async def test_one_that_nobody_else_has_is_taken() -> None:
    await Passwords(Watched()).check(PASSWORD)
    await Passwords(Watched()).check("password of mine")


def test_the_list_is_as_long_as_is_said() -> None:
    assert len(common_passwords._common()) == KNOWN
    assert not is_common("")


async def test_the_list_is_not_looked_at_by_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def noted(_: str) -> bool:
        threads.append(threading.get_ident())
        return False

    monkeypatch.setattr(passwords_module, "is_common", noted)
    await Passwords(Watched()).check(PASSWORD)
    assert threads
    assert threading.get_ident() not in threads
