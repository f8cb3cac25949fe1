"""Client addresses: trusted proxies, bans, one limit per IPv6 network."""

import json
from collections.abc import Awaitable, Callable
from ipaddress import ip_network

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from tests.data_driven import every

from grav.server.limits.rates import Rate
from grav.server.protocol.asgi_types import Message, Scope
from grav.server.protocol.client_addresses import address_of, household, is_near
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
FORWARDED: list[tuple[str, list[str], str]] = [
    ("192.0.2.9", [], "192.0.2.9"),
    ("192.0.2.9", ["198.51.100.1"], "192.0.2.9"),
    ("10.0.0.1", [], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["203.0.113.5, 198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["203.0.113.5, 198.51.100.1, 10.9.9.9"], "198.51.100.1"),
    ("10.0.0.1", ["203.0.113.5", "198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["10.1.1.1, 10.2.2.2"], "10.1.1.1"),
    ("10.0.0.1", ["nonsense"], "10.0.0.1"),
    ("10.0.0.1", ["nonsense, 10.1.1.1"], "10.1.1.1"),
    ("10.0.0.1", ["198.51.100.1, nonsense"], "10.0.0.1"),
    ("10.0.0.1", [""], "10.0.0.1"),
    ("::1", ["2001:db8::7"], "2001:db8::7"),
    ("::ffff:10.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"),
    ("fe80::1%eth0", [], "fe80::1"),
]


@every(("peer", "forwarded", "expected"), FORWARDED)
def test_only_trusted_proxies_may_name_the_client(
    scope_of: ScopeOf, peer: str, forwarded: list[str], expected: str
) -> None:
    headers = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    assert address_of(scope_of(peer, headers), PROXIES) == expected
    assert address_of(scope_of(peer, headers), ()) == address_of(scope_of(peer), ())


def test_a_peer_without_an_address_is_local(scope_of: ScopeOf) -> None:
    assert address_of(scope_of(None), PROXIES) == ""
    for near in ("", "127.0.0.1", "::1", "10.2.3.4", "192.168.1.1", "fd00::1"):
        assert is_near(near)
    for far in ("8.8.8.8", "2606:4700::1"):
        assert not is_near(far)


def test_an_ipv6_network_of_64_bits_counts_as_one_address() -> None:
    assert household("2001:db8::1") == household("2001:db8::ffff:1") != household("2001:db8:0:1::1")
    assert household("192.0.2.1") != household("192.0.2.2")
    assert household("") == ""


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
