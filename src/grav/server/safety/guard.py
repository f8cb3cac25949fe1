"""Stands before the whole application, also before what no route answers, and before websockets."""

from collections.abc import Mapping

from grav.server.asgi import Application, Message, Receive, Scope, Send
from grav.server.config import Config
from grav.server.problems.problem import Problem
from grav.server.safety import bodies
from grav.server.safety.addresses import Bans, address_of, household
from grav.server.safety.admission import Admission
from grav.server.safety.headers import completed, safety_headers
from grav.server.safety.origin import comes_from_elsewhere
from grav.server.safety.rates import REQUESTS, SOCKETS
from grav.server.safety.refusal import TurnedAway, answer

LONGEST_URL = 4096
STARTS = ("http.response.start", "websocket.http.response.start")


class Guard:
    """Puts the true address into `scope["client"]`, for all that come after."""

    def __init__(self, app: Application, config: Config, bans: Bans, admission: Admission) -> None:
        self._app = app
        self._public_url = config.public_url
        self._trusted = config.trusted_proxies
        self._bans = bans
        self._admission = admission
        self._headers = safety_headers(config.public_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        port = scope["client"][1] if scope["client"] else 0
        scope["client"] = (address_of(scope, self._trusted), port)
        path = scope["path"]

        async def send_completed(message: Message) -> None:
            if message["type"] in STARTS:
                given = message.get("headers", ())
                message["headers"] = completed(given, path, self._headers)
            await send(message)

        try:
            receive = await self._admit(scope, receive)
        except Problem as problem:
            await answer(problem, scope, send_completed)
        else:
            await self._app(scope, receive, send_completed)

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        address = scope["client"][0] if scope["client"] else ""
        if address in self._bans:
            raise TurnedAway(403, "address_banned")
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_URL:
            raise TurnedAway(414, "url_too_long", most=LONGEST_URL)
        rate = SOCKETS if scope["type"] == "websocket" else REQUESTS
        self._admission.admit(rate, household(address))
        headers = dict(scope["headers"])
        if comes_from_elsewhere(scope, headers, self._public_url):
            raise TurnedAway(403, "from_elsewhere")
        if scope["type"] == "http" and bodies.has_body(headers):
            return await _read(headers, receive, bodies.most_bytes(scope["path"]))
        return receive


async def _read(headers: Mapping[bytes, bytes], receive: Receive, most: int) -> Receive:
    """Reads the body, so that no handler ever waits for one, and hands it on."""
    if not bodies.is_json(headers):
        raise TurnedAway(415, "not_json")
    if bodies.is_said_to_be_too_long(headers, most):
        raise TurnedAway(413, "body_too_long", most=most)
    try:
        body = await bodies.read_body(receive, most)
    except TimeoutError:
        raise TurnedAway(408, "body_too_slow", {"connection": "close"}) from None
    if body is None:
        raise TurnedAway(413, "body_too_long", most=most)
    if bodies.is_too_deep(body):
        raise TurnedAway(400, "too_deep", most=bodies.MOST_DEPTH)
    return bodies.again(body, receive)
