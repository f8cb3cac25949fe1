"""The whole application in this process: metrics, the OpenAPI document, bans."""

from ipaddress import ip_network

import anyio
import pytest
from tests.server.application_client import Connect, client_at

from grav.server import app as application
from grav.server.app import create_app
from grav.server.runtime.config import Config

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"


async def test_metrics_are_served_to_local_addresses_only(connect_from: Connect) -> None:
    async with connect_from("8.8.8.8") as client:
        assert (await client.get("/metrics")).status_code == 404
        await client.get(f"/api/account?token={PASSWORD}")
        await client.get(f"/{PASSWORD}")
    async with connect_from("10.0.0.7") as client:
        numbers = await client.get("/metrics")
    assert numbers.headers["content-type"].startswith("text/plain")
    assert 'route="/api/account",status="401"' in numbers.text
    assert PASSWORD not in numbers.text


async def test_the_openapi_document_is_served_without_pages_that_render_it(
    connect_from: Connect,
) -> None:
    async with connect_from() as client:
        document = (await client.get("/api/openapi.json")).json()
        pages = [await client.get(f"/api{path}") for path in ("", "/swagger", "/redoc", "/docs")]
    assert "/api/account" in document["paths"]
    assert set(document["components"]["securitySchemes"]) == {"session", "token"}
    assert not {"/metrics", "/healthz", "/readyz"} & set(document["paths"])
    assert all("<script" not in page.text for page in pages)


async def test_a_ban_takes_effect_while_the_server_runs(
    monkeypatch: pytest.MonkeyPatch, sqlite_url: str
) -> None:
    monkeypatch.setattr(application, "BANS_SECONDS", 0.01)
    app = create_app(Config(database=sqlite_url))
    async with app.lifespan(), client_at(app, "203.0.113.5") as client:
        assert (await client.get("/healthz")).status_code == 200
        bans = app.state.parts.people.bans
        await bans.ban_address(ip_network("203.0.113.0/24"))
        with anyio.fail_after(20):
            while (await client.get("/healthz")).status_code != 403:
                await anyio.sleep(0.01)
