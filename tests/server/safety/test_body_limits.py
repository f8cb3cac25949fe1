"""Request bodies: JSON only, limited in length and depth, and read within a timeout."""

import json
from collections.abc import Awaitable, Callable

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar import Litestar
from litestar.testing import TestClient

from grav.server.protocol.asgi_types import Message, Scope
from grav.server.protocol.http_framing import MAX_DISCARDED_BYTES
from grav.server.runtime.config import Config
from grav.server.safety import body_limits


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8"])
def test_json_content_types_are_accepted(client: TestClient[Litestar], kind: str) -> None:
    done = client.post("/", content=b'{"a": 1}', headers={"content-type": kind})
    assert done.json() == {"body": '{"a": 1}'}


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "text/json"],
)
def test_content_types_of_html_forms_are_refused(client: TestClient[Litestar], kind: str) -> None:
    done = client.post("/", content=b'{"a": 1}', headers={"content-type": kind})
    assert (done.status_code, done.json()["code"]) == (415, "not_json")


def test_a_body_of_the_maximum_length_is_read_and_a_longer_one_refused(
    client: TestClient[Litestar],
) -> None:
    json_type = {"content-type": "application/json"}
    longest = b'"' + b"x" * (body_limits.MAX_BYTES - 2) + b'"'
    assert client.post("/", content=longest, headers=json_type).json()["body"] == longest.decode()
    for content in (longest + b" ", iter([longest, b" "])):
        done = client.post("/", content=content, headers=json_type)
        assert (done.status_code, done.json()["code"]) == (413, "body_too_long")


@pytest.mark.parametrize("length", ["-1", "1e3", "٣", "99999999999999999999"])
def test_an_invalid_content_length_is_refused(length: str) -> None:
    assert body_limits.states_too_long({b"content-length": length.encode()})


@pytest.mark.anyio
async def test_a_body_that_never_ends_times_out(
    monkeypatch: pytest.MonkeyPatch,
    guarded: Callable[..., Litestar],
    scope_of: Callable[..., Scope],
    ask: Callable[..., Awaitable[list[Message]]],
) -> None:
    monkeypatch.setattr(body_limits, "BODY_TIMEOUT", 0.01)
    pieces: list[Message] = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Message:
        if not pieces:
            await anyio.sleep_forever()
        return pieces.pop()

    headers = [(b"content-type", b"application/json"), (b"content-length", b"9")]
    sent = await ask(guarded(Config()), scope_of(headers=headers, method="POST"), receive)
    assert sent[0]["status"] == 408


REFUSALS = {
    "of another page": {"origin": "https://evil.example", "content-type": "application/json"},
    "no JSON": {"content-type": "text/plain"},
}


class BodySender:
    """An ASGI `receive` that sends a body in pieces of 1,000 bytes, and counts what was read."""

    def __init__(self, length: int | None) -> None:
        self._length, self.taken = length, 0

    async def __call__(self) -> Message:
        if self._length is None:
            await anyio.sleep_forever()
        self.taken += 1000
        more = self._length is None or self.taken < self._length
        return {"type": "http.request", "body": b"x" * 1000, "more_body": more}


@pytest.mark.anyio
@pytest.mark.parametrize("headers", REFUSALS.values(), ids=REFUSALS)
@pytest.mark.parametrize(
    ("stated", "sent", "taken", "is_closed"),
    [
        ("500000", 500_000, 500_000, False),
        (None, 500_000, 500_000, False),
        (None, 10**9, MAX_DISCARDED_BYTES, True),
        ("1000000000", 10**9, 0, True),
        ("5", None, 0, True),
    ],
    ids=["long", "in chunks", "in chunks without end", "far too long", "it never comes"],
)
async def test_a_refused_body_is_discarded_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch,
    guarded: Callable[..., Litestar],
    scope_of: Callable[..., Scope],
    ask: Callable[..., Awaitable[list[Message]]],
    headers: dict[str, str],
    stated: str | None,
    sent: int | None,
    taken: int,
    is_closed: bool,
) -> None:
    """So the client can read the response; beyond the limit, the connection is closed."""
    monkeypatch.setattr(body_limits, "BODY_TIMEOUT", 30.0 if sent else 0.01)
    length = {"transfer-encoding": "chunked"} if stated is None else {"content-length": stated}
    lines = [(name.encode(), value.encode()) for name, value in (headers | length).items()]
    sender = BodySender(sent)
    start, _ = await ask(guarded(Config()), scope_of(headers=lines, method="POST"), sender)
    assert start["status"] in (403, 415)
    assert taken <= sender.taken <= taken + 1000
    assert ((b"connection", b"close") in start["headers"]) == is_closed


@pytest.mark.anyio
async def test_a_refused_request_that_expects_100_continue_is_not_read(
    guarded: Callable[..., Litestar],
    scope_of: Callable[..., Scope],
    ask: Callable[..., Awaitable[list[Message]]],
) -> None:
    headers = [(b"content-length", b"9"), (b"expect", b"100-continue"), (b"content-type", b"no")]
    sender = BodySender(1000)
    start, _ = await ask(guarded(Config()), scope_of(headers=headers, method="POST"), sender)
    assert (start["status"], sender.taken) == (415, 0)
    assert (b"connection", b"close") in start["headers"]


def test_deeply_nested_json_is_refused(client: TestClient[Litestar]) -> None:
    json_type = {"content-type": "application/json"}
    for depth, status in (
        (body_limits.MAX_DEPTH, 201),
        (body_limits.MAX_DEPTH + 1, 400),
        (30_000, 400),
    ):
        done = client.post("/", content=b"[" * depth + b"]" * depth, headers=json_type)
        assert done.status_code == status
    assert done.json()["code"] == "too_deep"


JSON = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=60,
)


def depth_of(value: object) -> int:
    match value:
        case dict():
            return 1 + max(map(depth_of, value.values()), default=0)
        case list():
            return 1 + max(map(depth_of, value), default=0)
        case _:
            return 0


@given(value=JSON, wrapped=st.integers(0, 40), ascii_only=st.booleans())
def test_nesting_depth_ignores_brackets_within_strings(
    value: object, wrapped: int, ascii_only: bool
) -> None:
    value = [value, '"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\']
    for _ in range(wrapped):
        value = [value]
    data = json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    assert body_limits.is_too_deep(data) == (depth_of(value) > body_limits.MAX_DEPTH)


@given(st.binary(max_size=300) | st.text('[]{}"\\', max_size=300).map(str.encode))
def test_the_depth_of_any_bytes_can_be_computed(data: bytes) -> None:
    deepest = max(0, data.count(b"[") + data.count(b"{"))
    assert body_limits.is_too_deep(data) <= (deepest > body_limits.MAX_DEPTH)


def test_bodies_with_whole_games_may_be_longer() -> None:
    for path in body_limits.GAMES_AT:
        assert body_limits.max_bytes_of(path) == body_limits.max_bytes_of(f"{path}/") == 512 * 1024
    for path in ("/api/tables", "/api/reviews", "/api/review/other", "/", ""):
        assert body_limits.max_bytes_of(path) == body_limits.MAX_BYTES
