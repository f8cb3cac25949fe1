"""Security headers of every response: content security policy, cross-origin policies, HSTS."""

from collections.abc import Iterable

Header = tuple[bytes, bytes]

NO_STORE: Header = (b"cache-control", b"no-store")
API = "/api"


def security_headers(public_url: str | None) -> tuple[Header, ...]:
    """Returns the security headers for a server with this public origin."""
    secure = public_url is not None and public_url.startswith("https://")
    # In some browsers 'self' does not include websockets.
    sockets = f" {public_url.replace('http', 'ws', 1)}" if public_url else ""
    policy = (
        "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; "
        f"img-src 'self' data: blob:; connect-src 'self'{sockets}; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    headers = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }
    if secure:
        headers["strict-transport-security"] = "max-age=31536000"
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


def add_headers(given: Iterable[Header], path: str, always: Iterable[Header]) -> list[Header]:
    """Returns the headers of a response with the missing ones added; those that a handler set
    stay."""
    headers = list(given)
    names = {name.lower() for name, _ in headers}
    headers += [header for header in always if header[0] not in names]
    if path.startswith(API) and NO_STORE[0] not in names:
        headers.append(NO_STORE)
    return headers
