"""Client addresses: finds where a request comes from, and whose addresses count as one."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from grav.server.protocol.asgi_types import Scope
from grav.server.runtime.config import Network

FORWARDED = b"x-forwarded-for"
IPV6_HOUSEHOLD = 64
"""Prefix length: whoever has one IPv6 address usually has the whole network of that prefix."""

Address = IPv4Address | IPv6Address


def parse_address(text: str) -> Address | None:
    """Parses an address and unwraps an IPv4-mapped IPv6 one. Returns None if it is no address."""
    try:
        address = ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def address_of(scope: Scope, trusted: tuple[Network, ...]) -> str:
    """Returns the client's address: the peer's, or the one that a trusted proxy reports.

    Each proxy appends the address that it saw at the right end of X-Forwarded-For, and entries
    further left may be forged: so the list is read from the right, as long as the proxies that
    wrote it are trusted.
    """
    client = scope.get("client")
    peer = parse_address(client[0]) if client else None
    if peer is None:
        return ""
    if trusted and is_within(peer, trusted):
        for hop in reversed(_hops(scope)):
            if hop is None:
                break
            peer = hop
            if not is_within(hop, trusted):
                break
    return str(peer)


def _hops(scope: Scope) -> list[Address | None]:
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == FORWARDED]
    return [parse_address(hop) for line in lines for hop in line.split(",")]


def is_within(address: Address, networks: Iterable[Network]) -> bool:
    return any(address in network for network in networks)


@lru_cache(4096)  # called for every command at a table
def household(address: str) -> str:
    """Returns what rate limits count as one client: an IPv4 address, or the IPv6 network of one
    household."""
    parsed = parse_address(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, IPV6_HOUSEHOLD), strict=False))
    return address


def is_near(address: str) -> bool:
    """Whether it is this machine or a private network. A peer without any address (a Unix socket)
    is near too."""
    parsed = parse_address(address)
    return parsed is None or parsed.is_private
