"""Sessions and API tokens in the database, found by the digests of their secrets.

Knows neither the secrets nor what a token's scopes allow.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select, update
from sqlalchemy.sql.dml import UpdateBase

from grav.server.store.engine import Database
from grav.server.store.schema import people, sessions, tokens


@dataclass(frozen=True, slots=True)
class SessionRow:
    id: str
    digest: str
    person: str
    created: int
    seen: int
    expires: int
    agent: str


@dataclass(frozen=True, slots=True)
class TokenRow:
    id: str
    person: str
    name: str
    scopes: str
    """Names of scopes, separated by spaces."""
    created: int
    used: int | None


@dataclass(frozen=True, slots=True)
class Owner:
    """The person to whom a session or token belongs."""

    name: str | None
    banned: bool


_SESSION = (
    sessions.c.id,
    sessions.c.hash,
    sessions.c.person,
    sessions.c.created,
    sessions.c.seen,
    sessions.c.expires,
    sessions.c.agent,
)
_TOKEN = (
    tokens.c.id,
    tokens.c.person,
    tokens.c.name,
    tokens.c.scopes,
    tokens.c.created,
    tokens.c.used,
)
_OWNER = (people.c.name, people.c.banned)
_ALIVE = people.c.deleted.is_(False)


class CredentialStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_session(self, session: SessionRow) -> None:
        await self._write(
            insert(sessions).values(
                id=session.id,
                hash=session.digest,
                person=session.person,
                created=session.created,
                seen=session.seen,
                expires=session.expires,
                agent=session.agent,
            )
        )

    async def session(self, digest: str, now: int) -> tuple[SessionRow, Owner] | None:
        """Returns the session, unless it has expired or its person is deleted."""
        wanted = (
            select(*_SESSION, *_OWNER)
            .join(people, people.c.id == sessions.c.person)
            .where(sessions.c.hash == digest, sessions.c.expires > now, _ALIVE)
        )
        width = len(_SESSION)
        for row in await self._rows(wanted):
            return SessionRow(*row[:width]), Owner(*row[width:])
        return None

    async def sessions(self, person: str, now: int) -> list[SessionRow]:
        """Returns a person's sessions that have not expired, the last seen first."""
        wanted = (
            select(*_SESSION)
            .where(sessions.c.person == person, sessions.c.expires > now)
            .order_by(sessions.c.seen.desc(), sessions.c.id)
        )
        return [SessionRow(*row) for row in await self._rows(wanted)]

    async def renew_session(self, session: str, seen: int, expires: int) -> None:
        which = sessions.c.id == session
        await self._write(update(sessions).where(which).values(seen=seen, expires=expires))

    async def end_session(self, digest: str) -> None:
        await self._write(delete(sessions).where(sessions.c.hash == digest))

    async def remove_session(self, person: str, session: str) -> bool:
        """Deletes a session of a person. False: the person has no such session."""
        which = (sessions.c.id == session) & (sessions.c.person == person)
        return await self._write(delete(sessions).where(which)) == 1

    async def sweep_sessions(self, now: int) -> int:
        """Deletes expired sessions; returns how many."""
        return await self._write(delete(sessions).where(sessions.c.expires <= now))

    async def add_token(self, token: TokenRow, digest: str) -> None:
        await self._write(
            insert(tokens).values(
                id=token.id,
                hash=digest,
                person=token.person,
                name=token.name,
                scopes=token.scopes,
                created=token.created,
                used=token.used,
            )
        )

    async def token(self, digest: str) -> tuple[TokenRow, Owner] | None:
        """Returns the token, unless its person is deleted."""
        wanted = (
            select(*_TOKEN, *_OWNER)
            .join(people, people.c.id == tokens.c.person)
            .where(tokens.c.hash == digest, _ALIVE)
        )
        width = len(_TOKEN)
        for row in await self._rows(wanted):
            return TokenRow(*row[:width]), Owner(*row[width:])
        return None

    async def tokens(self, person: str) -> list[TokenRow]:
        """Returns all tokens of a person, the newest first."""
        wanted = select(*_TOKEN).where(tokens.c.person == person)
        ordered = wanted.order_by(tokens.c.created.desc(), tokens.c.id)
        return [TokenRow(*row) for row in await self._rows(ordered)]

    async def use_token(self, token: str, used: int) -> None:
        await self._write(update(tokens).where(tokens.c.id == token).values(used=used))

    async def remove_token(self, person: str, token: str) -> bool:
        """Deletes a token of a person. False: the person has no such token."""
        which = (tokens.c.id == token) & (tokens.c.person == person)
        return await self._write(delete(tokens).where(which)) == 1

    async def _rows(self, wanted: Select[*tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        async with self._database.reading() as connection:
            return [tuple(row) for row in await connection.execute(wanted)]

    async def _write(self, statement: UpdateBase) -> int:
        """Runs a statement; returns how many rows it changed."""

        def work(connection: Connection) -> int:
            return connection.execute(statement).rowcount

        return await self._database.write(work)
