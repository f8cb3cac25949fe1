"""Facade of this package, for handlers, tables and the command line."""

from collections.abc import Iterable
from dataclasses import dataclass

from grav.server.people.accounts import Accounts
from grav.server.people.bans import Bans
from grav.server.people.blocks import Blocks
from grav.server.people.passwords import Passwords
from grav.server.people.person import Person
from grav.server.people.sessions import DAY, Sessions
from grav.server.people.tokens import Tokens
from grav.server.runtime.clock import Clock
from grav.server.runtime.ids_and_secrets import IdSource
from grav.server.store.engine import Database
from grav.server.store.people import PeopleStore
from grav.server.store.sessions_and_tokens import CredentialStore

GUEST_LIFETIME = 30 * DAY
"""Milliseconds after which a guest without a game and without a visit is deleted."""


@dataclass(frozen=True, slots=True)
class Swept:
    sessions: int
    guests: int


class People:
    def __init__(
        self, database: Database, clock: Clock, ids: IdSource, passwords: Passwords | None = None
    ) -> None:
        self._people = PeopleStore(database)
        self._credentials = CredentialStore(database)
        self.accounts = Accounts(self._people, clock, ids, passwords or Passwords())
        self.sessions = Sessions(self._credentials, clock, ids)
        self.tokens = Tokens(self._credentials, clock, ids)
        self.blocks = Blocks(self._people)
        self.bans = Bans(self._people, clock)

    async def by_session(self, secret: str) -> Person | None:
        return await self.sessions.find(secret)

    async def by_token(self, secret: str) -> Person | None:
        return await self.tokens.find(secret)

    async def by_name(self, name: str) -> Person | None:
        """Returns the account with that name, in whatever width or case it is written."""
        return await self.accounts.by_name(name)

    async def names(self, ids: Iterable[str]) -> dict[str, str | None]:
        """Returns a name for every id; None for guests, and for those who are deleted."""
        wanted = set(ids)
        found = await self._people.names(wanted)
        return {person: found.get(person) for person in wanted}

    async def are_blocked(self, one: str, other: str) -> bool:
        """Whether either of the two has blocked the other, by their ids."""
        return await self.blocks.are_blocked(one, other)

    async def sweep(self, now: int) -> Swept:
        """Deletes expired sessions, and guests without a game who have stayed away.

        Deletes at most some hundred guests per call: call it again as long as it finds any.
        """
        sessions = await self._credentials.sweep_sessions(now)
        return Swept(sessions, await self._people.sweep_guests(now - GUEST_LIFETIME))
