"""Looks up what tables need to know about people: names, blocks, when they were last seen."""

from collections.abc import Collection

from grav.server.people.people_facade import People
from grav.server.store.presence import PresenceStore


class PeopleLookup:
    def __init__(self, people: People, presence: PresenceStore) -> None:
        self._people = people
        self._presence = presence

    async def names(self, ids: list[str]) -> dict[str, str | None]:
        return await self._people.names(ids)

    async def blocked_between(self, one: str, other: str) -> bool:
        return await self._people.blocked_between(one, other)

    async def last_seen(self, game: str, person: str) -> int | None:
        return await self._presence.last_seen(game, person)

    async def store_seen(self, there: Collection[tuple[str, str]], at: int) -> None:
        """Stores that people were seen at tables; `there` holds pairs of table and person."""
        await self._presence.store_seen(there, at)
