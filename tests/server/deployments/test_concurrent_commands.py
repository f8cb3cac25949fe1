"""Concurrent commands for one table at different processes; and the same command twice."""

import asyncio
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.views import Done, Refused
from grav.testing.servers.clients import Answer, Client
from grav.testing.servers.deployment_clients import DeploymentClients, expect_done
from grav.testing.servers.simulated_players import SETTINGS_WITH_HELP

pytestmark = pytest.mark.anyio

TIMES = 10


async def give_concurrently(*commands: tuple[Client, c.Command]) -> list[Answer]:
    return await asyncio.gather(*(client.give(command) for client, command in commands))


def codes(answers: Sequence[Answer]) -> list[str]:
    return [answer.code for answer in answers if isinstance(answer, Refused)]


async def test_of_two_concurrent_first_stones_one_begins_and_the_other_follows_or_is_refused(
    deployment_clients: DeploymentClients,
) -> None:
    for _ in range(TIMES):
        one, other = await deployment_clients.sit(SETTINGS_WITH_HELP)
        answers = await give_concurrently(
            (one, c.PlaceStone(id=one.new_id(), seat=0, at="d4")),
            (other, c.PlaceStone(id=other.new_id(), seat=1, at="b2")),
        )
        stored = await deployment_clients.check(one.table)
        placed = [action for action in stored.actions() if action["do"] == "place"]
        assert len(placed) == sum(isinstance(answer, Done) for answer in answers) >= 1
        assert set(codes(answers)) <= {"wrong_phase"}


async def test_of_two_who_take_a_seat_at_once_one_gets_it(
    deployment_clients: DeploymentClients,
) -> None:
    host, *others = await deployment_clients.visitors(3)
    for _ in range(TIMES):
        table = await host.open_table(
            deployment_clients.deployment.server(0), replace(SETTINGS_WITH_HELP, seats=3)
        )
        clients = [
            await deployment_clients.come(who, table, index) for index, who in enumerate(others, 1)
        ]
        answers = await give_concurrently(
            *((client, c.Sit(id=client.new_id(), seat=1)) for client in clients)
        )
        assert codes(answers) == ["seat_taken"]
        stored = await deployment_clients.check(table)
        assert sorted(client.you for client in clients) == [(), (1,)]
        assert len(stored.of(e.Sat)) == 2


async def test_of_two_who_resign_at_once_one_has_lost(
    deployment_clients: DeploymentClients,
) -> None:
    for _ in range(TIMES):
        one, other = await deployment_clients.sit(SETTINGS_WITH_HELP)
        answers = await give_concurrently(
            (one, c.ResignGame(id=one.new_id(), seat=0)),
            (other, c.ResignGame(id=other.new_id(), seat=1)),
        )
        assert codes(answers) == ["wrong_stage"]
        stored = await deployment_clients.check(one.table)
        assert [action["do"] for action in stored.actions()] == ["resign"]


async def test_concurrent_commands_are_neither_lost_nor_doubled(
    deployment_clients: DeploymentClients,
) -> None:
    clients = await deployment_clients.sit(replace(SETTINGS_WITH_HELP, seats=3))
    answers = await give_concurrently(
        *(
            (client, c.SayPhrase(id=client.new_id(), seat=seat, phrase="hello"))
            for _ in range(TIMES)
            for seat, client in enumerate(clients)
        )
    )
    numbers = [expect_done(answer).number for answer in answers]
    assert len(set(numbers)) == len(numbers)
    stored = await deployment_clients.check(clients[0].table)
    said = [event.seat for event in stored.events if isinstance(event, e.Said)]
    assert sorted(said) == [seat for seat in range(3) for _ in range(TIMES)]


async def test_a_command_with_a_known_id_is_answered_again_and_not_executed_twice(
    deployment_clients: DeploymentClients,
) -> None:
    clients = await deployment_clients.sit(SETTINGS_WITH_HELP)
    player, table = clients[0], clients[0].table
    assert player.visitor is not None
    twins = [await deployment_clients.come(player.visitor, table, process) for process in (0, 1, 2)]
    stone = c.PlaceStone(id="once", seat=0, at="d4")

    together = await give_concurrently(*((twin, stone) for twin in twins))
    expect_done(await clients[1].give(c.AcceptStone(id="later", seat=1, placement=1)))
    later = await give_concurrently(*((twin, stone) for twin in twins))
    by_http = [
        await player.visitor.command(deployment_clients.deployment.server(process), table, stone)
        for process in range(3)
    ]

    assert len({expect_done(answer).number for answer in (*together, *later, *by_http)}) == 1
    stored = await deployment_clients.check(table)
    assert [action["do"] for action in stored.actions()] == ["place", "accept"]


async def test_a_process_without_news_decides_by_what_is_stored(
    deployment_clients: DeploymentClients,
) -> None:
    """Nobody listens at the other processes, so they receive no news."""
    one, other = await deployment_clients.visitors(2)
    servers = [deployment_clients.deployment.server(process) for process in range(3)]
    table = await one.open_table(servers[0], SETTINGS_WITH_HELP)
    for server in servers:
        await one.get(server, f"/api/tables/{table}")
    expect_done(await other.command(servers[1], table, c.Sit(id="sit", seat=1)))
    expect_done(await one.command(servers[2], table, c.PlaceStone(id="p", seat=0, at="d4")))
    expect_done(await other.command(servers[0], table, c.AcceptStone(id="a", seat=1, placement=1)))
    expect_done(await other.command(servers[2], table, c.PlaceStone(id="q", seat=1, at="d6")))
    expect_done(await one.command(servers[1], table, c.AcceptStone(id="b", seat=0, placement=2)))
    assert len((await one.get(servers[0], f"/api/tables/{table}"))["actions"]) == 4
