"""Nobody acts for a seat of somebody else: every kind of command, in every stage, by anybody."""

from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from grav.server.live.client_sockets import SHUT_OUT
from grav.server.messages.commands import Command
from grav.testing.servers.asgi_driver import AsgiVisitor, run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture
from grav.testing.tables.random_messages import KINDS, random_command, tag_of

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("nothing_goes_wrong")]

Setting = Callable[[ServerFixture, AsgiVisitor, AsgiVisitor], Awaitable[str]]


# Tables in every stage, at which the first seat has something to do: it is the host's.


async def gathering(server: ServerFixture, host: AsgiVisitor, other: AsgiVisitor) -> str:
    table = await server.open_table(host, seats=3)
    await server.give(other, table, do="sit", seat=1)
    return table


async def sharing(server: ServerFixture, host: AsgiVisitor, other: AsgiVisitor) -> str:
    return await server.sit(host, other, settle="dice", setting=None)


async def throwing(server: ServerFixture, host: AsgiVisitor, other: AsgiVisitor) -> str:
    table = await sharing(server, host, other)
    for seat, player in enumerate((host, other)):
        await server.give(player, table, do="share", seat=seat, share="any")
    return table


async def drawing(server: ServerFixture, host: AsgiVisitor, other: AsgiVisitor) -> str:
    table = await server.sit(host, other, settle="cards", setting=None)
    for seat, player in enumerate((host, other)):
        await server.give(player, table, do="share", seat=seat, share="any")
    return table


async def agreeing(server: ServerFixture, host: AsgiVisitor, other: AsgiVisitor) -> str:
    table = await server.sit(host, other, settle="agreement", setting=None)
    await server.give(other, table, do="propose", seat=1, setting="3 3 4 2 4")
    return table


async def on_turn(server: ServerFixture, host: AsgiVisitor, other: AsgiVisitor) -> str:
    return await server.sit(host, other)


async def in_a_window(server: ServerFixture, host: AsgiVisitor, other: AsgiVisitor) -> str:
    """A window on the other player's stone: the host has not answered, and a takeback is
    requested.
    """
    table = await server.sit(host, other, first=1)
    await server.give(other, table, do="place", seat=1, at="c3")
    await server.give(other, table, do="ask_takeback", seat=1)
    return table


async def in_a_penalty(server: ServerFixture, host: AsgiVisitor, other: AsgiVisitor) -> str:
    table = await server.sit(host, other, first=1)
    for place, seat, player, answering in (("a1", 1, other, host), ("c1", 0, host, other)):
        await server.give(player, table, do="place", seat=seat, at=place)
        number = (await server.look(table))["now"]["position"]["window"]["placement"]
        await server.give(answering, table, do="accept", seat=1 - seat, placement=number)
    await server.give(other, table, do="place", seat=1, at="g7")
    await server.give(host, table, do="grav", seat=0, placement=3)
    return table


async def over(server: ServerFixture, host: AsgiVisitor, other: AsgiVisitor) -> str:
    table = await server.sit(host, other)
    await server.give(other, table, do="resign", seat=1)
    return table


async def over_and_again(server: ServerFixture, host: AsgiVisitor, other: AsgiVisitor) -> str:
    table = await over(server, host, other)
    await server.give(other, table, do="offer_rematch", seat=1)
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
    """Returns a command of this kind for the host's seat, with all fields that the table could
    require.
    """
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


async def strangers(server: ServerFixture) -> dict[str, AsgiVisitor]:
    """Returns everybody who has no seat."""
    account = await server.visitor().become("Somebody")
    banned = await server.visitor().become("Banned")
    found = await server.people.by_name("Banned")
    assert found is not None
    await server.people.bans.ban(found)
    wrong = server.visitor()
    wrong.token, wrong.origin = "grav_none", None
    return {
        "guest": await server.guest(),
        "account": account,
        "token to play": await account.with_token("play"),
        "token of a bot": await account.with_token("bot"),
        "token to read": await account.with_token("read"),
        "wrong token": wrong,
        "banned": banned,
        "nobody": server.visitor(),
    }


@pytest.mark.parametrize("stage", STAGES)
async def test_no_command_acts_for_the_seat_of_another(server: ServerFixture, stage: str) -> None:
    """By HTTP and by sockets, all are refused, and nothing changes."""
    setting, expected = STAGES[stage]
    host, other = await server.guests(2)
    table = await setting(server, host, other)
    before = await server.look(table)
    assert stage_of(before) == expected
    for name, who in (await strangers(server) | {"the other player": other}).items():
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
        assert await server.look(table) == before, name
        await socket.leave()


async def test_the_owner_of_the_seat_can_give_the_same_commands(server: ServerFixture) -> None:
    """This makes the refusals above meaningful: from the right seat, each kind can be carried out
    in some stage.
    """
    carried_out = set()
    host, other = await server.guests(2)
    for stage, (setting, _) in STAGES.items():
        table = await setting(server, host, other)
        for kind in KINDS:
            form = attempt(kind, stage)
            answer = await host.ask("POST", f"/api/tables/{table}/commands", form)
            if answer.status == 200:
                carried_out.add(tag_of(kind))
                table = await setting(server, host, other)
    for_other_seats_or_stones = {"sit", "seat_bot", "keep", "ask_takeback", "claim_seat"}
    assert set(map(tag_of, KINDS)) - carried_out <= for_other_seats_or_stones


@pytest.fixture
def quick_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grav.server.live.socket_heartbeat.BEAT_SECONDS", 0.001)


@pytest.mark.usefixtures("quick_pulse")
async def test_the_sockets_of_a_banned_person_are_closed_within_a_minute(
    server: ServerFixture,
) -> None:
    """An open socket acts no longer than until the next check."""
    host, other = await server.visitor().become("Host"), await server.guest()
    table = await server.sit(host, other)
    sockets = [await server.at(table, each) for each in (host, other)]
    found = await server.people.by_name("Host")
    assert found is not None
    await server.people.bans.ban(found)
    await sockets[0].end()
    assert sockets[0].closed_with == SHUT_OUT
    await run_loop_until_idle()
    assert sockets[1].closed_with is None


@pytest.mark.usefixtures("quick_pulse")
async def test_a_socket_ends_with_its_session(server: ServerFixture) -> None:
    host = await server.guest()
    socket = await server.at(await server.open_table(host), host)
    await host.ask("DELETE", "/api/session")
    await socket.end()
    assert socket.closed_with == SHUT_OUT


async def test_a_person_blocked_by_the_host_gets_no_seat(server: ServerFixture) -> None:
    host, other = await server.visitor().become("Host"), await server.visitor().become("Other")
    await host.ask("PUT", "/api/blocks/Other")
    table = await server.open_table(host)
    assert (await server.give(other, table, do="sit", seat=1))["code"] == "blocked"
    table = await server.open_table(other)
    assert (await server.give(host, table, do="sit", seat=1))["code"] == "blocked"


async def test_a_blocked_person_cannot_invite_who_blocked_them(server: ServerFixture) -> None:
    host, other = await server.visitor().become("Host"), await server.visitor().become("Other")
    await other.ask("PUT", "/api/blocks/Host")
    form = {"settings": {"setting": "3 3 4 2 4"}, "seats": [{"me": True}, {"invite": "Other"}]}
    answer = await host.ask("POST", "/api/tables", form)
    assert (answer.status, answer.json()["code"]) == (409, "blocked")
