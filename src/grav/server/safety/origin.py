"""CSRF defence: refuses requests and websockets that foreign pages start in their visitors' name.

A foreign page can make a browser send requests here, with the cookie. Four measures stop it, each
sufficient alone: the cookie is SameSite=Lax, so browsers leave it out of requests that foreign
pages start; bodies must be JSON (body_limits.py), which no form can send, and no foreign script
without a CORS permission that this server never gives; browsers send the page's Origin with every
such request and with every websocket, and it must be ours; and they send Sec-Fetch-Site, which no
page can change.

A foreign page can also point its own host name at our address, once it is loaded (DNS rebinding).
Its requests are then same-origin, with none of our cookies. If the server has a public URL,
requests for any other host name are refused.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

from grav.server.protocol.asgi_types import Scope

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
BY_ADDRESS = frozenset({"/healthz", "/readyz", "/metrics"})
"""Paths for programs beside the server, which know its address, not its name."""


def host_of(url: str) -> str:
    """Returns the host name of an origin or a Host header, without the port, which proxies may
    leave out."""
    return urlsplit(url).hostname or ""


def is_for_another_host(scope: Scope, headers: Mapping[bytes, bytes], public_url: str) -> bool:
    """Whether the Host header names another host than the public URL. Paths in BY_ADDRESS are
    exempt."""
    if scope["type"] == "http" and scope["path"] in BY_ADDRESS:
        return False
    said = headers.get(b"host", b"").decode("latin-1")
    try:
        return host_of(f"//{said}") != host_of(public_url)
    except ValueError:  # brackets around no address
        return True


def is_cross_site(scope: Scope, headers: Mapping[bytes, bytes], public_url: str | None) -> bool:
    """Whether to refuse it as cross-site. Safe HTTP methods never are: foreign pages cannot read
    the responses."""
    if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
        return False
    has_cookie = b"cookie" in headers
    if has_cookie and headers.get(b"sec-fetch-site") == b"cross-site":
        return True
    origin = headers.get(b"origin")
    if origin is not None:
        return not _is_ours(origin.decode("latin-1"), headers, public_url)
    # Programs send no Origin. They send a token, or have no identity yet; a cookie without an
    # Origin comes from a browser that should have sent one.
    return has_cookie and not headers.get(b"authorization", b"").lower().startswith(b"bearer ")


def _is_ours(origin: str, headers: Mapping[bytes, bytes], public_url: str | None) -> bool:
    origin = origin.lower()
    if public_url is not None:
        return origin == public_url
    host = headers.get(b"host", b"").decode("latin-1").lower()
    return bool(host) and origin in (f"http://{host}", f"https://{host}")
