"""Lists of tables: the lobby, a person's own games, and those where it is their turn."""

import pytest

from grav.testing.servers.asgi_driver import AsgiVisitor
from grav.testing.servers.server_fixture import ServerFixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = pytest.mark.anyio


async def lobby(server: ServerFixture) -> tuple[list[str], list[str]]:
    seen = await server.visitor().get("/api/lobby")
    open_, running = ([row["table"] for row in seen[name]] for name in ("open", "running"))
    return open_, running


async def turns(visitor: AsgiVisitor) -> list[str]:
    return [row["table"] for row in await visitor.get("/api/games/turn")]


async def test_the_lobby_shows_public_tables_and_no_others(server: ServerFixture) -> None:
    host, other = await server.guests(2)
    public = await server.open_table(host, public=True)
    await server.open_table(host, public=False)
    assert await lobby(server) == ([public], [])
    await server.give(other, public, do="sit", seat=1)
    assert await lobby(server) == ([], [public])
    await server.give(other, public, do="resign", seat=1)
    assert await lobby(server) == ([], [])


async def test_guests_are_shown_without_a_name_and_nobody_by_their_id(
    server: ServerFixture,
) -> None:
    host = await server.guest()
    person = (await host.get("/api/account"))["id"]
    table = await server.open_table(host, public=True)
    (row,) = (await server.visitor().get("/api/lobby"))["open"]
    assert row["chairs"][0] == {"kind": "guest", "name": None, "level": None}
    assert person not in str(row)
    assert person not in str(await server.look(table))


async def test_tables_that_wait_for_a_person_are_listed(server: ServerFixture) -> None:
    host, other = await server.guests(2)
    table = await server.sit(host, other)
    assert (await turns(host), await turns(other)) == ([table], [])
    await server.give(host, table, do="place", seat=0, at="c3")
    assert (await turns(host), await turns(other)) == ([], [table])


async def test_a_shout_changes_no_list_but_the_shouters(server: ServerFixture) -> None:
    players = await server.guests(3)
    table = await server.sit(*players, public=True)
    await server.give(players[0], table, do="place", seat=0, at="c3")
    before = await server.visitor().get("/api/lobby"), await players[0].get("/api/games")
    await server.give(players[1], table, do="grav", seat=1, placement=1)
    assert (await turns(players[1]), await turns(players[2])) == ([], [table])
    assert before == (await server.visitor().get("/api/lobby"), await players[0].get("/api/games"))


async def test_own_games_are_paged_with_the_latest_first(
    server: ServerFixture, clock: ManualClock
) -> None:
    host = await server.guest()
    opened = []
    for _ in range(5):
        clock.advance(1000)
        opened.append(await server.open_table(host))
    found: list[str] = []
    path = "/api/games?limit=2"
    while path:
        page = await host.get(path)
        found += [row["table"] for row in page["tables"]]
        path = f"/api/games?limit=2&before={page['next']}" if page["next"] else ""
    assert found == opened[::-1]
