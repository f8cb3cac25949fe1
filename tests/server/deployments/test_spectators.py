"""Spectators: at a table, late or at another process, and in the lobby."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from grav.server.messages import commands as c
from grav.server.messages.views import Lobby, LobbyChange, TableRow, decode_message
from grav.testing.servers.clients import HttpVisitor
from grav.testing.servers.deployment_clients import DeploymentClients, expect_done
from grav.testing.servers.server_processes import TIMEOUT, ServerProcess
from grav.testing.servers.simulated_players import SETTINGS_WITH_HELP, PlayerHabits, SimulatedPlayer

pytestmark = pytest.mark.anyio

LATE = 40
"""The number of spectators who join one after the other during a game."""


async def test_a_late_spectator_sees_the_same_table_as_those_who_were_there(
    deployment_clients: DeploymentClients,
) -> None:
    clients = await deployment_clients.sit(SETTINGS_WITH_HELP)
    table = clients[0].table
    players = [
        SimulatedPlayer(client, seat, Random(seat), PlayerHabits(enough=100))
        for seat, client in enumerate(clients)
    ]
    play = asyncio.gather(*(player.play() for player in players))
    for process in range(LATE):
        await deployment_clients.come(None, table, process)
    await play

    stored = await deployment_clients.check(table)
    latest = [await deployment_clients.come(None, table, process) for process in range(3)]
    for client in latest:
        assert client.number == stored.table.shown
        assert client.now == clients[0].now
        assert client.wholes[0].actions == stored.actions()
        assert client.you == ()


async def test_a_spectators_commands_are_refused(deployment_clients: DeploymentClients) -> None:
    clients = await deployment_clients.sit(SETTINGS_WITH_HELP)
    (stranger,) = await deployment_clients.visitors(1)
    watching = await deployment_clients.come(stranger, clients[0].table, 1)
    for command in (
        c.PlaceStone(id="place", seat=0, at="d4"),
        c.ResignGame(id="resign", seat=1),
        c.SayPhrase(id="say", seat=0, phrase="hello"),
    ):
        await watching.give(command)
    assert {refused.code for refused in watching.refused.values()} == {"not_your_seat"}
    stored = await deployment_clients.check(clients[0].table)
    assert stored.actions() == []


class LobbyClient:
    """A client in the lobby that follows the stages of one table."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def first(self) -> Lobby:
        lobby = decode_message(await self._socket.recv())
        assert isinstance(lobby, Lobby)
        return lobby

    async def stages(self, table: str, last: str) -> list[str]:
        """Returns the stages that are sent of a table, up to one."""
        stages: list[str] = []
        async with asyncio.timeout(TIMEOUT):
            while last not in stages:
                message = decode_message(await self._socket.recv())
                assert isinstance(message, LobbyChange)
                if message.row.table == table:
                    stages.append(message.row.stage)
        return stages


@asynccontextmanager
async def connect_to_lobby(server: ServerProcess) -> AsyncIterator[LobbyClient]:
    address = (await server.url()).replace("http", "ws", 1)
    async with connect(f"{address}/api/lobby/socket", proxy=None, ping_interval=None) as socket:
        yield LobbyClient(socket)


def is_listed(rows: tuple[TableRow, ...] | list[dict[str, Any]], table: str) -> bool:
    return table in {row["table"] if isinstance(row, dict) else row.table for row in rows}


async def is_open_and_is_running(
    visitor: HttpVisitor, server: ServerProcess, table: str
) -> tuple[bool, bool]:
    """Returns whether the table is in the list of open tables, and in that of running ones."""
    lobby = await visitor.get(server, "/api/lobby")
    return is_listed(lobby["open"], table), is_listed(lobby["running"], table)


async def test_the_lobby_of_every_process_shows_tables_open_start_and_end(
    deployment_clients: DeploymentClients,
) -> None:
    servers = [deployment_clients.deployment.server(process) for process in range(3)]
    one, other = await deployment_clients.visitors(2)
    async with AsyncExitStack() as stack:
        lounges = [await stack.enter_async_context(connect_to_lobby(server)) for server in servers]
        for lounge in lounges:
            await lounge.first()
        table = await one.open_table(servers[0], replace(SETTINGS_WITH_HELP, public=True))
        assert {await is_open_and_is_running(one, server, table) for server in servers} == {
            (True, False)
        }
        client = await deployment_clients.come(other, table, 1)
        expect_done(await client.give(c.Sit(id=client.new_id(), seat=1)))
        assert {await is_open_and_is_running(one, server, table) for server in servers} == {
            (False, True)
        }
        late = await stack.enter_async_context(connect_to_lobby(servers[2]))
        assert is_listed((await late.first()).running, table)
        expect_done(await one.command(servers[2], table, c.ResignGame(id="resign", seat=0)))
        assert {await is_open_and_is_running(one, server, table) for server in servers} == {
            (False, False)
        }

        told = [await lounge.stages(table, "over") for lounge in lounges]
    assert told == [["gathering", "playing", "over"]] * 3
    mine = await other.get(servers[0], "/api/games")
    assert [row["stage"] for row in mine["tables"] if row["table"] == table] == ["over"]
