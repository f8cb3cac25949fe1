"""Accounts: registration, login, change of password, recovery and deletion.

Opens no sessions: whoever has proved who they are gets one from `Sessions`.
"""

from collections.abc import Sequence

from grav.server.people.account_names import key_of, read_name
from grav.server.people.digests_and_recovery_codes import code_digest, digest, new_codes
from grav.server.people.passwords import Passwords
from grav.server.people.person import Person
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.server.runtime.clock import Clock
from grav.server.runtime.ids_and_secrets import IdSource
from grav.server.store.people import AccountRow, NameTaken, PeopleStore, PersonRow


class Accounts:
    def __init__(
        self, store: PeopleStore, clock: Clock, ids: IdSource, passwords: Passwords
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._passwords = passwords

    async def create_guest(self) -> Person:
        """Stores and returns a new guest: a person without an account."""
        person = Person(self._ids.id())
        await self._store.add_guest(person.id, self._clock.now())
        return person

    async def register(
        self, guest: Person | None, name: str, password: str
    ) -> tuple[Person, Sequence[str]]:
        """Creates an account; returns it with its recovery codes, which are shown only this once.

        A guest stays the same person: their games go with the account.
        """
        if guest is not None and guest.name is not None:
            raise PeopleRefusal(PeopleCode.HAS_ACCOUNT)
        chosen = read_name(name)
        await self._passwords.check(password)
        codes = new_codes(self._ids)
        hashed = await self._passwords.hash(password)
        account = AccountRow(chosen.shown, chosen.key, hashed, [code_digest(c) for c in codes])
        try:
            if guest is None:
                person = Person(self._ids.id(), chosen.shown)
                await self._store.add_account(person.id, account, self._clock.now())
            else:
                person = Person(guest.id, chosen.shown, guest.banned)
                if not await self._store.make_account(person.id, account):
                    raise PeopleRefusal(PeopleCode.HAS_ACCOUNT)
        except NameTaken:
            raise PeopleRefusal(PeopleCode.NAME_TAKEN, name=chosen.shown) from None
        return person, codes

    async def log_in(self, name: str, password: str) -> Person:
        """Returns the person with that name and password; raises PeopleRefusal.

        An unknown name takes as long as a wrong password, so that timing reveals nothing.
        """
        row = await self._find_row(name)
        stored = None if row is None else row.password
        right = await self._passwords.verify(stored, password)
        if row is None or stored is None or not right:
            raise PeopleRefusal(PeopleCode.WRONG_LOGIN)
        if self._passwords.is_outdated(stored):
            await self._store.rehash(row.id, stored, await self._passwords.hash(password))
        return Person(row.id, row.name, row.banned)

    async def change_password(
        self, person: Person, old: str, new: str, session: str | None
    ) -> None:
        """Changes the password and ends all other sessions.

        `session` is the secret of the session that stays.
        """
        await self._passwords.check(new)
        stored = await self._check_password(person, old)
        hashed = await self._passwords.hash(new)
        kept_session = None if session is None else digest(session)
        if not await self._store.change_password(person.id, stored, hashed, kept_session):
            raise PeopleRefusal(PeopleCode.WRONG_PASSWORD)

    async def renew_codes(self, person: Person, password: str) -> Sequence[str]:
        """Stores and returns new recovery codes; the old ones become invalid."""
        await self._check_password(person, password)
        codes = new_codes(self._ids)
        await self._store.replace_codes(person.id, [code_digest(code) for code in codes])
        return codes

    async def recover(self, name: str, code: str, password: str) -> Person:
        """Sets a new password for whoever has a recovery code. Ends all sessions and tokens."""
        await self._passwords.check(password)
        row = await self._find_row(name)
        hashed = await self._passwords.hash(password)  # also for an unknown name: it takes as long
        if row is None or not await self._store.recover(row.id, code_digest(code), hashed):
            raise PeopleRefusal(PeopleCode.WRONG_CODE)
        return Person(row.id, row.name, row.banned)

    async def delete(self, person: Person, password: str) -> None:
        """Deletes the account; its games stay, with a player who has no name."""
        await self._check_password(person, password)
        await self._store.erase(person.id)

    async def by_name(self, name: str) -> Person | None:
        row = await self._find_row(name)
        return None if row is None else Person(row.id, row.name, row.banned)

    async def _find_row(self, name: str) -> PersonRow | None:
        key = key_of(name)
        return None if key is None else await self._store.by_key(key)

    async def _check_password(self, person: Person, password: str) -> str:
        """Returns the stored hash of the password if it is the one given; raises PeopleRefusal."""
        row = await self._store.by_id(person.id)
        if row is None or row.password is None:
            raise PeopleRefusal(PeopleCode.NEEDS_ACCOUNT)
        if not await self._passwords.verify(row.password, password):
            raise PeopleRefusal(PeopleCode.WRONG_PASSWORD)
        return row.password
