"""A bot's acceptance is held back until all people have answered: its timing could reveal
something.
"""

import json
from itertools import groupby
from typing import Any

import pytest

from grav.server.live import deadline_timers
from grav.testing.servers.asgi_driver import AsgiSocket, AsgiVisitor, run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.needs_core,
    pytest.mark.usefixtures("bots_at_once"),
]

ME: dict[str, Any] = {"me": True}
BEST: dict[str, Any] = {"level": 10}
LEGAL, ILLEGAL = "d6", "d5"
"""Points after a stone on d4: the next one must be at least two steps away."""
Seen = dict[str, Any]


async def with_people(
    server: ServerFixture, bots: int, players: list[AsgiVisitor], **settings: object
) -> str:
    """Opens a table where people have the first seats, and bots of level 10 the others."""
    seats = [ME, *({} for _ in players[1:]), *(BEST for _ in range(bots))]
    table = await server.seat(players[0], seats, **settings)
    for seat, player in enumerate(players[1:], start=1):
        await server.give(player, table, do="sit", seat=seat)
    return table


async def first_stone(server: ServerFixture, table: str, players: list[AsgiVisitor]) -> None:
    """Seat 0 places at d4, and everybody accepts."""
    await server.give(players[0], table, do="place", seat=0, at="d4")
    for seat, player in enumerate(players[1:], start=1):
        await server.give(player, table, do="accept", seat=seat, placement=1)
    await server.bots_idle()
    assert (await server.look(table))["now"]["position"]["phase"] == "turn"


def _is_answer(value: Any) -> bool:
    """Whether a part of a table or of its news is an acceptance or a sealed answer."""
    if not isinstance(value, dict):
        return False
    return value.get("do") == "accept" or value.get("event") in ("accepted", "answered")


async def heard_at(socket: AsgiSocket) -> list[Seen]:
    """Returns all events that a socket received."""
    await run_loop_until_idle()
    texts = [sent["text"] for sent in socket.sent if sent["type"] == "websocket.send"]
    news = [message for message in map(json.loads, texts) if message["is"] == "news"]
    return [each for message in news for each in message["happened"]]


def alike(value: Any, table: str, at: str) -> Any:
    """Returns the value without what may differ between the two tables: the table's id, the point
    of the last stone, the board, and the order of bots' answers given at the same moment.
    """
    match value:
        case dict():
            return {key: alike(each, table, at) for key, each in value.items() if key != "board"}
        case list():
            each_alike = (alike(each, table, at) for each in value)
            runs = groupby(each_alike, _is_answer)
            return [each for same, run in runs for each in (sorted(run, key=str) if same else run)]
        case _:
            return {table: "TABLE", at: "POINT"}.get(value, value)


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize(("people", "bots"), [(3, 1), (2, 1), (2, 2), (3, 3)])
async def test_a_legal_stone_and_an_illegal_one_look_alike_until_people_have_answered(
    server: ServerFixture, people: int, bots: int, slow: bool
) -> None:
    clock = {"kind": "days", "days": 1} if slow else None
    seen = []
    players = await server.guests(people)
    for at in (LEGAL, ILLEGAL):
        table = await with_people(server, bots, players, clock=clock)
        await first_stone(server, table, players)
        sockets = [await server.at(table, player) for player in players]
        await server.give(players[1], table, do="place", seat=1, at=at)
        await server.bots_idle()
        told = [await heard_at(socket) for socket in sockets]
        seen.append(alike([told, await server.look(table)], table, at))
    assert seen[0] == seen[1]


async def awaiting(server: ServerFixture, table: str) -> list[int]:
    window = (await server.look(table))["now"]["position"]["window"]
    return [] if window is None else window["awaiting"]


async def test_bots_accept_after_the_last_person(server: ServerFixture) -> None:
    players = await server.guests(3)
    table = await with_people(server, 2, players)
    await server.give(players[0], table, do="place", seat=0, at="d4")
    await server.bots_idle()
    assert await awaiting(server, table) == [1, 2, 3, 4]
    await server.give(players[1], table, do="accept", seat=1, placement=1)
    await server.bots_idle()
    assert await awaiting(server, table) == [2, 3, 4]
    await server.give(players[2], table, do="accept", seat=2, placement=1)
    await server.bots_idle()
    assert (await server.look(table))["now"]["position"]["phase"] == "turn"


async def test_bots_answer_at_once_if_no_person_has_to_answer(
    server: ServerFixture,
) -> None:
    for bots in (1, 2):
        players = await server.guests(1)
        table = await with_people(server, bots, players)
        await server.give(players[0], table, do="place", seat=0, at="d4")
        await server.eventually(table, lambda now: sum(now["position"]["stones"]) == 2)


async def test_a_resigned_person_is_not_waited_for(server: ServerFixture) -> None:
    players = await server.guests(3)
    table = await with_people(server, 1, players)
    await first_stone(server, table, players)
    await server.give(players[1], table, do="place", seat=1, at=LEGAL)
    await server.give(players[0], table, do="accept", seat=0, placement=2)
    await server.bots_idle()
    assert await awaiting(server, table) == [2, 3]
    await server.give(players[2], table, do="resign", seat=2)
    await server.eventually(table, lambda now: now["position"]["window"] is None)


async def test_no_acceptance_reveals_an_undecided_shout(
    server: ServerFixture,
) -> None:
    players = await server.guests(2)
    table = await with_people(server, 2, players)
    await first_stone(server, table, players)
    await server.give(players[1], table, do="place", seat=1, at=LEGAL)
    await server.bots_idle()
    before = await server.look(table)
    await server.give(players[0], table, do="grav", seat=0, placement=2)
    await server.bots_idle()
    assert await server.look(table) == before


async def test_the_window_time_applies_to_bots_as_to_people(
    server: ServerFixture, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline_timers, "SWEEP_SECONDS", 0.002)
    players = await server.guests(2)
    table = await with_people(server, 1, players, window=5)
    await server.at(table, players[0])
    await server.give(players[0], table, do="place", seat=0, at="d4")
    await server.bots_idle()
    assert await awaiting(server, table) == [1, 2]
    clock.advance(7_000)
    await server.eventually(table, lambda now: now["position"]["window"] is None)


async def test_an_acceptance_is_held_back_again_after_a_restart(
    sqlite_url: str, clock: ManualClock
) -> None:
    async with open_server_fixture(sqlite_url, clock) as server:
        players = await server.guests(2)
        table = await with_people(server, 1, players)
        await server.give(players[0], table, do="place", seat=0, at="d4")
        await server.bots_idle()
    async with open_server_fixture(sqlite_url, clock) as server:
        second = server.visitor()
        second.cookie = players[1].cookie
        await server.at(table, second)
        await server.bots_idle()
        assert await awaiting(server, table) == [1, 2]
        await server.give(second, table, id="later", do="accept", seat=1, placement=1)
        await server.eventually(table, lambda now: now["position"]["window"] is None)


async def test_a_held_acceptance_occupies_no_thread(server: ServerFixture) -> None:
    """A held acceptance is stored in memory; no task or thread waits for it."""
    players = await server.guests(2)
    for _ in range(5):
        table = await with_people(server, 2, players)
        await server.give(players[0], table, do="place", seat=0, at="d4")
        await server.bots_idle()
        assert await awaiting(server, table) == [1, 2, 3]
    assert server.live_services.bots.busy == []
