"""Bans of people, and of the addresses they come from."""

from ipaddress import IPv4Network, IPv6Network

from grav.server.people.person import Person
from grav.server.runtime.clock import Clock
from grav.server.store.people import PeopleStore


class Bans:
    def __init__(self, store: PeopleStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def ban(self, person: Person) -> None:
        await self._store.ban(person.id, banned=True)

    async def lift(self, person: Person) -> None:
        await self._store.ban(person.id, banned=False)

    async def ban_address(self, network: IPv4Network | IPv6Network) -> None:
        await self._store.ban_address(str(network), self._clock.now())

    async def lift_address(self, network: IPv4Network | IPv6Network) -> None:
        await self._store.lift_address(str(network))

    async def addresses(self) -> list[str]:
        """Returns all banned networks."""
        return await self._store.banned_addresses()
