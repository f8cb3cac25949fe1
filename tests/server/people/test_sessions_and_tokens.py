"""Sessions and API tokens: identification, expiry, revocation."""

from collections.abc import Awaitable, Callable

import pytest

from grav.server.messages.people import MAX_TOKEN_NAME_LENGTH, Scope
from grav.server.people import tokens
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.server.people.sessions import DAY, SESSION_LIFETIME

pytestmark = pytest.mark.anyio

Later = Callable[[int], int]

PASSWORD = "correct horse"


@pytest.fixture
async def anna(people: People) -> Person:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    return account


async def code_of_refusal(asked: Awaitable[object]) -> PeopleCode:
    with pytest.raises(PeopleRefusal) as refused:
        await asked
    return refused.value.code


async def test_a_session_identifies_its_person(people: People, anna: Person) -> None:
    guest = await people.accounts.create_guest()
    sessions = [await people.sessions.open(person, "") for person in (anna, guest)]
    assert [await people.by_session(secret) for secret in sessions] == [anna, guest]
    assert anna.has_scope(Scope.PLAY)


@pytest.mark.parametrize("secret", ["", "nonsense", "\0", "\ud800", "x" * 10_000])
async def test_an_unknown_secret_identifies_nobody(people: People, secret: str) -> None:
    assert await people.by_session(secret) is None
    assert await people.by_token(secret) is None


async def test_an_unused_session_expires(people: People, anna: Person, later: Later) -> None:
    secret = await people.sessions.open(anna, "")
    later(SESSION_LIFETIME)
    assert await people.by_session(secret) is None
    assert await people.sessions.of(anna, None) == []


async def test_a_session_is_renewed_by_use(people: People, anna: Person, later: Later) -> None:
    secret = await people.sessions.open(anna, "")
    for _ in range(4):
        later(SESSION_LIFETIME - 1)
        assert await people.by_session(secret) == anna


async def test_not_every_request_stores_when_the_session_was_seen(
    people: People, anna: Person, later: Later
) -> None:
    opened = later(0)
    secret = await people.sessions.open(anna, "")
    later(60_000)
    await people.by_session(secret)
    assert [session.seen for session in await people.sessions.of(anna, secret)] == [opened]
    visited = later(DAY)
    await people.by_session(secret)
    assert [session.seen for session in await people.sessions.of(anna, secret)] == [visited]


async def test_sessions_are_listed_with_the_current_one_marked(
    people: People, anna: Person, later: Later
) -> None:
    here = await people.sessions.open(anna, "Browser\x00 one")
    now = later(1)
    await people.sessions.open(anna, "B" * 500)
    guest = await people.accounts.create_guest()
    await people.sessions.open(guest, "")
    newer, older = await people.sessions.of(anna, here)
    assert (newer.current, older.current) == (False, True)
    assert (newer.agent, older.agent) == ("B" * 200, "Browser one")
    assert (newer.created, older.created) == (now, now - 1)
    assert here not in (newer.id, older.id)
    assert not any(session.current for session in await people.sessions.of(anna, None))


async def test_an_ended_session_is_invalid(people: People, anna: Person) -> None:
    ended, removed, kept = [await people.sessions.open(anna, name) for name in ("1", "2", "3")]
    await people.sessions.end(ended)
    assert await people.by_session(ended) is None
    (second,) = [s for s in await people.sessions.of(anna, removed) if s.current]
    await people.sessions.remove(anna, second.id)
    assert await people.by_session(removed) is None
    assert await people.by_session(kept) == anna


async def test_nobody_ends_the_sessions_of_others(people: People, anna: Person) -> None:
    guest = await people.accounts.create_guest()
    secret = await people.sessions.open(anna, "")
    (session,) = await people.sessions.of(anna, secret)
    assert (
        await code_of_refusal(people.sessions.remove(guest, session.id))
        is PeopleCode.NO_SUCH_SESSION
    )
    assert await people.by_session(secret) == anna


async def test_a_token_allows_what_its_scopes_name(people: People, anna: Person) -> None:
    _, secret = await people.tokens.make(anna, "bot", [Scope.BOT, Scope.READ, Scope.BOT])
    assert secret.startswith("grav_")
    person = await people.by_token(secret)
    assert person == Person(anna.id, "Anna", scopes=frozenset({"bot", "read"}))
    assert [person.has_scope(scope) for scope in (Scope.PLAY, Scope.BOT, Scope.READ)] == [
        False,
        True,
        True,
    ]


async def test_secrets_of_sessions_and_tokens_are_not_interchangeable(
    people: People, anna: Person
) -> None:
    _, token = await people.tokens.make(anna, "bot", [Scope.BOT])
    session = await people.sessions.open(anna, "")
    assert await people.by_session(token) is None
    assert await people.by_token(session) is None


async def test_tokens_are_listed_with_when_they_were_last_used(
    people: People, anna: Person, later: Later
) -> None:
    made = later(0)
    first, secret = await people.tokens.make(anna, " my bot ", [Scope.READ, Scope.BOT])
    assert (first.name, first.scopes, first.used) == ("my bot", (Scope.BOT, Scope.READ), None)
    used = later(5)
    await people.tokens.make(anna, "다른 것", [Scope.PLAY])
    await people.by_token(secret)
    newer, older = await people.tokens.of(anna)
    assert (newer.name, newer.used) == ("다른 것", None)
    assert (older.id, older.created, older.used) == (first.id, made, used)


async def test_a_revoked_token_is_refused_at_once(people: People, anna: Person) -> None:
    token, secret = await people.tokens.make(anna, "bot", [Scope.BOT])
    _, other = await people.tokens.make(anna, "bot", [Scope.BOT])
    await people.tokens.remove(anna, token.id)
    assert await people.by_token(secret) is None
    assert await people.by_token(other) is not None
    assert await code_of_refusal(people.tokens.remove(anna, token.id)) is PeopleCode.NO_SUCH_TOKEN


async def test_nobody_revokes_the_tokens_of_others(people: People, anna: Person) -> None:
    berta, _ = await people.accounts.register(None, "Berta", PASSWORD)
    token, secret = await people.tokens.make(anna, "bot", [Scope.BOT])
    assert await code_of_refusal(people.tokens.remove(berta, token.id)) is PeopleCode.NO_SUCH_TOKEN
    assert await people.by_token(secret) is not None


@pytest.mark.parametrize(
    "name", ["", "  ", "two\nlines", "nul\0", "\u202ex", "x" * (MAX_TOKEN_NAME_LENGTH + 1)]
)
async def test_a_tokens_name_must_be_visible(people: People, anna: Person, name: str) -> None:
    assert (
        await code_of_refusal(people.tokens.make(anna, name, [Scope.BOT])) is PeopleCode.TOKEN_NAME
    )
    assert await people.tokens.of(anna) == []


async def test_the_number_of_tokens_is_limited(
    people: People, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "MAX_TOKENS", 2)
    for _ in range(2):
        await people.tokens.make(anna, "bot", [Scope.BOT])
    assert (
        await code_of_refusal(people.tokens.make(anna, "bot", [Scope.BOT]))
        is PeopleCode.TOO_MANY_TOKENS
    )


async def test_a_guest_cannot_have_a_token(people: People) -> None:
    guest = await people.accounts.create_guest()
    assert (
        await code_of_refusal(people.tokens.make(guest, "bot", [Scope.BOT]))
        is PeopleCode.NEEDS_ACCOUNT
    )


async def test_the_database_contains_no_secret(
    people: People,
    anna: Person,
    secrets: list[str],
    everything: Callable[[], Awaitable[dict[str, str]]],
) -> None:
    berta, codes = await people.accounts.register(None, "Berta", "password of Berta")
    new = await people.accounts.renew_codes(berta, "password of Berta")
    session = await people.sessions.open(anna, "")
    _, token = await people.tokens.make(anna, "bot", [Scope.BOT])
    await people.by_session(session)
    await people.by_token(token)
    told = [PASSWORD, "password of Berta", session, token, *codes, *new, *secrets]
    told += [code.replace("-", "") for code in (*codes, *new)]
    assert session in secrets
    content = "\n".join((await everything()).values())
    assert anna.id in content
    assert [secret for secret in told if secret in content] == []


async def test_invisible_characters_of_a_user_agent_are_removed(
    people: People, anna: Person
) -> None:
    secret = await people.sessions.open(anna, " Mozilla\0/5\u202e.0 (e\u0301)\n" + "x" * 500)
    [session] = await people.sessions.of(anna, secret)
    assert session.agent.startswith("Mozilla/5.0 (\u00e9)xxx")
    assert len(session.agent) == 200


async def test_a_tokens_name_is_normalised_and_trimmed(people: People, anna: Person) -> None:
    token, _ = await people.tokens.make(anna, " cafe\u0301 ", [Scope.PLAY])
    assert token.name == "caf\u00e9"
