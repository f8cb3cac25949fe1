"""People in the database: guests, accounts, their recovery codes, blocks and bans.

Every method is one transaction. Only hashes get here: the store knows neither the secrets behind
them nor who may do what.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import UpdateBase

from grav.server.store.engine import Database
from grav.server.store.schema import (
    banned_addresses,
    blocks,
    games,
    people,
    recovery_codes,
    seats,
    sessions,
    tokens,
)

_MAX_SWEPT = 500

_BELONGINGS = (sessions, tokens, recovery_codes)
_GUEST = people.c.key.is_(None) & people.c.deleted.is_(False)


class NameTaken(Exception):
    """Another account has that name. Nothing was written."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    id: str
    name: str | None
    password: str | None
    banned: bool


@dataclass(frozen=True, slots=True)
class AccountRow:
    """The values that turn a person into an account."""

    name: str
    key: str
    password: str
    codes: Sequence[str]
    """The digests of the recovery codes."""


class PeopleStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_guest(self, person: str, now: int) -> None:
        await self._write(insert(people).values(id=person, created=now))

    async def add_account(self, person: str, account: AccountRow, now: int) -> None:
        """Stores a new person with an account; raises NameTaken."""
        new = insert(people).values(id=person, created=now, **_named(account))
        try:
            await self._write(new, _codes(person, account.codes))
        except IntegrityError:
            raise NameTaken from None

    async def make_account(self, person: str, account: AccountRow) -> bool:
        """Turns a guest into an account; raises NameTaken. False: the guest no longer exists."""
        named = update(people).where(people.c.id == person, _GUEST).values(**_named(account))
        try:
            return await self._write_if(named, _codes(person, account.codes))
        except IntegrityError:
            raise NameTaken from None

    async def by_id(self, person: str) -> PersonRow | None:
        return await self._person(people.c.id == person)

    async def by_key(self, key: str) -> PersonRow | None:
        return await self._person(people.c.key == key)

    async def names(self, ids: Collection[str]) -> dict[str, str | None]:
        """Returns the names of those of the ids that exist."""
        wanted = select(people.c.id, people.c.name).where(people.c.id.in_(ids))
        async with self._database.reading() as connection:
            return {row.id: row.name for row in await connection.execute(wanted)}

    async def rehash(self, person: str, found: str, password: str) -> None:
        """Stores another hash of the same password, unless the password was changed meanwhile."""
        await self._write(_password(person, found, password))

    async def change_password(
        self, person: str, found: str, password: str, keep: str | None
    ) -> bool:
        """Stores a new password, and ends all sessions but the one with the digest `keep`.

        False: the stored hash is no longer `found`, and nothing was written.
        """
        others = sessions.c.person == person
        if keep is not None:
            others &= sessions.c.hash != keep
        changed = _password(person, found, password)
        return await self._write_if(changed, delete(sessions).where(others))

    async def replace_codes(self, person: str, codes: Sequence[str]) -> None:
        old = delete(recovery_codes).where(recovery_codes.c.person == person)
        await self._write(old, _codes(person, codes))

    async def recover(self, person: str, code: str, password: str) -> bool:
        """Uses up a code to set a new password, and ends all sessions and tokens.

        False: there is no such code.
        """
        used = (recovery_codes.c.person == person) & (recovery_codes.c.hash == code)
        return await self._write_if(
            delete(recovery_codes).where(used),
            delete(sessions).where(sessions.c.person == person),
            delete(tokens).where(tokens.c.person == person),
            update(people).where(people.c.id == person).values(password=password),
        )

    async def erase(self, person: str) -> None:
        """Deletes all data of a person but the id, so that the games of others stay whole."""
        await self._write(
            *(delete(table).where(table.c.person == person) for table in _BELONGINGS),
            delete(blocks).where(or_(blocks.c.person == person, blocks.c.blocked == person)),
            update(people)
            .where(people.c.id == person)
            .values(name=None, key=None, password=None, deleted=True),
        )

    async def ban(self, person: str, banned: bool) -> None:
        await self._write(update(people).where(people.c.id == person).values(banned=banned))

    async def block(self, person: str, blocked: str) -> None:
        """Blocks a person; idempotent."""
        try:
            await self._write(insert(blocks).values(person=person, blocked=blocked))
        except IntegrityError:
            return

    async def unblock(self, person: str, blocked: str) -> None:
        pair = (blocks.c.person == person) & (blocks.c.blocked == blocked)
        await self._write(delete(blocks).where(pair))

    async def blocked_names(self, person: str) -> list[str]:
        named = people.c.name.is_not(None) & (blocks.c.person == person)
        wanted = select(people.c.name).join(blocks, blocks.c.blocked == people.c.id).where(named)
        async with self._database.reading() as connection:
            return list(await connection.scalars(wanted.order_by(people.c.key)))

    async def count_blocks(self, person: str) -> int:
        counted = select(func.count()).select_from(blocks).where(blocks.c.person == person)
        async with self._database.reading() as connection:
            return await connection.scalar(counted) or 0

    async def are_blocked(self, one: str, other: str) -> bool:
        pair = or_(
            (blocks.c.person == one) & (blocks.c.blocked == other),
            (blocks.c.person == other) & (blocks.c.blocked == one),
        )
        async with self._database.reading() as connection:
            return bool(await connection.scalar(select(exists().where(pair))))

    async def ban_address(self, address: str, now: int) -> None:
        """Bans an address; idempotent."""
        try:
            await self._write(insert(banned_addresses).values(address=address, created=now))
        except IntegrityError:
            return

    async def lift_address(self, address: str) -> None:
        await self._write(delete(banned_addresses).where(banned_addresses.c.address == address))

    async def banned_addresses(self) -> list[str]:
        wanted = select(banned_addresses.c.address).order_by(banned_addresses.c.address)
        async with self._database.reading() as connection:
            return list(await connection.scalars(wanted))

    async def sweep_guests(self, before: int) -> int:
        """Deletes guests without a game who have not been seen since `before`; returns how many.

        Deletes a limited number per call: a long transaction would hold up the tables.
        """
        seen = exists().where((sessions.c.person == people.c.id) & (sessions.c.seen >= before))
        seated = exists().where(seats.c.person == people.c.id)
        hosting = exists().where(games.c.host == people.c.id)
        old = select(people.c.id).where(_GUEST, people.c.created < before)
        idle = old.where(~seen, ~seated, ~hosting).limit(_MAX_SWEPT)
        # Marks them first: a guest who registers at this moment either has the account or is gone.
        marked = update(people).where(_GUEST, people.c.id.in_(idle)).values(deleted=True)

        def work(connection: Connection) -> int:
            ids = list(connection.scalars(marked.returning(people.c.id)))
            for table in _BELONGINGS:
                connection.execute(delete(table).where(table.c.person.in_(ids)))
            either = or_(blocks.c.person.in_(ids), blocks.c.blocked.in_(ids))
            connection.execute(delete(blocks).where(either))
            connection.execute(delete(people).where(people.c.id.in_(ids)))
            return len(ids)

        return await self._database.write(work)

    async def _person(self, which: ColumnElement[bool]) -> PersonRow | None:
        columns = (people.c.id, people.c.name, people.c.password, people.c.banned)
        wanted = select(*columns).where(which, people.c.deleted.is_(False))
        async with self._database.reading() as connection:
            row = (await connection.execute(wanted)).first()
        return None if row is None else PersonRow(*row)

    async def _write(self, *statements: Executable) -> None:
        def work(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self._database.write(work)

    async def _write_if(self, first: UpdateBase, *others: Executable) -> bool:
        """Runs the others only if the first one changes a row; returns whether it did."""

        def work(connection: Connection) -> bool:
            changed = connection.execute(first).rowcount > 0
            for statement in others if changed else ():
                connection.execute(statement)
            return changed

        return await self._database.write(work)


def _named(account: AccountRow) -> dict[str, str]:
    return {"name": account.name, "key": account.key, "password": account.password}


def _password(person: str, found: str, password: str) -> UpdateBase:
    unchanged = (people.c.id == person) & (people.c.password == found)
    return update(people).where(unchanged).values(password=password)


def _codes(person: str, codes: Sequence[str]) -> UpdateBase:
    return insert(recovery_codes).values([{"hash": code, "person": person} for code in codes])
