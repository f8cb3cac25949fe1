"""Password hashes: Argon2id in threads, normalisation, length, common passwords."""

import threading
from typing import Literal
from unicodedata import normalize

import pytest
from argon2 import PasswordHasher
from tests.subtests import every

from grav.server.messages.people import MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH
from grav.server.people import passwords as passwords_module
from grav.server.people.passwords import (
    KNOWN_PASSWORDS,
    Passwords,
    _common_passwords,
    check_length,
    is_common,
)
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.text import LANGUAGES

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse 배터리"


class RecordingHasher(PasswordHasher):
    """Records the threads in which it works, and the hashes."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.done: list[tuple[str, int]] = []

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.done.append(("hash", threading.get_ident()))
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - so named there
        self.done.append(("verify", threading.get_ident()))
        return super().verify(hash, password)


async def test_the_hash_is_argon2id_with_the_parameters_of_the_library() -> None:
    stored = await Passwords().hash(PASSWORD)
    usual = PasswordHasher()
    costs = f"m={usual.memory_cost},t={usual.time_cost},p={usual.parallelism}"
    assert stored.startswith(f"$argon2id$v=19${costs}$")
    assert PASSWORD not in stored
    assert await Passwords().verify(stored, PASSWORD)


async def test_the_same_password_has_a_different_hash_each_time() -> None:
    passwords = Passwords(RecordingHasher())
    assert await passwords.hash(PASSWORD) != await passwords.hash(PASSWORD)


async def test_a_different_password_does_not_verify() -> None:
    passwords = Passwords(RecordingHasher())
    stored = await passwords.hash(PASSWORD)
    assert await passwords.verify(stored, PASSWORD)
    assert not await passwords.verify(stored, PASSWORD + " ")
    assert not await passwords.verify(stored, "")


async def test_composed_and_decomposed_korean_is_the_same_password() -> None:
    passwords = Passwords(RecordingHasher())
    stored = await passwords.hash(normalize("NFC", PASSWORD))
    assert await passwords.verify(stored, normalize("NFD", PASSWORD))


async def test_verifying_without_a_stored_hash_takes_as_much_work() -> None:
    hasher = RecordingHasher()
    assert not await Passwords(hasher).verify(None, PASSWORD)
    assert [what for what, _ in hasher.done] == ["hash"]


async def test_hashing_runs_outside_the_event_loop() -> None:
    hasher = RecordingHasher()
    passwords = Passwords(hasher)
    await passwords.verify(await passwords.hash(PASSWORD), PASSWORD)
    await passwords.verify(None, PASSWORD)
    assert [what for what, _ in hasher.done] == ["hash", "verify", "hash"]
    assert threading.get_ident() not in {thread for _, thread in hasher.done}


async def test_a_hash_with_other_parameters_is_outdated() -> None:
    stored = await Passwords(RecordingHasher()).hash(PASSWORD)
    assert not Passwords(RecordingHasher()).is_outdated(stored)
    assert Passwords().is_outdated(stored)


@pytest.mark.parametrize("length", [MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH])
def test_passwords_within_the_length_limits_are_accepted(length: int) -> None:
    check_length("가" * length)


@pytest.mark.parametrize("length", [0, MIN_PASSWORD_LENGTH - 1, MAX_PASSWORD_LENGTH + 1])
def test_passwords_outside_the_length_limits_are_refused(length: int) -> None:
    with pytest.raises(PeopleRefusal) as refused:
        check_length("x" * length)
    assert refused.value.code is PeopleCode.PASSWORD_LENGTH


@every("password", ["12345678", "password", "PassWord", "iloveyou", "ｐａｓｓｗｏｒｄ", "trustno1"])
async def test_a_common_password_is_refused(password: str) -> None:
    with pytest.raises(PeopleRefusal) as refused:
        await Passwords(RecordingHasher()).check(password)
    assert refused.value.code is PeopleCode.PASSWORD_COMMON
    for language in LANGUAGES:
        assert str(KNOWN_PASSWORDS) in refused.value.say(language)


async def test_an_uncommon_password_is_accepted() -> None:
    await Passwords(RecordingHasher()).check(PASSWORD)
    await Passwords(RecordingHasher()).check("password of mine")


def test_the_list_of_common_passwords_has_the_documented_length() -> None:
    assert len(_common_passwords()) == KNOWN_PASSWORDS
    assert not is_common("")


async def test_the_list_of_common_passwords_is_loaded_outside_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[int] = []

    def record_thread(_: str) -> bool:
        threads.append(threading.get_ident())
        return False

    monkeypatch.setattr(passwords_module, "is_common", record_thread)
    await Passwords(RecordingHasher()).check(PASSWORD)
    assert threads
    assert threading.get_ident() not in threads
