"""Parses addresses that people type or paste: the URL of a server, or the link of a table."""

import re
from dataclasses import dataclass

import httpx

from grav.client.errors import ClientError

_PATH = re.compile(r"/?(?:table/([A-Za-z0-9_-]{1,16})/?)?")

_HOST = re.compile(r"[A-Za-z0-9.:_-]+")


@dataclass(frozen=True, slots=True)
class Address:
    origin: str
    """Scheme, host and port, without a trailing slash."""
    table: str | None = None

    @property
    def socket_origin(self) -> str:
        return self.origin.replace("http", "ws", 1)

    def link(self, table: str) -> str:
        """Returns the link to a table, for a browser or for `grav join`."""
        return f"{self.origin}/table/{table}"


def parse_address(text: str) -> Address:
    """Parses the URL of a server or table; the scheme defaults to http.

    :raises ClientError: if it is neither
    """
    typed = text.strip()
    try:
        url = httpx.URL(typed if "://" in typed else f"http://{typed}")
    except (httpx.InvalidURL, ValueError):
        raise ClientError("client.bad_url", found=typed[:80]) from None
    path, host = _PATH.fullmatch(url.path), url.raw_host.decode("ascii")
    is_host = bool(_HOST.fullmatch(host)) and not url.userinfo
    if url.scheme not in ("http", "https") or not is_host or path is None:
        raise ClientError("client.bad_url", found=typed[:80])
    return Address(f"{url.scheme}://{url.netloc.decode('ascii')}", path[1])
