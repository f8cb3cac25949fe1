"""Nobody acts for a seat of somebody else: every kind of command, in every stage, by anybody."""

from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from grav.server.live.client_sockets import SHUT_OUT
from grav.server.messages.commands import Command
from grav.testing.servers.asgi_driver import Visitor, let_messages_arrive
from grav.testing.servers.server_fixture import ServerFixture
from grav.testing.tables.random_commands import KINDS, random_command, tag_of

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("nothing_goes_wrong")]

Setting = Callable[[ServerFixture, Visitor, Visitor], Awaitable[str]]


# Tables in every stage, at which the first seat has something to do: it is the host's.


async def gathering(house: ServerFixture, host: Visitor, other: Visitor) -> str:
    table = await house.open_table(host, seats=3)
    await house.give(other, table, do="sit", seat=1)
    return table


async def sharing(house: ServerFixture, host: Visitor, other: Visitor) -> str:
    return await house.sit(host, other, settle="dice", setting=None)


async def throwing(house: ServerFixture, host: Visitor, other: Visitor) -> str:
    table = await sharing(house, host, other)
    for seat, player in enumerate((host, other)):
        await house.give(player, table, do="share", seat=seat, share="any")
    return table


async def drawing(house: ServerFixture, host: Visitor, other: Visitor) -> str:
    table = await house.sit(host, other, settle="cards", setting=None)
    for seat, player in enumerate((host, other)):
        await house.give(player, table, do="share", seat=seat, share="any")
    return table


async def agreeing(house: ServerFixture, host: Visitor, other: Visitor) -> str:
    table = await house.sit(host, other, settle="agreement", setting=None)
    await house.give(other, table, do="propose", seat=1, setting="3 3 4 2 4")
    return table


async def on_turn(house: ServerFixture, host: Visitor, other: Visitor) -> str:
    return await house.sit(host, other)


async def in_a_window(house: ServerFixture, host: Visitor, other: Visitor) -> str:
    """The other one's stone, and the host has yet to answer; the other wants it back."""
    table = await house.sit(host, other, first=1)
    await house.give(other, table, do="place", seat=1, at="c3")
    await house.give(other, table, do="ask_takeback", seat=1)
    return table


async def in_a_penalty(house: ServerFixture, host: Visitor, other: Visitor) -> str:
    table = await house.sit(host, other, first=1)
    for place, seat, player, answering in (("a1", 1, other, host), ("c1", 0, host, other)):
        await house.give(player, table, do="place", seat=seat, at=place)
        number = (await house.look(table))["now"]["position"]["window"]["placement"]
        await house.give(answering, table, do="accept", seat=1 - seat, placement=number)
    await house.give(other, table, do="place", seat=1, at="g7")
    await house.give(host, table, do="grav", seat=0, placement=3)
    return table


async def over(house: ServerFixture, host: Visitor, other: Visitor) -> str:
    table = await house.sit(host, other)
    await house.give(other, table, do="resign", seat=1)
    return table


async def over_and_again(house: ServerFixture, host: Visitor, other: Visitor) -> str:
    table = await over(house, host, other)
    await house.give(other, table, do="offer_rematch", seat=1)
    return table


STAGES: Mapping[str, tuple[Setting, str]] = {
    "gathering": (gathering, "gathering"),
    "sharing": (sharing, "settling"),
    "throwing": (throwing, "settling"),
    "drawing": (drawing, "settling"),
    "agreeing": (agreeing, "settling"),
    "on turn": (on_turn, "turn"),
    "in a window": (in_a_window, "window"),
    "in a penalty": (in_a_penalty, "penalty"),
    "over": (over, "over"),
    "over and again": (over_and_again, "over"),
}


def stage_of(seen: dict[str, Any]) -> str:
    now = seen["now"]
    return str(now["position"]["phase"] if now["position"] else now["stage"])


def attempt(kind: type[Command], stage: str) -> dict[str, Any]:
    """A command of this kind for the host's seat, with all that the table could want of it."""
    punishes = stage == "in a penalty"
    command = random_command(
        Random(f"{kind} {stage}"),
        kind,
        id=tag_of(kind),
        seat=0,
        placement=3 if punishes else 1,
        at="a1" if punishes else "d4",
        setting="3 3 4 2 4",
        label=None,
        number=None,
        value=None,
    )
    form: dict[str, Any] = msgspec.to_builtins(command)
    return form


async def strangers(house: ServerFixture) -> dict[str, Visitor]:
    """Everybody who has no seat."""
    account = await house.visitor().become("Somebody")
    banned = await house.visitor().become("Banned")
    found = await house.people.by_name("Banned")
    assert found is not None
    await house.people.bans.ban(found)
    wrong = house.visitor()
    wrong.token, wrong.origin = "grav_none", None
    return {
        "guest": await house.guest(),
        "account": account,
        "token to play": await account.with_token("play"),
        "token of a bot": await account.with_token("bot"),
        "token to read": await account.with_token("read"),
        "wrong token": wrong,
        "banned": banned,
        "nobody": house.visitor(),
    }


@pytest.mark.parametrize("stage", STAGES)
async def test_no_command_acts_for_the_seat_of_another(house: ServerFixture, stage: str) -> None:
    """By HTTP and by sockets: all are refused, and nothing has changed."""
    setting, expected = STAGES[stage]
    host, other = await house.guests(2)
    table = await setting(house, host, other)
    before = await house.look(table)
    assert stage_of(before) == expected
    for name, who in (await strangers(house) | {"the other player": other}).items():
        socket = who.connect(f"/api/tables/{table}/socket")
        listens = (await socket.next())["type"] == "websocket.accept"
        assert listens is (name not in ("banned", "wrong token"))
        for kind in KINDS:
            form = attempt(kind, stage)
            answer = await who.ask("POST", f"/api/tables/{table}/commands", form)
            assert answer.status in (401, 403, 409), (name, form, answer)
            if listens:
                refused = await socket.command(**form)
                assert refused["is"] == "refused", (name, form)
        assert await house.look(table) == before, name
        await socket.leave()


async def test_the_owner_of_the_seat_can_give_the_same_commands(house: ServerFixture) -> None:
    """Or the refusals above would prove nothing: from the right seat each kind can be carried out,
    in one stage or another."""
    carried_out = set()
    host, other = await house.guests(2)
    for stage, (setting, _) in STAGES.items():
        table = await setting(house, host, other)
        for kind in KINDS:
            form = attempt(kind, stage)
            answer = await host.ask("POST", f"/api/tables/{table}/commands", form)
            if answer.status == 200:
                carried_out.add(tag_of(kind))
                table = await setting(house, host, other)
    for_other_seats_or_stones = {"sit", "seat_bot", "keep", "ask_takeback", "claim_seat"}
    assert set(map(tag_of, KINDS)) - carried_out <= for_other_seats_or_stones


@pytest.fixture
def quick_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grav.server.live.socket_heartbeat.BEAT_SECONDS", 0.001)


@pytest.mark.usefixtures("quick_pulse")
async def test_the_sockets_of_a_banned_person_are_closed_within_a_minute(
    house: ServerFixture,
) -> None:
    """Whoever has a socket open acts by it no longer than until the next look."""
    host, other = await house.visitor().become("Host"), await house.guest()
    table = await house.sit(host, other)
    sockets = [await house.at(table, each) for each in (host, other)]
    found = await house.people.by_name("Host")
    assert found is not None
    await house.people.bans.ban(found)
    await sockets[0].end()
    assert sockets[0].closed_with == SHUT_OUT
    await let_messages_arrive()
    assert sockets[1].closed_with is None


@pytest.mark.usefixtures("quick_pulse")
async def test_a_socket_ends_with_its_session(house: ServerFixture) -> None:
    host = await house.guest()
    socket = await house.at(await house.open_table(host), host)
    await host.ask("DELETE", "/api/session")
    await socket.end()
    assert socket.closed_with == SHUT_OUT


async def test_a_person_blocked_by_the_host_gets_no_seat(house: ServerFixture) -> None:
    host, other = await house.visitor().become("Host"), await house.visitor().become("Other")
    await host.ask("PUT", "/api/blocks/Other")
    table = await house.open_table(host)
    assert (await house.give(other, table, do="sit", seat=1))["code"] == "blocked"
    table = await house.open_table(other)
    assert (await house.give(host, table, do="sit", seat=1))["code"] == "blocked"


async def test_a_blocked_person_cannot_invite_who_blocked_them(house: ServerFixture) -> None:
    host, other = await house.visitor().become("Host"), await house.visitor().become("Other")
    await other.ask("PUT", "/api/blocks/Host")
    form = {"settings": {"setting": "3 3 4 2 4"}, "seats": [{"me": True}, {"invite": "Other"}]}
    answer = await host.ask("POST", "/api/tables", form)
    assert (answer.status, answer.json()["code"]) == (409, "blocked")
