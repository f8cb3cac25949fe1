"""Websockets, at a table and in the lobby. Once accepted they are taken over from ASGI."""

from functools import partial
from typing import Any

from litestar import WebSocket, websocket
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect

from grav.server.http.identity import credential_of, is_still_known
from grav.server.http.websocket_errors import INTERNAL
from grav.server.limits.command_limits import CommandLimits
from grav.server.limits.open_connections import OpenConnections
from grav.server.limits.rates import MESSAGES
from grav.server.live.client_sockets import ClientSocket, LobbySocket, TableSocket
from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.fanout import LOBBY, Fanout
from grav.server.live.room import TableClock
from grav.server.live.rooms import NoSuchTable
from grav.server.live.socket_heartbeat import SocketHeartbeat
from grav.server.live.table_lists import Lists
from grav.server.live.tables import Tables
from grav.server.messages.request_parameters import Since, TableId
from grav.server.observability.metrics import Metrics
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.problems.language_negotiation import language_of
from grav.server.protocol.websocket_takeover import takeover_of
from grav.server.runtime.background import run_in_background
from grav.server.runtime.clock import Clock

Socket = WebSocket[Any, Any, Any]
NO_SUCH_TABLE = 4004
_GONE = (WebSocketDisconnect, OSError)  # OSError is what the server raises


@websocket("/tables/{table:str}/socket")
async def at_a_table(
    socket: Socket,
    table: TableId,
    tables: NamedDependency[Tables],
    socket_heartbeat: NamedDependency[SocketHeartbeat],
    command_limits: NamedDependency[CommandLimits],
    metrics: NamedDependency[Metrics],
    clock: NamedDependency[Clock],
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
    open_connections: NamedDependency[OpenConnections],
    since: Since = None,
) -> None:
    """Sends the messages after the number `since`, or the whole table; then everything that
    happens."""
    address = client_address(socket)
    open_connections.admit(address)
    if not await _accept(socket):
        return
    try:
        room = await tables.load_to_show(table)
    except NoSuchTable:
        ClientSocket(takeover_of(socket.scope), clock, None).close(NO_SUCH_TABLE)
        return
    person_id = person.id if person and person.has_scope("play") else None

    def lost(client: TableSocket) -> None:
        socket_heartbeat.drop(client)
        tables.leave(room, client)
        open_connections.remove(address)

    client = TableSocket(
        takeover_of(socket.scope),
        TableClock(room, clock),
        person=person_id,
        address=address,
        language=language_of(socket),
        room=room,
        tables=tables,
        command_limits=command_limits,
        metrics=metrics,
        is_known=partial(is_still_known, credential_of(socket), people) if person else None,
        on_lost=lost,
    )
    open_connections.add(address)
    client.is_playing = bool(room.table and room.table.seats_of(person_id))
    # No await between reading the missed messages and joining, so that none is lost in between.
    for message in room.messages_since(since, person_id, clock.now()):
        client.send(message)
    tables.join(room, client)
    socket_heartbeat.add(client)


@websocket("/lobby/socket")
async def in_the_lobby(
    socket: Socket,
    fanout: NamedDependency[Fanout],
    lists: NamedDependency[Lists],
    socket_heartbeat: NamedDependency[SocketHeartbeat],
    command_limits: NamedDependency[CommandLimits],
    clock: NamedDependency[Clock],
    open_connections: NamedDependency[OpenConnections],
) -> None:
    """Sends the lists of the lobby, and then every change of them."""
    address = client_address(socket)
    open_connections.admit(address)
    if not await _accept(socket):
        return

    def receive(message: bytes) -> None:
        client.send(EncodedMessage(message))

    def lost() -> None:
        socket_heartbeat.drop(client)
        open_connections.remove(address)
        run_in_background(fanout.ignore(LOBBY, receive))

    client = LobbySocket(
        takeover_of(socket.scope), clock, command_limits.create_throttle(MESSAGES), lost
    )
    open_connections.add(address)
    try:
        await fanout.listen(LOBBY, receive)
        client.send(EncodedMessage.of(await lists.lobby()))
    except Exception:
        client.close(INTERNAL)  # no heartbeat serves it yet: nothing else would close it
        raise
    if client.closing is None:
        socket_heartbeat.add(client)
    else:
        await fanout.ignore(LOBBY, receive)  # it disconnected meanwhile


def client_address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Returns the client's address, as the guard has found it."""
    return connection.client.host if connection.client else ""


async def _accept(socket: Socket) -> bool:
    """Accepts the websocket; returns False if the client is gone already."""
    try:
        await socket.accept()
    except _GONE:
        return False
    return True


SOCKET_HANDLERS = [at_a_table, in_the_lobby]
