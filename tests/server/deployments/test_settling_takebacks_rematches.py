"""Agreements of players at different processes: the numbers, takebacks, rematches."""

import asyncio
from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from grav.game import commitment_to, seed_of
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.public_events import GameBegun, RematchOpened, ServerCommitted
from grav.testing.servers.clients import Client
from grav.testing.servers.deployment_clients import (
    DeploymentClients,
    expect_done,
    wait_until_together,
)
from grav.testing.servers.simulated_players import (
    NUMBERS,
    SETTINGS_WITH_HELP,
    PlayerHabits,
    SimulatedPlayer,
)

pytestmark = pytest.mark.anyio


async def settle(deployment_clients: DeploymentClients, clients: list[Client]) -> dict[str, Any]:
    """Settles the numbers, ends the game, and returns its record."""
    players = [
        SimulatedPlayer(client, seat, Random(seat), PlayerHabits(enough=0, gives_up=True))
        for seat, client in enumerate(clients)
    ]
    await asyncio.gather(*(player.play() for player in players))
    return await deployment_clients.record(clients[0].table, 1)


@pytest.mark.parametrize("how", ["dice", "cards"])
async def test_numbers_are_drawn_from_the_shares_of_all(
    deployment_clients: DeploymentClients, how: Literal["dice", "cards"]
) -> None:
    clients = await deployment_clients.sit(
        replace(SETTINGS_WITH_HELP, seats=3, settle=how, setting=None)
    )
    commitments = {client.happened(ServerCommitted)[0].commitment for client in clients[:2]}
    record = await settle(deployment_clients, clients)

    draw = record["table"]["draw"]
    assert commitments == {draw["commitment"]} == {commitment_to(draw["share"])}
    given = [
        next(each.share for each in client.sent if isinstance(each, c.GiveShare))
        for client in clients
    ]
    assert draw["shares"] == given
    assert record["setting"]["seed"] == seed_of(draw["share"], given)
    begun = [client.happened(GameBegun) for client in clients]
    assert begun[0] == begun[1] == begun[2]
    assert begun[0][0].rules == record["rules"]
    await deployment_clients.check(clients[0].table)


async def test_numbers_are_agreed_by_all(deployment_clients: DeploymentClients) -> None:
    clients = await deployment_clients.sit(
        replace(SETTINGS_WITH_HELP, seats=3, settle="agreement", setting=None)
    )
    host, second, third = clients
    expect_done(await host.give(c.ProposeNumbers(id="mine", seat=0, setting=NUMBERS)))
    # An acceptance of a proposal that was just replaced does not count for the new one.
    await asyncio.gather(
        second.give(c.ProposeNumbers(id="other", seat=1, setting="4 3 5 1 6")),
        third.give(c.AgreeNumbers(id="old", seat=2, setting=NUMBERS)),
    )
    for seat, client in ((0, host), (2, third)):
        expect_done(await client.give(c.AgreeNumbers(id="new", seat=seat, setting="4 3 5 1 6")))
    record = await settle(deployment_clients, clients)
    assert [record["rules"][name] for name in "abcde"] == [4, 3, 5, 1, 6]
    await deployment_clients.check(host.table)


async def test_a_stone_is_taken_back_when_all_agree(deployment_clients: DeploymentClients) -> None:
    clients = await deployment_clients.sit(replace(SETTINGS_WITH_HELP, seats=3))
    one, other, third = clients
    expect_done(await one.give(c.PlaceStone(id="first", seat=0, at="d4")))
    await wait_until_together(clients)
    expect_done(await one.give(c.AskTakeback(id="ask", seat=0)))
    expect_done(await other.give(c.AnswerTakeback(id="yes", seat=1, agree=True)))
    expect_done(await third.give(c.AnswerTakeback(id="yes-too", seat=2, agree=True)))
    expect_done(await one.give(c.PlaceStone(id="again", seat=0, at="b2")))
    stored = await deployment_clients.check(one.table)
    assert len(stored.of(e.TakenBack)) == 1
    assert stored.table.play is not None
    assert [str(action.at) for action in stored.table.play.actions if hasattr(action, "at")] == [
        "b2"
    ]


async def test_a_rematch_has_one_table_with_the_seats_rotated(
    deployment_clients: DeploymentClients,
) -> None:
    clients = await deployment_clients.sit(replace(SETTINGS_WITH_HELP, seats=3))
    table = clients[0].table
    for seat in (0, 1):
        expect_done(await clients[seat].give(c.ResignGame(id="resign", seat=seat)))
    expect_done(await clients[0].give(c.OfferRematch(id="offer", seat=0, rotate=True)))
    answers = (
        clients[seat].give(c.AnswerRematch(id="agree", seat=seat, agree=True)) for seat in (1, 2)
    )
    for answer in await asyncio.gather(*answers):
        expect_done(answer)
    stored = await deployment_clients.check(table)
    assert len(stored.of(e.Rematched)) == 1
    opened = {client.happened(RematchOpened)[0].table for client in clients}
    assert len(opened) == 1

    following = opened.pop()
    again = [
        await deployment_clients.come(client.visitor, following, process)
        for process, client in enumerate(clients, 1)
    ]
    assert [client.you for client in again] == [(1,), (2,), (0,)]
    expect_done(await again[2].give(c.PlaceStone(id="first", seat=0, at="d4")))
    await deployment_clients.check(following)
    assert clients[0].visitor is not None
    mine = await clients[0].visitor.get(clients[1].server, "/api/games")
    assert {row["table"] for row in mine["tables"]} == {table, following}
