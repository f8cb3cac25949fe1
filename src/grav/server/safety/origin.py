"""May this come from another page? The defence against pages that act in their visitors' name.

A foreign page can make a browser send requests here, with the cookie. Four things stop it, each
alone: the cookie is SameSite=Lax, so browsers leave it out of requests that foreign pages start;
bodies must be JSON (bodies.py), which no form can send, and no foreign script without a leave that
this server never gives; browsers state the page's origin with every such request and with every
websocket, and it must be ours; and they state Sec-Fetch-Site, which no page can change.

A foreign page can also give its own name our address, once it is loaded (DNS rebinding). Then it is
of the same origin as what it asks, with none of our cookies; where people reach the server by one
name alone, what is meant for another is not answered.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

from grav.server.asgi_types import Scope

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
BY_ADDRESS = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked by programs beside the server, which know its address, not its name."""


def host_of(url: str) -> str:
    """The name in an origin, or in what a header `Host` says; without the port, which proxies may
    leave out."""
    return urlsplit(url).hostname or ""


def is_for_another(scope: Scope, headers: Mapping[bytes, bytes], public_url: str) -> bool:
    """Is it meant for another name than the one by which people reach this server?"""
    if scope["type"] == "http" and scope["path"] in BY_ADDRESS:
        return False
    said = headers.get(b"host", b"").decode("latin-1")
    try:
        return host_of(f"//{said}") != host_of(public_url)
    except ValueError:  # brackets without an address in them
        return True


def comes_from_elsewhere(
    scope: Scope, headers: Mapping[bytes, bytes], public_url: str | None
) -> bool:
    """Is it to be refused? Reading by HTTP never is: answers cannot be seen by foreign pages."""
    if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
        return False
    has_cookie = b"cookie" in headers
    if has_cookie and headers.get(b"sec-fetch-site") == b"cross-site":
        return True
    origin = headers.get(b"origin")
    if origin is not None:
        return not _is_ours(origin.decode("latin-1"), headers, public_url)
    # Programs state no origin. They show a token, or start as nobody; a cookie without an origin
    # is a browser that should have stated one.
    return has_cookie and not headers.get(b"authorization", b"").lower().startswith(b"bearer ")


def _is_ours(origin: str, headers: Mapping[bytes, bytes], public_url: str | None) -> bool:
    origin = origin.lower()
    if public_url is not None:
        return origin == public_url
    host = headers.get(b"host", b"").decode("latin-1").lower()
    return bool(host) and origin in (f"http://{host}", f"https://{host}")
