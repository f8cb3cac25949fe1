"""Lists of tables: the lobby, a person's own games, and those where it is their turn."""

import pytest

from grav.testing.servers.asgi_driver import Visitor
from grav.testing.servers.server_fixture import ServerFixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = pytest.mark.anyio


async def lobby(house: ServerFixture) -> tuple[list[str], list[str]]:
    seen = await house.visitor().get("/api/lobby")
    open_, running = ([row["table"] for row in seen[name]] for name in ("open", "running"))
    return open_, running


async def turns(visitor: Visitor) -> list[str]:
    return [row["table"] for row in await visitor.get("/api/games/turn")]


async def test_the_lobby_shows_public_tables_and_no_others(house: ServerFixture) -> None:
    host, other = await house.guests(2)
    public = await house.open_table(host, public=True)
    await house.open_table(host, public=False)
    assert await lobby(house) == ([public], [])
    await house.give(other, public, do="sit", seat=1)
    assert await lobby(house) == ([], [public])
    await house.give(other, public, do="resign", seat=1)
    assert await lobby(house) == ([], [])


async def test_guests_are_shown_without_a_name_and_nobody_by_their_id(house: ServerFixture) -> None:
    host = await house.guest()
    person = (await host.get("/api/account"))["id"]
    table = await house.open_table(host, public=True)
    (row,) = (await house.visitor().get("/api/lobby"))["open"]
    assert row["chairs"][0] == {"kind": "guest", "name": None, "level": None}
    assert person not in str(row)
    assert person not in str(await house.look(table))


async def test_tables_that_wait_for_a_person_are_listed(house: ServerFixture) -> None:
    host, other = await house.guests(2)
    table = await house.sit(host, other)
    assert (await turns(host), await turns(other)) == ([table], [])
    await house.give(host, table, do="place", seat=0, at="c3")
    assert (await turns(host), await turns(other)) == ([], [table])


async def test_a_shout_changes_no_list_but_the_shouters(house: ServerFixture) -> None:
    players = await house.guests(3)
    table = await house.sit(*players, public=True)
    await house.give(players[0], table, do="place", seat=0, at="c3")
    before = await house.visitor().get("/api/lobby"), await players[0].get("/api/games")
    await house.give(players[1], table, do="grav", seat=1, placement=1)
    assert (await turns(players[1]), await turns(players[2])) == ([], [table])
    assert before == (await house.visitor().get("/api/lobby"), await players[0].get("/api/games"))


async def test_own_games_are_paged_with_the_latest_first(
    house: ServerFixture, clock: ManualClock
) -> None:
    host = await house.guest()
    opened = []
    for _ in range(5):
        clock.advance(1000)
        opened.append(await house.open_table(host))
    found: list[str] = []
    path = "/api/games?limit=2"
    while path:
        page = await host.get(path)
        found += [row["table"] for row in page["tables"]]
        path = f"/api/games?limit=2&before={page['next']}" if page["next"] else ""
    assert found == opened[::-1]
