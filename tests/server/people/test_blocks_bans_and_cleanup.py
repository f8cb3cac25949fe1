"""Look-up of names, blocks, bans, and the periodic deletion of sessions and guests."""

from collections.abc import Awaitable, Callable
from ipaddress import ip_network

import pytest
from sqlalchemy import insert

from grav.server.messages.people import Scope
from grav.server.people import blocks
from grav.server.people.people_facade import GUEST_LIFETIME, People, Swept
from grav.server.people.person import Person
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.server.people.sessions import SESSION_LIFETIME
from grav.server.store import Database
from grav.server.store.schema import games, seats

pytestmark = pytest.mark.anyio

Later = Callable[[int], int]

PASSWORD = "correct horse"


@pytest.fixture
async def anna(people: People) -> Person:
    account, _ = await people.accounts.register(None, "Anna", PASSWORD)
    return account


@pytest.fixture
async def berta(people: People) -> Person:
    account, _ = await people.accounts.register(None, "Berta", PASSWORD)
    return account


async def code_of_refusal(asked: Awaitable[object]) -> PeopleCode:
    with pytest.raises(PeopleRefusal) as refused:
        await asked
    return refused.value.code


async def test_names_of_ids_are_none_for_guests_and_unknown_ids(
    people: People, anna: Person, berta: Person
) -> None:
    guest = await people.accounts.create_guest()
    ids = [anna.id, berta.id, guest.id, "nobody"]
    names = {anna.id: "Anna", berta.id: "Berta", guest.id: None, "nobody": None}
    assert await people.names([*ids, anna.id]) == names
    assert await people.names([]) == {}


async def test_only_accounts_are_found_by_name(people: People, anna: Person) -> None:
    guest = await people.accounts.create_guest()
    assert await people.by_name("anna") == anna
    for name in ("Nobody", "", "\0", guest.id):
        assert await people.by_name(name) is None


async def test_a_block_counts_in_both_directions(
    people: People, anna: Person, berta: Person
) -> None:
    guest = await people.accounts.create_guest()
    await people.blocks.add(anna, "ＢＥＲＴＡ")
    await people.blocks.add(anna, "Berta")
    await people.blocks.add(guest, "Anna")
    for one, other in ((anna, berta), (guest, anna)):
        assert await people.are_blocked(one.id, other.id)
        assert await people.are_blocked(other.id, one.id)
    assert not await people.are_blocked(guest.id, berta.id)
    assert await people.blocks.of(anna) == ["Berta"]
    assert await people.blocks.of(berta) == []


async def test_a_block_can_be_removed(people: People, anna: Person, berta: Person) -> None:
    await people.blocks.add(anna, "Berta")
    await people.blocks.add(berta, "Anna")
    await people.blocks.remove(anna, "Berta")
    await people.blocks.remove(anna, "Berta")
    assert await people.blocks.of(anna) == []
    assert await people.are_blocked(anna.id, berta.id), "the other's block still stands"


async def test_nobody_can_block_themselves_or_an_unknown_name(people: People, anna: Person) -> None:
    assert await code_of_refusal(people.blocks.add(anna, "ANNA")) is PeopleCode.BLOCK_SELF
    assert await code_of_refusal(people.blocks.add(anna, "Nobody")) is PeopleCode.NO_SUCH_PERSON
    assert await code_of_refusal(people.blocks.add(anna, "\0")) is PeopleCode.NO_SUCH_PERSON
    assert await code_of_refusal(people.blocks.remove(anna, "Nobody")) is PeopleCode.NO_SUCH_PERSON


async def test_the_number_of_blocks_is_limited(
    people: People, anna: Person, berta: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "MAX_BLOCKS", 1)
    await people.accounts.register(None, "Cecilia", PASSWORD)
    await people.blocks.add(anna, "Berta")
    assert await code_of_refusal(people.blocks.add(anna, "Cecilia")) is PeopleCode.TOO_MANY_BLOCKS
    await people.blocks.add(berta, "Cecilia")


async def test_a_banned_person_is_marked_as_banned(people: People, anna: Person) -> None:
    session = await people.sessions.open(anna, "")
    _, token = await people.tokens.make(anna, "bot", [Scope.BOT])
    await people.bans.ban(anna)
    for person in (
        await people.by_session(session),
        await people.by_token(token),
        await people.by_name("Anna"),
        await people.accounts.log_in("Anna", PASSWORD),
    ):
        assert person is not None
        assert person.banned
    await people.bans.lift(anna)
    assert await people.by_session(session) == anna


async def test_a_banned_guest_who_registers_stays_banned(people: People) -> None:
    guest = await people.accounts.create_guest()
    session = await people.sessions.open(guest, "")
    await people.bans.ban(guest)
    found = await people.by_session(session)
    account, _ = await people.accounts.register(found, "Anna", PASSWORD)
    assert account.banned
    assert (await people.accounts.log_in("Anna", PASSWORD)).banned


async def test_addresses_can_be_banned(people: People) -> None:
    home, house = ip_network("192.0.2.7"), ip_network("2001:db8:1:2::/64")
    for network in (home, house, home):
        await people.bans.ban_address(network)
    assert await people.bans.addresses() == ["192.0.2.7/32", "2001:db8:1:2::/64"]
    await people.bans.lift_address(home)
    await people.bans.lift_address(home)
    assert await people.bans.addresses() == ["2001:db8:1:2::/64"]


async def sit(database: Database, game: str, host: str, player: str | None) -> None:
    async with database.writing() as connection:
        values = {"stage": "play", "public": True, "slow": False, "settings": "{}"}
        times = {"created": 0, "changed": 0}
        await connection.execute(insert(games).values(id=game, host=host, **values, **times))
        await connection.execute(insert(seats).values(game=game, seat=0, person=player))


async def test_idle_guests_without_a_game_are_deleted(
    people: People, database: Database, later: Later, anna: Person
) -> None:
    gone, here, player, host = [await people.accounts.create_guest() for _ in range(4)]
    old = await people.sessions.open(gone, "")
    visits = await people.sessions.open(here, "")
    await people.blocks.add(gone, "Anna")
    await sit(database, "g1", host.id, player.id)
    assert await people.sweep(later(0)) == Swept(sessions=0, guests=0)

    now = later(GUEST_LIFETIME + 1)
    new = await people.accounts.create_guest()
    await people.by_session(visits)
    assert await people.sweep(now) == Swept(sessions=0, guests=1)

    assert await people.by_session(old) is None
    assert await people.by_session(visits) == here
    assert await people.blocks.of(gone) == []
    assert (
        await code_of_refusal(people.accounts.register(gone, "Gone", PASSWORD))
        is PeopleCode.HAS_ACCOUNT
    )
    for kept, name in ((player, "Player"), (host, "Host"), (new, "New")):
        account, _ = await people.accounts.register(kept, name, PASSWORD)
        assert account.id == kept.id
    assert await people.by_name("Anna") == anna
    assert await people.sweep(now) == Swept(sessions=0, guests=0)


async def test_expired_sessions_are_deleted(people: People, later: Later, anna: Person) -> None:
    await people.sessions.open(anna, "")
    later(1)
    kept = await people.sessions.open(anna, "")
    assert await people.sweep(later(SESSION_LIFETIME - 1)) == Swept(sessions=1, guests=0)
    assert await people.by_session(kept) == anna


async def test_many_guests_are_deleted_in_several_calls(
    people: People, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grav.server.store.people._MAX_SWEPT", 2)
    for _ in range(5):
        await people.accounts.create_guest()
    now = later(GUEST_LIFETIME + 1)
    assert [(await people.sweep(now)).guests for _ in range(4)] == [2, 2, 1, 0]
