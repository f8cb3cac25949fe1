"""Blocks: whom a person does not want to meet."""

from grav.server.people.account_names import key_of
from grav.server.people.person import Person
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.server.store.people import PeopleStore

MAX_BLOCKS = 1000


class Blocks:
    def __init__(self, store: PeopleStore) -> None:
        self._store = store

    async def of(self, person: Person) -> list[str]:
        """Returns the names of all whom the person has blocked."""
        return await self._store.blocked_names(person.id)

    async def add(self, person: Person, name: str) -> None:
        other = await self._named(name)
        if other == person.id:
            raise PeopleRefusal(PeopleCode.BLOCK_SELF)
        if await self._store.count_blocks(person.id) >= MAX_BLOCKS:
            raise PeopleRefusal(PeopleCode.TOO_MANY_BLOCKS, most=MAX_BLOCKS)
        await self._store.block(person.id, other)

    async def remove(self, person: Person, name: str) -> None:
        """Removes a block; does nothing if there is none."""
        await self._store.unblock(person.id, await self._named(name))

    async def are_blocked(self, one: str, other: str) -> bool:
        return await self._store.are_blocked(one, other)

    async def _named(self, name: str) -> str:
        key = key_of(name)
        row = None if key is None else await self._store.by_key(key)
        if row is None:
            raise PeopleRefusal(PeopleCode.NO_SUCH_PERSON, name=name)
        return row.id
