"""Client addresses: trusted proxies, bans, one limit per IPv6 network."""

from collections.abc import Awaitable, Callable
from ipaddress import ip_network

from litestar import Litestar
from tests.subtests import every

from grav.server.protocol.asgi_types import Message, Scope
from grav.server.protocol.client_addresses import address_of, household, is_near

Guarded = Callable[..., Litestar]
Ask = Callable[..., Awaitable[list[Message]]]
ScopeOf = Callable[..., Scope]


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
