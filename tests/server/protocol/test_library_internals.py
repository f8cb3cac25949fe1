"""The private parts of libraries that the server uses.

A new version of a library that lacks one of them fails here, by its name; pyproject.toml then
excludes that version until the server is adapted.
"""

import inspect
from types import ModuleType
from typing import Any

import pytest
from litestar import Litestar
from uvicorn import Config, Server, config, supervisors
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets import websockets_sansio_impl
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets import server as websockets_server
from websockets.server import ServerProtocol

from grav.server.protocol.http_connection import BoundedConnection
from grav.server.protocol.websocket_handshake import HandshakeProtocol

pytestmark = pytest.mark.anyio

OF_HTTP = (
    "_should_upgrade", "connection_lost", "connection_made", "connections", "cycle",
    "data_received", "flow", "handle_websocket_upgrade", "headers", "loop", "on_header",
    "on_headers_complete", "on_message_complete", "on_response_complete", "parser", "pipeline",
    "send_400_response", "shutdown", "transport",
)  # fmt: skip
OF_CYCLE = ("disconnected", "message_event", "response_started", "scope", "transport")
OF_WEBSOCKET = (
    "close_sent", "conn", "connections", "data_received", "disconnected", "handle_connect",
    "handshake_initiated", "loop", "read_paused", "stop_keepalive", "transport",
)  # fmt: skip
OF_FRAMING = (
    "close_rcvd", "data_to_send", "events_received", "handshake_exc", "parser_exc",
    "receive_data", "send_close", "send_ping", "state",
)  # fmt: skip


def lacks(thing: object, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if not hasattr(thing, name)]


def settings() -> Config:
    return Config(
        Litestar([], logging_config=None), http=HttpToolsProtocol, ws=WebSocketsSansIOProtocol
    )


async def test_the_http_protocol_of_uvicorn_has_the_attributes_that_are_used() -> None:
    assert lacks(HttpToolsProtocol(settings(), ServerState(), {}), OF_HTTP) == []


async def test_a_request_of_uvicorn_has_the_attributes_that_are_used() -> None:
    parameters = inspect.signature(RequestResponseCycle).parameters
    nothing: dict[str, Any] = dict.fromkeys(parameters)
    assert lacks(RequestResponseCycle(**nothing), OF_CYCLE) == []


async def test_the_websocket_protocol_of_uvicorn_has_the_attributes_that_are_used() -> None:
    there = WebSocketsSansIOProtocol(settings(), ServerState(), {})
    assert lacks(there, OF_WEBSOCKET) == []
    assert lacks(there.conn, OF_FRAMING) == []
    assert isinstance(there.conn, ServerProtocol)


def test_the_processes_of_uvicorn_have_the_attributes_that_are_used() -> None:
    assert config.STARTUP_FAILURE == 3
    assert lacks(Server(settings()), ("should_exit", "started", "run")) == []
    there = supervisors.Multiprocess(settings(), sockets=[])
    assert lacks(there, ("processes", "run")) == []


@pytest.mark.parametrize("own", [BoundedConnection, HandshakeProtocol])
def test_every_method_that_is_replaced_is_there(own: type) -> None:
    base = own.__mro__[1]
    public = {name for name in vars(own) if not name.startswith("_")} - {"linger"}
    called_by_httptools = {"on_chunk_header"}
    assert [name for name in public - called_by_httptools if not hasattr(base, name)] == []


LOGGED = {
    "connection open": websockets_server,
    "connection rejected": websockets_server,
    '"WebSocket %s"': websockets_sansio_impl,
    "without completing handshake": websockets_sansio_impl,
}
"""The log messages about websockets that our logs leave out (`logs.py`)."""


@pytest.mark.parametrize(("message", "module"), LOGGED.items(), ids=LOGGED)
def test_log_messages_that_we_leave_out_have_this_text(message: str, module: ModuleType) -> None:
    assert message in inspect.getsource(module)
