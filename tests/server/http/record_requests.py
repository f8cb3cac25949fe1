"""Requests for records, which several tests send."""

from grav.testing.servers.asgi_driver import Answer
from grav.testing.servers.server_fixture import ServerFixture

HEAD = "Board: 7x7\nSetting: 3 3 4 2 4\nFirst: 1\n\n"
GAME = f"{HEAD}1. c3 ok 2. c4 ok 3. e4 ok 4. e6 ok"


async def convert(house: ServerFixture, query: str, text: str = GAME) -> Answer:
    return await house.visitor().ask("POST", f"/api/review/convert?{query}", {"record": text})


async def open_table_with_breach(house: ServerFixture, **settings: object) -> str:
    """Opens a table on one device, with a stone that breaks a rule and was accepted."""
    host = await house.guest()
    table = await house.open_table(host, mode="device", **settings)
    await house.give(host, table, do="place", seat=0, at="c3")
    await house.give(host, table, do="accept", seat=1, placement=1)
    await house.give(host, table, do="place", seat=1, at="c4")
    await house.give(host, table, do="accept", seat=0, placement=2)
    house.visitors.append(host)
    return table
