"""Sessions, identified by the secret in a cookie. Every visit extends them (sliding expiry)."""

from dataclasses import dataclass
from hmac import compare_digest

from grav.server.messages.text_validation import to_plain_text
from grav.server.people.digests_and_recovery_codes import digest
from grav.server.people.person import Person
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.server.runtime.clock import Clock
from grav.server.runtime.ids_and_secrets import IdSource
from grav.server.store.sessions_and_tokens import CredentialStore, SessionRow

DAY = 24 * 60 * 60 * 1000
SESSION_LIFETIME = 180 * DAY
"""Milliseconds after which a session without a visit expires."""

_STORE_INTERVAL = DAY // 24  # a visit is stored at most once an hour
_MAX_AGENT_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Session:
    """A session as its person sees it."""

    id: str
    created: int
    seen: int
    agent: str
    current: bool


class Sessions:
    def __init__(self, store: CredentialStore, clock: Clock, ids: IdSource) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    async def open(self, person: Person, agent: str) -> str:
        """Opens a session; returns its secret, which is shown only this once.

        `agent`: the User-Agent of the browser.
        """
        now = self._clock.now()
        secret = self._ids.secret()
        await self._store.add_session(
            SessionRow(
                id=self._ids.id(),
                digest=digest(secret),
                person=person.id,
                created=now,
                seen=now,
                expires=now + SESSION_LIFETIME,
                agent=to_plain_text(agent, _MAX_AGENT_LENGTH),
            )
        )
        return secret

    async def find(self, secret: str) -> Person | None:
        """Returns the person of a session, and extends it; None if there is no such session."""
        now = self._clock.now()
        found = await self._store.session(digest(secret), now)
        if found is None:
            return None
        session, owner = found
        if now - session.seen >= _STORE_INTERVAL:
            await self._store.renew_session(session.id, now, now + SESSION_LIFETIME)
        return Person(session.person, owner.name, owner.banned)

    async def of(self, person: Person, secret: str | None) -> list[Session]:
        """Returns all sessions of a person, the last seen first; `secret` is the current one's."""
        own = digest(secret or "")
        return [
            Session(row.id, row.created, row.seen, row.agent, compare_digest(row.digest, own))
            for row in await self._store.sessions(person.id, self._clock.now())
        ]

    async def end(self, secret: str) -> None:
        await self._store.end_session(digest(secret))

    async def remove(self, person: Person, session: str) -> None:
        """Ends one of a person's sessions, by its id."""
        if not await self._store.remove_session(person.id, session):
            raise PeopleRefusal(PeopleCode.NO_SUCH_SESSION)
