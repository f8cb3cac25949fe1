"""Rate limits of all people behind one address, beside those of each person."""

from typing import Any

import pytest

from grav.server.limits.rates import BOT_MOVES, GUESTS, HOUSEHOLD_FACTOR, TABLES, Rate
from grav.testing.servers.asgi_driver import Answer, AsgiVisitor
from grav.testing.servers.server_fixture import PLAIN_SETTINGS, ServerFixture

pytestmark = pytest.mark.anyio

TABLE = {"settings": PLAIN_SETTINGS}


async def guests_of_one_address(server: ServerFixture) -> list[AsgiVisitor]:
    """As many guests as the rate limit admits: more than HOUSEHOLD_FACTOR, so that the limit of
    their address is reached before each person's own.
    """
    address = server.visitor().address
    guests = [AsgiVisitor(server.app, "guest", address) for _ in range(round(GUESTS.burst))]
    return [await guest.become_guest() for guest in guests]


def lower_limit(monkeypatch: pytest.MonkeyPatch, name: str, rate: Rate) -> Rate:
    """Lowers one limit, so that no other is reached first."""
    low = Rate(rate.name, burst=1, each=rate.each)
    monkeypatch.setattr(f"grav.server.http.tables.{name}", low)
    return low


async def ask_all(guests: list[AsgiVisitor], path: str, **form: Any) -> list[Answer]:
    """Sends one request of each guest."""
    return [await guest.ask("POST", path, form) for guest in guests]


async def test_new_tables_are_limited_by_address(
    limited_server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower_limit(monkeypatch, "TABLES", TABLES)
    guests = await guests_of_one_address(limited_server)
    answers = await ask_all(guests, "/api/tables", **TABLE)
    refused = len(guests) - HOUSEHOLD_FACTOR
    assert [answer.status for answer in answers] == [201] * HOUSEHOLD_FACTOR + [429] * refused
    other = await limited_server.guest()
    assert (await other.ask("POST", "/api/tables", TABLE)).status == 201


async def test_commands_over_http_are_limited_by_address(
    limited_server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower_limit(monkeypatch, "BOT_MOVES", BOT_MOVES)
    table = await limited_server.open_table(await limited_server.guest())
    guests = await guests_of_one_address(limited_server)
    path = f"/api/tables/{table}/commands"
    answers = await ask_all(guests, path, id="pass-1", do="pass", seat=0)
    refused = len(guests) - HOUSEHOLD_FACTOR
    assert [answer.status for answer in answers] == [409] * HOUSEHOLD_FACTOR + [429] * refused
