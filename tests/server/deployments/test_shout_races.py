"""Races: three players shout at once, many times; one wins, and the others lose nothing."""

import asyncio
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from grav.game import Shouted, Skipped
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.public_events import RaceDecided
from grav.server.messages.views import Done, Position, Refused
from grav.server.table.fold import FAIRNESS
from grav.testing.servers.clients import Answer, Client, HttpVisitor
from grav.testing.servers.consistency import read_stored_table
from grav.testing.servers.deployment_clients import (
    DeploymentClients,
    expect_done,
    wait_until_together,
)
from grav.testing.servers.simulated_players import SETTINGS_WITH_HELP, points

pytestmark = pytest.mark.anyio

ROUNDS = 30


def position(client: Client) -> Position:
    assert client.now is not None
    assert client.now.position is not None
    return client.now.position


async def place(clients: list[Client], chance: Random) -> list[Client]:
    """The player on turn places a stone, which may break a rule; returns the other players."""
    now = position(clients[0])
    seat = now.to_move if now.to_move is not None else 0
    legal = now.legal if isinstance(now.legal, tuple) else ()
    at = chance.choice(legal if chance.random() < 0.6 else list(points(now.board, ".")))
    stone = c.PlaceStone(id=clients[seat].new_id(), seat=seat, at=at)
    expect_done(await clients[seat].give(stone))
    await wait_until_together(clients)
    return [client for client in clients if client.you != (seat,)]


async def shout_together(clients: list[Client]) -> dict[int, Answer]:
    """All shout at once; returns the answer to each seat."""
    window = position(clients[0]).window
    assert window is not None
    seats = [client.you[0] for client in clients]
    shouts = [
        client.give(c.ShoutGrav(id=client.new_id(), seat=seat, placement=window.placement))
        for client, seat in zip(clients, seats, strict=True)
    ]
    return dict(zip(seats, await asyncio.gather(*shouts), strict=True))


async def wait_for_race(clients: list[Client], races: int) -> tuple[RaceDecided, bool]:
    """Waits until this many races are decided; returns the latest, and whether its shout was
    right."""
    told = set[tuple[RaceDecided, bool]]()
    for client in clients:
        await client.until_happened(RaceDecided, races)
        told.add((client.happened(RaceDecided)[-1], client.played(Shouted)[-1].right))
    assert len(told) == 1
    return told.pop()


async def remove_if_due(clients: list[Client], chance: Random) -> None:
    now = position(clients[0])
    if now.phase != "penalty":
        return
    assert now.to_move is not None
    at = chance.choice(list(points(now.board, str(now.violator))))
    shouter = clients[now.to_move]
    expect_done(await shouter.give(c.RemoveStone(id=shouter.new_id(), seat=now.to_move, at=at)))
    await wait_until_together(clients)


def count_skips(client: Client) -> Counter[int]:
    """Counts the turns that each seat has skipped, or has yet to skip."""
    skipped = Counter(skip.by for skip in client.played(Skipped))
    return skipped + Counter(dict(enumerate(position(client).skips)))


async def test_of_three_concurrent_shouts_one_wins_and_the_others_lose_nothing(
    deployment_clients: DeploymentClients,
) -> None:
    clients = await deployment_clients.sit(replace(SETTINGS_WITH_HELP, size=13, seats=4))
    chance, verdicts, heard_all = Random(1), set[bool](), 0
    for races in range(1, ROUNDS + 1):
        shouting = await place(clients, chance)
        before = count_skips(clients[0])
        answers = await shout_together(shouting)
        race, right = await wait_for_race(clients, races)

        # Every acknowledged shout is in the race; a late one was refused.
        received = {seat for seat, answer in answers.items() if isinstance(answer, Done)}
        late = {answer.code for answer in answers.values() if isinstance(answer, Refused)}
        assert {entry.seat for entry in race.entries} == received
        assert race.winner in received
        assert late <= {"late"}
        assert count_skips(clients[0]) - before == Counter({} if right else {race.winner: 1})
        verdicts.add(right)
        heard_all += len(received) == len(shouting)
        await remove_if_due(clients, chance)

    assert verdicts == {True, False}
    assert heard_all
    stored = await deployment_clients.check(clients[0].table)
    assert len(stored.of(e.Judged)) == ROUNDS
    assert len(stored.of(e.Claimed)) == sum(
        isinstance(command, c.ShoutGrav) and command.id in client.acknowledged
        for client in clients
        for command in client.sent
    )


# Shouts at a process that learns of the stone late

LOOK_SECONDS = 0.6
"""Seconds between seeing the stone and shouting."""
MIN_ELAPSED = 500
"""Minimum reaction time in milliseconds that must count, by the clocks of different processes."""
THREE = replace(SETTINGS_WITH_HELP, seats=3)


async def place_and_look(
    deployment_clients: DeploymentClients, *, preloaded: bool
) -> tuple[Client, HttpVisitor]:
    """Returns a client that sees a stone at the first process, and the player who will shout at
    another process, which loaded the table before the stone or did not load it.
    """
    host, cheat, third = await deployment_clients.visitors(3)
    server = deployment_clients.deployment.server
    table = await host.open_table(server(0), THREE)
    for seat, visitor in enumerate((cheat, third), 1):
        expect_done(await visitor.command(server(0), table, c.Sit(id="sit", seat=seat)))
    if preloaded:
        await cheat.get(server(1), f"/api/tables/{table}")
    client = await deployment_clients.come(host, table, 0)
    expect_done(await client.give(c.PlaceStone(id="stone", seat=0, at="d4")))
    await asyncio.sleep(LOOK_SECONDS)
    return client, cheat


async def claim_of(deployment_clients: DeploymentClients, table: str) -> e.Claimed:
    """Returns the stored shout, which is not public yet."""
    stored = await read_stored_table(deployment_clients.deployment.database, table)
    (claim,) = stored.of(e.Claimed)
    assert isinstance(claim, e.Claimed)
    return claim


SHOUT = c.ShoutGrav(id="shout", seat=1, placement=1)


@pytest.mark.parametrize("preloaded", [True, False])
async def test_a_shout_by_http_at_a_process_that_learns_late_is_not_counted_as_faster(
    deployment_clients: DeploymentClients, preloaded: bool
) -> None:
    client, cheat = await place_and_look(deployment_clients, preloaded=preloaded)
    expect_done(await cheat.command(deployment_clients.deployment.server(1), client.table, SHOUT))
    claim = await claim_of(deployment_clients, client.table)
    assert claim.elapsed >= MIN_ELAPSED
    # The third player's round trip is unknown there, and counts as the longest.
    assert claim.hold == FAIRNESS.max_hold


async def test_a_shout_by_a_socket_that_reconnects_elsewhere_is_not_counted_as_faster(
    deployment_clients: DeploymentClients,
) -> None:
    client, cheat = await place_and_look(deployment_clients, preloaded=True)
    back = await deployment_clients.come(cheat, client.table, 1)
    expect_done(await back.give(SHOUT))
    assert (await claim_of(deployment_clients, client.table)).elapsed >= MIN_ELAPSED


async def test_a_shout_sent_to_all_processes_at_once_is_not_counted_as_faster(
    deployment_clients: DeploymentClients,
) -> None:
    client, cheat = await place_and_look(deployment_clients, preloaded=True)
    server = deployment_clients.deployment.server
    answers = await asyncio.gather(
        *(
            cheat.command(server(process), client.table, replace(SHOUT, id=f"shout-{process}"))
            for process in range(3)
        )
    )
    assert sum(isinstance(answer, Done) for answer in answers) == 1
    assert (await claim_of(deployment_clients, client.table)).elapsed >= MIN_ELAPSED
