"""The guard before every request: long URLs, client addresses, bans, rate limits."""

import json
from collections.abc import Awaitable, Callable
from ipaddress import ip_network

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from grav.server.limits.rates import Rate
from grav.server.protocol.asgi_types import Message, Scope
from grav.server.protocol.http_framing import MAX_URL_LENGTH
from grav.server.runtime.config import Config
from grav.server.safety import guard_middleware
from grav.server.safety.guard_middleware import BannedAddresses
from grav.text import LANGUAGES, say

Guarded = Callable[..., Litestar]
Ask = Callable[..., Awaitable[list[Message]]]
ScopeOf = Callable[..., Scope]


def test_a_url_that_is_too_long_is_refused(client: TestClient[Litestar]) -> None:
    assert client.get("/", params={"q": "x" * (MAX_URL_LENGTH // 3)}).status_code == 200
    done = client.get("/", params={"q": "x" * MAX_URL_LENGTH})
    assert (done.status_code, done.json()["code"]) == (414, "url_too_long")


PROXIES = (ip_network("10.0.0.0/8"), ip_network("::1/128"))


@pytest.mark.anyio
async def test_handlers_see_the_address_of_the_client(
    guarded: Guarded, scope_of: ScopeOf, ask: Ask
) -> None:
    app = guarded(Config(trusted_proxies=PROXIES))
    headers = [(b"x-forwarded-for", b"198.51.100.1")]
    for peer, expected in (("10.0.0.1", b"198.51.100.1"), ("192.0.2.9", b"192.0.2.9")):
        put = scope_of(peer, headers, method="PUT", path="/address", raw_path=b"/address")
        assert (await ask(app, put))[1]["body"] == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.anyio
async def test_banned_addresses_are_refused(
    guarded: Guarded, scope_of: ScopeOf, ask: Ask, language: str
) -> None:
    bans = BannedAddresses()
    app = guarded(Config(), bans)

    async def asked(peer: str) -> Message:
        start, body = await ask(app, scope_of(peer, [(b"accept-language", language.encode())]))
        return start | {"body": body["body"]}

    assert (await asked("203.0.113.5"))["status"] == 200
    bans.replace(["203.0.113.0/24", "2001:db8::/32"])
    for shut_out in ("203.0.113.5", "2001:db8::1", "::ffff:203.0.113.9"):
        refused = await asked(shut_out)
        assert refused["status"] == 403
        text = say("serve.address_banned", language)
        assert json.loads(refused["body"]) == {"code": "address_banned", "text": text}
    assert (await asked("203.0.114.5"))["status"] == 200
    bans.replace([])
    assert (await asked("203.0.113.5"))["status"] == 200


@pytest.mark.anyio
async def test_requests_are_rate_limited_by_address(
    monkeypatch: pytest.MonkeyPatch, guarded: Guarded, scope_of: ScopeOf, ask: Ask
) -> None:
    monkeypatch.setattr(guard_middleware, "REQUESTS", Rate("requests", burst=3, each=0.001))
    app = guarded(Config())
    answers = [(await ask(app, scope_of("192.0.2.1")))[0] for _ in range(5)]
    assert [answer["status"] for answer in answers] == [200, 200, 200, 429, 429]
    assert b"retry-after" in dict(answers[-1]["headers"])
    assert (await ask(app, scope_of("192.0.2.2")))[0]["status"] == 200
