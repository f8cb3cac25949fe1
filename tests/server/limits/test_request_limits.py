"""Rate limits of requests: by address, by network, by the name that is tried."""

import pytest
from tests.server.application_client import Connect, client_at

from grav.server.app import create_app
from grav.server.limits.request_limits import BY_ADDRESS, BY_NAME
from grav.server.runtime.config import Config

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"


def test_every_limit_belongs_to_an_existing_handler(sqlite_url: str) -> None:
    app = create_app(Config(database=sqlite_url))
    there = {
        (method, route.path_format)
        for route in app.routes
        for method in getattr(route, "methods", ())
    }
    assert {*BY_ADDRESS, *BY_NAME} <= there


async def test_logins_are_rate_limited_by_address(connect_from: Connect) -> None:
    async with connect_from() as client:
        tried = [
            await client.post("/api/session", json={"name": f"name{n}", "password": PASSWORD})
            for n in range(11)
        ]
        assert [each.status_code for each in tried] == [401] * 10 + [429]
        assert tried[-1].json()["code"] == "too_many_requests"
        assert 1 <= int(tried[-1].headers["retry-after"]) <= 6
        recovery = {"name": "name", "code": "x" * 20, "password": PASSWORD}
        assert (await client.post("/api/recovery", json=recovery)).status_code == 429


async def test_logins_are_rate_limited_by_name(connect_from: Connect) -> None:
    statuses = []
    for n in range(11):
        async with connect_from(f"192.0.2.{n}") as client:
            name = "Target" if n % 2 else "ｔａｒｇｅｔ"  # the same name
            sent = {"name": name, "password": PASSWORD}
            statuses.append((await client.post("/api/session", json=sent)).status_code)
    assert statuses == [401] * 10 + [429]
    async with connect_from("192.0.2.99") as client:
        other = {"name": "Other", "password": PASSWORD}
        assert (await client.post("/api/session", json=other)).status_code == 401


async def test_new_guests_are_rate_limited_by_network(connect_from: Connect) -> None:
    statuses = []
    for n in range(31):
        async with connect_from(f"2001:db8::{n}") as client:  # one network of 64 bits
            statuses.append((await client.post("/api/guest")).status_code)
    assert statuses == [201] * 30 + [429]


async def test_new_accounts_are_rate_limited(connect_from: Connect) -> None:
    async with connect_from() as client:
        statuses = [(await client.post("/api/account", json={})).status_code for _ in range(11)]
    assert statuses == [400] * 10 + [429]


async def test_rate_limits_can_be_turned_off_for_load_tests(sqlite_url: str) -> None:
    app = create_app(Config(database=sqlite_url, limits=0))
    async with app.lifespan(), client_at(app, "192.0.2.1") as client:
        statuses = {(await client.post("/api/account", json={})).status_code for _ in range(30)}
    assert statuses == {400}
