"""Websockets: at a table, and in the lobby."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import QueryParameter

from grav.server.clock import Clock
from grav.server.http.identity import is_still_known
from grav.server.http.tables import TableId
from grav.server.live.fanout import Fanout
from grav.server.live.gate import Gate
from grav.server.live.lists import Lists
from grav.server.live.pulse import Pulse
from grav.server.live.rows import LOBBY
from grav.server.live.socket import TableSocket
from grav.server.live.table_clock import TableClock
from grav.server.live.tables import NoSuchTable, Tables
from grav.server.messages.views import encode_message
from grav.server.people.people import People
from grav.server.people.person import Person
from grav.server.problems.language import language_of

Socket = WebSocket[Any, Any, Any]
NO_SUCH_TABLE, FINISHED = 4004, 1000
Since = Annotated[
    int | None, QueryParameter(name="since", ge=0, description="The last number known.")
]


@websocket("/tables/{table:str}/socket")
async def at_a_table(
    socket: Socket,
    table: TableId,
    tables: NamedDependency[Tables],
    pulse: NamedDependency[Pulse],
    gate: NamedDependency[Gate],
    clock: NamedDependency[Clock],
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
    since: Since = None,
) -> None:
    """Sends what is missing since a number, or the whole; then all that happens."""
    if not await _accept(socket):
        return
    try:
        room = await tables.shown(table)
    except NoSuchTable:
        await _close(socket, NO_SUCH_TABLE)
        return
    who = person.id if person and person.may("play") else None
    address = socket.client.host if socket.client else ""
    known = partial(is_still_known, socket, people) if person else None
    told_by = TableClock(room, clock)
    client = TableSocket(socket, who, address, language_of(socket), told_by, known)
    client.plays = bool(room.table and room.table.seats_of(who))
    missed = None if since is None else room.since(since)
    if missed is None:
        missed = [encode_message(room.whole(who, clock.now())).decode()]
    # Without a pause between reading what is missing and joining, nothing can come between.
    for message in missed:
        client.hear(message)
    try:
        await tables.join(room, client)
        pulse.add(client)
        await _until_one_ends(client.send(), client.receive(tables, room, gate))
    finally:
        pulse.drop(client)
        await tables.leave(room, client)
    await _close(socket, client.closing)


@websocket("/lobby/socket")
async def in_the_lobby(
    socket: Socket,
    fanout: NamedDependency[Fanout],
    lists: NamedDependency[Lists],
    clock: NamedDependency[Clock],
) -> None:
    """Sends the lists, and then every change of them."""
    if not await _accept(socket):
        return
    address = socket.client.host if socket.client else ""
    client = TableSocket(socket, None, address, language_of(socket), clock)

    def hear(message: bytes) -> None:
        client.hear(message.decode())

    await fanout.listen(LOBBY, hear)
    try:
        client.hear(encode_message(await lists.lobby()).decode())
        await _until_one_ends(client.send(), client.receive_nothing())
    finally:
        await fanout.ignore(LOBBY, hear)
    await _close(socket, client.closing)


async def _until_one_ends(*ways: Any) -> None:
    """Runs both until one ends, for whatever reason, and then ends the other."""
    tasks = [asyncio.ensure_future(way) for way in ways]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for task, result in zip(tasks, results, strict=True):
        if task in done and isinstance(result, Exception) and not isinstance(result, _GONE):
            raise result


_GONE = (WebSocketDisconnect, OSError)  # the latter is what the server raises


async def _accept(socket: Socket) -> bool:
    """False: whoever came is gone already."""
    try:
        await socket.accept()
    except _GONE:
        return False
    return True


async def _close(socket: Socket, code: int | None) -> None:
    if code is not None and socket.connection_state != "disconnect":
        with suppress(*_GONE):
            await socket.close(code)


SOCKET_HANDLERS = [at_a_table, in_the_lobby]
