"""ASGI middleware before the whole application: it also checks websockets, and paths without a
route."""

from collections.abc import Iterable, Mapping
from ipaddress import ip_network

from grav.server.limits.rate_limits import RateLimits
from grav.server.limits.rates import REQUESTS, SOCKETS
from grav.server.problems.asgi_response import send_problem
from grav.server.problems.problem import Problem, TurnedAway
from grav.server.protocol.asgi_types import Application, Message, Receive, Scope, Send
from grav.server.protocol.client_addresses import address_of, household, is_within, parse_address
from grav.server.protocol.http_framing import MAX_URL_LENGTH, has_body
from grav.server.runtime.config import Config, Network
from grav.server.safety import body_limits
from grav.server.safety.origin import host_of, is_cross_site, is_for_another_host
from grav.server.safety.security_headers import add_headers, security_headers

CLOSE = ((b"connection", b"close"),)
STARTS = ("http.response.start", "websocket.http.response.start")


class BannedAddresses:
    """The banned addresses and networks, as of the last `replace`."""

    def __init__(self) -> None:
        self._networks: tuple[Network, ...] = ()

    def replace(self, banned: Iterable[str]) -> None:
        self._networks = tuple(ip_network(each, strict=False) for each in banned)

    def __contains__(self, address: str) -> bool:
        parsed = parse_address(address) if self._networks else None
        return parsed is not None and is_within(parsed, self._networks)


class RequestGuard:
    """Refuses what may not pass, and stores the real client address in `scope["client"]` for all
    later code."""

    def __init__(
        self, app: Application, config: Config, bans: BannedAddresses, rate_limits: RateLimits
    ) -> None:
        self._app = app
        self._public_url = config.public_url
        self._trusted = config.trusted_proxies
        self._bans = bans
        self._rate_limits = rate_limits
        self._headers = security_headers(config.public_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        port = scope["client"][1] if scope["client"] else 0
        scope["client"] = (address_of(scope, self._trusted), port)
        path, headers, body = scope["path"], dict(scope["headers"]), body_limits.Body(receive)

        async def send_completed(message: Message) -> None:
            if message["type"] in STARTS:
                given = message.get("headers", ())
                message["headers"] = add_headers(given, path, self._headers)
            await send(message)

        try:
            self._admit(scope, headers)
            if scope["type"] == "http" and has_body(headers):
                receive = await _read(headers, body, receive, body_limits.max_bytes_of(path))
        except Problem as problem:
            if await _discard_body(scope, headers, body, problem):
                await send_problem(problem, scope, send_completed)
            else:
                await send_problem(problem, scope, send_completed, CLOSE)
        else:
            await self._app(scope, receive, send_completed)

    def _admit(self, scope: Scope, headers: Mapping[bytes, bytes]) -> None:
        address = scope["client"][0] if scope["client"] else ""
        if address in self._bans:
            raise TurnedAway(403, "address_banned")
        if len(scope["raw_path"]) + len(scope["query_string"]) > MAX_URL_LENGTH:
            raise TurnedAway(414, "url_too_long", most=MAX_URL_LENGTH)
        rate = SOCKETS if scope["type"] == "websocket" else REQUESTS
        self._rate_limits.admit(rate, household(address))
        if self._public_url is not None and is_for_another_host(scope, headers, self._public_url):
            raise TurnedAway(421, "wrong_host", host=host_of(self._public_url))
        if is_cross_site(scope, headers, self._public_url):
            raise TurnedAway(403, "from_elsewhere")


async def _read(
    headers: Mapping[bytes, bytes], body: body_limits.Body, receive: Receive, most: int
) -> Receive:
    """Reads and checks the body, so that no handler waits for one. Returns a `receive` that replays
    it."""
    if not body_limits.is_json(headers):
        raise TurnedAway(415, "not_json")
    if body_limits.states_too_long(headers, most):
        raise TurnedAway(413, "body_too_long", most=most)
    try:
        read = await body.read(most)
    except TimeoutError:
        raise TurnedAway(408, "body_too_slow", most=round(body_limits.BODY_TIMEOUT)) from None
    if read is None:
        raise TurnedAway(413, "body_too_long", most=most)
    if body_limits.is_too_deep(read):
        raise TurnedAway(400, "too_deep", most=body_limits.MAX_DEPTH)
    return body_limits.replay(read, receive)


async def _discard_body(
    scope: Scope, headers: Mapping[bytes, bytes], body: body_limits.Body, problem: Problem
) -> bool:
    """Discards the body of a refused request, where that is possible. Returns whether nothing is
    left unread; if something is, the connection is closed."""
    if scope["type"] != "http" or not has_body(headers):
        return True
    is_late = problem.status == 408
    return not is_late and body_limits.can_be_discarded(headers) and await body.discard()
