"""The server's secret, shared by all its processes, and values derived from it by HMAC."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from grav.server.store.engine import Database
from grav.server.store.schema import secrets

NAME = "server"
ID_BYTES = 9
"""Length of a table's id: twelve characters in base64."""


class ServerSecret:
    """Made once, by whichever process needs it first, and never disclosed: only values derived from
    it for one purpose are used, and they reveal neither the secret nor another derived value."""

    def __init__(self, database: Database, make: Callable[[], str]) -> None:
        self._database = database
        self._make = make
        self._value: bytes | None = None

    async def derive(self, purpose: str, *parts: str) -> bytes:
        """Returns 32 bytes by HMAC-SHA256, always the same for the same parts in every process."""
        # Each part has its length as a prefix, so that different lists give different messages.
        message = "".join(f"{len(part)}:{part}" for part in (purpose, *parts))
        return hmac.digest(await self._secret(), message.encode(), hashlib.sha256)

    async def derive_id(self, purpose: str, *parts: str) -> str:
        """Returns an id for a table that nobody else can predict."""
        derived = await self.derive(purpose, *parts)
        return urlsafe_b64encode(derived[:ID_BYTES]).decode()

    async def _secret(self) -> bytes:
        if self._value is None:
            self._value = (await self._load_or_create()).encode()
        return self._value

    async def _load_or_create(self) -> str:
        found = select(secrets.c.value).where(secrets.c.name == NAME)
        async with self._database.reading() as connection:
            value: str | None = await connection.scalar(found)
        if value is not None:
            return value
        insert = (sqlite if self._database.kind == "sqlite" else postgresql).insert(secrets)
        offer = insert.values(name=NAME, value=self._make()).on_conflict_do_nothing()

        def work(connection: Connection) -> str:
            connection.execute(offer)  # does nothing if another process was first
            return str(connection.scalar(found))

        return await self._database.write(work)
