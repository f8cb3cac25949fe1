"""Guests and accounts, in databases of each kind."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from grav.server.people import passwords
from grav.server.people.passwords import Passwords
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.server.runtime.clock import SystemClock
from grav.server.runtime.ids_and_secrets import SystemIdSource
from grav.server.store import Database
from grav.server.store.schema import people as rows

pytestmark = pytest.mark.anyio

PASSWORD, OTHER = "correct horse", "battery staple"

DatabaseContents = Callable[[], Awaitable[dict[str, str]]]


async def code_of_refusal(asked: Awaitable[object]) -> PeopleCode:
    with pytest.raises(PeopleRefusal) as refused:
        await asked
    return refused.value.code


async def stored_password(database: Database, person: Person) -> str:
    async with database.reading() as connection:
        wanted = select(rows.c.password).where(rows.c.id == person.id)
        return str(await connection.scalar(wanted))


async def test_a_guest_has_an_id_and_no_name(people: People) -> None:
    guest = await people.accounts.create_guest()
    assert guest == Person(guest.id)
    assert await people.names([guest.id]) == {guest.id: None}


async def test_a_guest_who_registers_keeps_the_id(people: People) -> None:
    guest = await people.accounts.create_guest()
    account, codes = await people.accounts.register(guest, "그라소샤", PASSWORD)
    assert account == Person(guest.id, "그라소샤")
    assert len(set(codes)) == 10
    assert await people.accounts.log_in("그라소샤", PASSWORD) == account
    assert await people.names([guest.id]) == {guest.id: "그라소샤"}


async def test_registering_without_a_session_makes_a_new_person(people: People) -> None:
    guest = await people.accounts.create_guest()
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    assert account.id != guest.id
    assert await people.by_name("Anna") == account


async def test_an_account_cannot_register_again(people: People) -> None:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    again = people.accounts.register(account, "Berta", PASSWORD)
    assert await code_of_refusal(again) is PeopleCode.HAS_ACCOUNT
    assert await people.by_name("Berta") is None


async def test_a_guest_who_registers_twice_at_once_gets_one_account(people: People) -> None:
    guest = await people.accounts.create_guest()
    first, _ = await people.accounts.register(guest, "Anna", PASSWORD)
    late = people.accounts.register(guest, "Berta", PASSWORD)
    assert await code_of_refusal(late) is PeopleCode.HAS_ACCOUNT
    assert await people.by_name("Berta") is None
    assert await people.accounts.log_in("Anna", PASSWORD) == first


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Ａｎｎａ"])
@pytest.mark.parametrize("as_guest", [False, True])
async def test_a_name_is_unique_in_any_width_and_case(
    people: People, name: str, as_guest: bool
) -> None:
    await people.accounts.register(None, "anna", PASSWORD)
    guest = await people.accounts.create_guest() if as_guest else None
    assert (
        await code_of_refusal(people.accounts.register(guest, name, OTHER)) is PeopleCode.NAME_TAKEN
    )
    if guest is not None:
        assert await people.names([guest.id]) == {guest.id: None}


async def test_of_two_concurrent_registrations_of_a_name_one_succeeds(people: People) -> None:
    wanted = [people.accounts.register(None, name, PASSWORD) for name in ("Anna", "ANNA", "anna")]
    results = await asyncio.gather(*wanted, return_exceptions=True)
    refused = [result for result in results if isinstance(result, PeopleRefusal)]
    assert [error.code for error in refused] == [PeopleCode.NAME_TAKEN] * 2


async def test_an_invalid_name_or_password_creates_no_account(
    people: People, everything: DatabaseContents
) -> None:
    before = await everything()
    assert (
        await code_of_refusal(people.accounts.register(None, "a b", PASSWORD))
        is PeopleCode.NAME_LETTERS
    )
    assert (
        await code_of_refusal(people.accounts.register(None, "Anna", "short"))
        is PeopleCode.PASSWORD_LENGTH
    )
    assert await everything() == before


async def test_a_login_accepts_the_name_in_any_case_and_width(people: People) -> None:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    assert await people.accounts.log_in("ａｎｎａ", PASSWORD) == account
    assert await people.by_name("ANNA") == account


@pytest.mark.parametrize(
    ("name", "password"),
    [("Anna", OTHER), ("Berta", PASSWORD), ("no name\0", PASSWORD), ("Anna", "")],
)
async def test_a_wrong_name_and_a_wrong_password_give_the_same_error(
    people: People, name: str, password: str
) -> None:
    await people.accounts.register(None, "Anna", PASSWORD)
    assert await code_of_refusal(people.accounts.log_in(name, password)) is PeopleCode.WRONG_LOGIN


async def test_a_guest_cannot_log_in(people: People) -> None:
    guest = await people.accounts.create_guest()
    assert await code_of_refusal(people.accounts.log_in(guest.id, "")) is PeopleCode.WRONG_LOGIN


async def test_a_login_rehashes_a_password_with_outdated_parameters(
    people: People, database: Database
) -> None:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    before = await stored_password(database, account)
    harder = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    later = People(database, SystemClock(), SystemIdSource(), Passwords(harder))
    assert await code_of_refusal(later.accounts.log_in("Anna", OTHER)) is PeopleCode.WRONG_LOGIN
    assert await stored_password(database, account) == before
    await later.accounts.log_in("Anna", PASSWORD)
    after = await stored_password(database, account)
    assert after.startswith("$argon2id$v=19$m=16,t=2,p=1$")
    await later.accounts.log_in("Anna", PASSWORD)
    assert await stored_password(database, account) == after


async def test_a_new_password_ends_all_other_sessions(people: People) -> None:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    here = await people.sessions.open(account, "")
    there = await people.sessions.open(account, "")
    _, secret = await people.tokens.make(account, "bot", [])
    await people.accounts.change_password(account, PASSWORD, OTHER, here)
    assert await people.by_session(here) == account
    assert await people.by_session(there) is None
    assert await people.by_token(secret) is not None
    assert await people.accounts.log_in("Anna", OTHER) == account
    assert await code_of_refusal(people.accounts.log_in("Anna", PASSWORD)) is PeopleCode.WRONG_LOGIN


async def test_a_new_password_needs_the_old_one(people: People) -> None:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    other = await people.sessions.open(account, "")
    wrong = people.accounts.change_password(account, OTHER, OTHER, None)
    assert await code_of_refusal(wrong) is PeopleCode.WRONG_PASSWORD
    short = people.accounts.change_password(account, PASSWORD, "short", None)
    assert await code_of_refusal(short) is PeopleCode.PASSWORD_LENGTH
    assert await people.by_session(other) == account
    assert await people.accounts.log_in("Anna", PASSWORD) == account


async def test_of_two_concurrent_password_changes_one_succeeds(people: People) -> None:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    changes = [
        people.accounts.change_password(account, PASSWORD, new, None)
        for new in (f"{OTHER} 1", f"{OTHER} 2")
    ]
    results = await asyncio.gather(*changes, return_exceptions=True)
    assert [result is None for result in results].count(True) == 1
    winner = results.index(None) + 1
    assert await people.accounts.log_in("Anna", f"{OTHER} {winner}") == account


async def test_a_recovery_code_sets_a_new_password_once(people: People) -> None:
    account, codes = await people.accounts.register(None, "Anna", PASSWORD)
    session = await people.sessions.open(account, "")
    _, secret = await people.tokens.make(account, "bot", [])
    assert await people.accounts.recover("anna", codes[3].upper(), OTHER) == account
    assert await people.by_session(session) is None
    assert await people.by_token(secret) is None
    assert await people.accounts.log_in("Anna", OTHER) == account
    again = people.accounts.recover("Anna", codes[3], PASSWORD)
    assert await code_of_refusal(again) is PeopleCode.WRONG_CODE
    assert await people.accounts.log_in("Anna", OTHER) == account
    assert await people.accounts.recover("Anna", codes[4], PASSWORD) == account


async def test_of_two_concurrent_uses_of_a_code_one_succeeds(people: People) -> None:
    _, codes = await people.accounts.register(None, "Anna", PASSWORD)
    tries = [people.accounts.recover("Anna", codes[0], f"{OTHER} {n}") for n in range(3)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert len([result for result in results if isinstance(result, Person)]) == 1


async def test_a_code_is_valid_for_its_own_account_only(people: People) -> None:
    _, codes = await people.accounts.register(None, "Anna", PASSWORD)
    await people.accounts.register(None, "Berta", PASSWORD)
    assert (
        await code_of_refusal(people.accounts.recover("Berta", codes[0], OTHER))
        is PeopleCode.WRONG_CODE
    )
    assert (
        await code_of_refusal(people.accounts.recover("Nobody", codes[0], OTHER))
        is PeopleCode.WRONG_CODE
    )
    assert (
        await code_of_refusal(people.accounts.recover("Anna", "", OTHER)) is PeopleCode.WRONG_CODE
    )
    short = people.accounts.recover("Anna", codes[0], "short")
    assert await code_of_refusal(short) is PeopleCode.PASSWORD_LENGTH
    await people.accounts.recover("Anna", codes[0], OTHER)


async def test_new_codes_replace_the_old_ones(people: People) -> None:
    account, old = await people.accounts.register(None, "Anna", PASSWORD)
    assert (
        await code_of_refusal(people.accounts.renew_codes(account, OTHER))
        is PeopleCode.WRONG_PASSWORD
    )
    new = await people.accounts.renew_codes(account, PASSWORD)
    assert len(set(new)) == 10
    assert not set(new) & set(old)
    assert (
        await code_of_refusal(people.accounts.recover("Anna", old[0], OTHER))
        is PeopleCode.WRONG_CODE
    )
    assert await people.accounts.recover("Anna", new[0], OTHER) == account


async def test_a_guest_is_refused_what_needs_a_password(people: People) -> None:
    guest = await people.accounts.create_guest()
    for asked in (
        people.accounts.change_password(guest, PASSWORD, OTHER, None),
        people.accounts.renew_codes(guest, PASSWORD),
        people.accounts.delete(guest, PASSWORD),
    ):
        assert await code_of_refusal(asked) is PeopleCode.NEEDS_ACCOUNT


async def test_nothing_but_the_id_is_left_of_a_deleted_account(
    people: People, everything: DatabaseContents
) -> None:
    friend, _ = await people.accounts.register(None, "Berta", PASSWORD)
    account, codes = await people.accounts.register(None, "Anna", PASSWORD)
    session = await people.sessions.open(account, "Browser of Anna")
    _, secret = await people.tokens.make(account, "Program of Anna", [])
    await people.blocks.add(account, "Berta")
    await people.blocks.add(friend, "Anna")
    kept = await people.sessions.open(friend, "")

    await people.accounts.delete(account, PASSWORD)

    found = await everything()
    mentioned = [table for table, content in found.items() if account.id in content]
    assert mentioned == ["people"]
    assert not any("anna" in content.lower() for content in found.values())
    assert found["people"].count("$argon2id$") == 1
    assert found["recovery_codes"].count(friend.id) == 10
    assert await people.by_session(session) is None
    assert await people.by_token(secret) is None
    assert await people.by_name("Anna") is None
    assert await people.names([account.id]) == {account.id: None}
    assert await code_of_refusal(people.accounts.log_in("Anna", PASSWORD)) is PeopleCode.WRONG_LOGIN
    assert (
        await code_of_refusal(people.accounts.recover("Anna", codes[0], OTHER))
        is PeopleCode.WRONG_CODE
    )
    assert await people.by_session(kept) == friend
    assert not await people.are_blocked(account.id, friend.id)


async def test_deleting_needs_the_password(people: People) -> None:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    assert (
        await code_of_refusal(people.accounts.delete(account, OTHER)) is PeopleCode.WRONG_PASSWORD
    )
    assert await people.by_name("Anna") == account


async def test_the_name_of_a_deleted_account_is_free_again(people: People) -> None:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    await people.accounts.delete(account, PASSWORD)
    another, _ = await people.accounts.register(None, "Anna", OTHER)
    assert another.id != account.id
    assert await people.names([account.id, another.id]) == {account.id: None, another.id: "Anna"}


async def test_a_session_opened_while_its_account_is_deleted_is_invalid(people: People) -> None:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    await people.accounts.delete(account, PASSWORD)
    late = await people.sessions.open(account, "")
    assert await people.by_session(late) is None


async def test_a_common_password_is_refused(people: People) -> None:
    common = "iloveyou"
    new = people.accounts.register(None, "Anna", common)
    assert await code_of_refusal(new) is PeopleCode.PASSWORD_COMMON
    anna, codes = await people.accounts.register(None, "Anna", PASSWORD)
    change = people.accounts.change_password(anna, PASSWORD, common, None)
    assert await code_of_refusal(change) is PeopleCode.PASSWORD_COMMON
    recovery = people.accounts.recover("Anna", codes[0], common)
    assert await code_of_refusal(recovery) is PeopleCode.PASSWORD_COMMON
    assert await people.accounts.log_in("Anna", PASSWORD) == anna
    assert await people.accounts.recover("Anna", codes[0], OTHER) == anna, "the code is not spent"


async def test_an_account_with_a_password_that_became_common_can_still_log_in(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    common = "iloveyou"
    with monkeypatch.context() as before:
        before.setattr(passwords, "is_common", lambda _: False)
        anna, _ = await people.accounts.register(None, "Anna", common)
    assert await people.accounts.log_in("Anna", common) == anna
    await people.accounts.change_password(anna, common, PASSWORD, None)
    assert await people.accounts.log_in("Anna", PASSWORD) == anna
