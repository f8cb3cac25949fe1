"""API tokens for programs that act for an account, each with its scopes."""

from collections.abc import Collection
from dataclasses import dataclass

from grav.server.messages.people import MAX_TOKEN_NAME_LENGTH, Scope
from grav.server.messages.text_validation import read_plain
from grav.server.people.digests_and_recovery_codes import digest
from grav.server.people.person import Person
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.server.runtime.clock import Clock
from grav.server.runtime.ids_and_secrets import IdSource
from grav.server.store.sessions_and_tokens import CredentialStore, TokenRow

PREFIX = "grav_"
"""Makes a leaked token recognisable."""
MAX_TOKENS = 50

_STORE_INTERVAL = 60_000  # a use is stored at most once a minute


@dataclass(frozen=True, slots=True)
class Token:
    """A token as its person sees it."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    created: int
    used: int | None


class Tokens:
    def __init__(self, store: CredentialStore, clock: Clock, ids: IdSource) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    async def make(self, person: Person, name: str, scopes: Collection[Scope]) -> tuple[Token, str]:
        """Creates a token; returns it with its secret, which is shown only this once."""
        if person.name is None:
            raise PeopleRefusal(PeopleCode.NEEDS_ACCOUNT)
        shown = read_plain(name, MAX_TOKEN_NAME_LENGTH)
        if shown is None:
            raise PeopleRefusal(PeopleCode.TOKEN_NAME, most=MAX_TOKEN_NAME_LENGTH)
        if len(await self._store.tokens(person.id)) >= MAX_TOKENS:
            raise PeopleRefusal(PeopleCode.TOO_MANY_TOKENS, most=MAX_TOKENS)
        secret = PREFIX + self._ids.secret()
        row = TokenRow(
            id=self._ids.id(),
            person=person.id,
            name=shown,
            scopes=" ".join(sorted(set(scopes))),
            created=self._clock.now(),
            used=None,
        )
        await self._store.add_token(row, digest(secret))
        return _shown(row), secret

    async def find(self, secret: str) -> Person | None:
        """Returns the person of a token, with its scopes; None if there is no such token."""
        found = await self._store.token(digest(secret))
        if found is None:
            return None
        token, owner = found
        now = self._clock.now()
        if token.used is None or now - token.used >= _STORE_INTERVAL:
            await self._store.use_token(token.id, now)
        return Person(token.person, owner.name, owner.banned, frozenset(token.scopes.split()))

    async def of(self, person: Person) -> list[Token]:
        """Returns all tokens of a person, the newest first."""
        return [_shown(row) for row in await self._store.tokens(person.id)]

    async def remove(self, person: Person, token: str) -> None:
        if not await self._store.remove_token(person.id, token):
            raise PeopleRefusal(PeopleCode.NO_SUCH_TOKEN)


def _shown(row: TokenRow) -> Token:
    scopes = tuple(Scope(scope) for scope in row.scopes.split())
    return Token(row.id, row.name, scopes, row.created, row.used)
