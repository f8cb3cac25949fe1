"""Requests for records, which several tests send."""

from grav.testing.servers.asgi_driver import Answer
from grav.testing.servers.server_fixture import ServerFixture

HEAD = "Board: 7x7\nSetting: 3 3 4 2 4\nFirst: 1\n\n"
GAME = f"{HEAD}1. c3 ok 2. c4 ok 3. e4 ok 4. e6 ok"


async def convert(server: ServerFixture, query: str, text: str = GAME) -> Answer:
    return await server.visitor().ask("POST", f"/api/review/convert?{query}", {"record": text})


async def open_table_with_breach(server: ServerFixture, **settings: object) -> str:
    """Opens a table on one device, with a stone that breaks a rule and was accepted."""
    host = await server.guest()
    table = await server.open_table(host, mode="device", **settings)
    await server.give(host, table, do="place", seat=0, at="c3")
    await server.give(host, table, do="accept", seat=1, placement=1)
    await server.give(host, table, do="place", seat=1, at="c4")
    await server.give(host, table, do="accept", seat=0, placement=2)
    server.visitors.append(host)
    return table
