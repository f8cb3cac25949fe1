"""Rate limits of requests: which handler has which rate, and the guard that applies it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from grav.server.limits.rate_limits import RateLimits
from grav.server.limits.rates import (
    ACCOUNTS,
    ATLAS,
    DRILLS,
    GUESTS,
    LOG_INS,
    LOG_INS_TO_NAME,
    OPINIONS,
    RECORDS,
    REVIEWS,
    STUDIES,
    Rate,
)
from grav.server.messages.people import NameInBody
from grav.server.people.account_names import key_of
from grav.server.protocol.client_addresses import household

Connection = ASGIConnection[Any, Any, Any, Any]
RateLimitGuard = Callable[[Connection, BaseRouteHandler], Awaitable[None]]

# A handler that takes a password can be used to guess it, and costs a slow hash; playing through a
# game, searching, generating positions and looking up the atlas cost the time of a thread.
BY_ADDRESS: Mapping[tuple[str, str], Rate] = {
    ("POST", "/api/account"): ACCOUNTS,
    ("POST", "/api/guest"): GUESTS,
    ("POST", "/api/session"): LOG_INS,
    ("POST", "/api/recovery"): LOG_INS,
    ("DELETE", "/api/account"): LOG_INS,
    ("POST", "/api/account/password"): LOG_INS,
    ("POST", "/api/account/recovery-codes"): LOG_INS,
    ("GET", "/api/tables/{table}/review"): REVIEWS,
    ("POST", "/api/review"): REVIEWS,
    ("POST", "/api/review/convert"): REVIEWS,
    ("POST", "/api/review/opinion"): OPINIONS,
    ("POST", "/api/study"): STUDIES,
    ("GET", "/api/tables/{table}/record"): RECORDS,
    ("GET", "/api/drills/spot"): DRILLS,
    ("GET", "/api/examples"): DRILLS,
    ("GET", "/api/course"): DRILLS,
    ("GET", "/api/atlas"): ATLAS,
    ("GET", "/api/atlas/forecast"): ATLAS,
    ("GET", "/api/atlas/prospect"): ATLAS,
    ("GET", "/api/atlas/map"): ATLAS,
}
BY_NAME: Mapping[tuple[str, str], Rate] = {
    ("POST", "/api/session"): LOG_INS_TO_NAME,
    ("POST", "/api/recovery"): LOG_INS_TO_NAME,
}


def client_key(request: Request[Any, Any, Any]) -> str:
    """Returns the key by which work is shared out and limited: an address, since anybody can make
    any number of guests."""
    return household(request.client.host if request.client else "")


def limit_requests(rate_limits: RateLimits) -> RateLimitGuard:
    """Returns the guard of the whole application, which raises Problem if a rate is exceeded."""

    async def guard(connection: Connection, _: BaseRouteHandler) -> None:
        if not isinstance(connection, Request):
            return
        asked = (connection.method, connection.scope["path_template"])
        if (rate := BY_ADDRESS.get(asked)) is not None:
            await rate_limits.admit_shared(rate, client_key(connection))
        if (rate := BY_NAME.get(asked)) is not None:
            key = await _name_in(connection)
            if key is not None:
                await rate_limits.admit_shared(rate, key)

    return guard


async def _name_in(request: Request[Any, Any, Any]) -> str | None:
    """Returns the normalised name from the body; None if no account can be meant."""
    try:
        return key_of(msgspec.json.decode(await request.body(), type=NameInBody).name)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
