"""`grav bot` at the tables of a real server: it settles, plays to the end, and reconnects."""

import asyncio
import os
import secrets
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from subprocess import CompletedProcess
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.bots import create_player, player_names
from grav.cli.bot_runner.queued_player import QueuedPlayer
from grav.client import (
    ServerClient,
    TableClient,
    TableReplica,
    actions_of,
    deliver,
    parse_address,
    view_of,
)
from grav.game import Action, Grav, Pass, Place, Remove, View, view
from grav.native.loading import NativeMissing
from grav.server.messages import commands as c
from grav.server.messages.public_events import GameBegun, PlacementTakenBack
from grav.server.messages.settings import Settings
from grav.server.messages.views import News, Whole
from grav.testing.infrastructure.flaky_proxy import flaky_proxy_to
from grav.testing.servers.server_processes import Deployment, run_deployment
from grav.testing.tables.random_tables import play_on, random_table
from grav.text import say

Run = Callable[..., CompletedProcess[str]]

TIMEOUT = 120
QUICK = Settings(size=4, setting="3 3 4 1 3")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


async def make_bot(url: str) -> tuple[str, str]:
    """Creates an account for a bot; returns its name and a token."""
    name = f"bot{secrets.token_hex(4)}"
    async with httpx.AsyncClient(base_url=url, headers={"origin": url}) as http:
        account = {"name": name, "password": "a long password"}
        (await http.post("/api/account", json=account)).raise_for_status()
        wanted = {"name": "test", "scopes": ["bot"]}
        token = (await http.post("/api/tokens", json=wanted)).json()["secret"]
    return name, token


@asynccontextmanager
async def running(
    command: Path, url: str, token: str, *options: str, end: bool = True
) -> AsyncIterator[Process]:
    """Runs the command in a process; interrupts it as Ctrl-C does, and it must exit cleanly."""
    words = ["bot", "--server", url, "--quick", *(options or ("--name", "greedy"))]
    env = os.environ | {"GRAV_TOKEN": token}
    process = await asyncio.create_subprocess_exec(
        command, *words, env=env, stdout=PIPE, stderr=PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(TIMEOUT):
            assert b"Ctrl-C" in await process.stdout.readline()
        yield process
        if end:
            process.send_signal(signal.SIGINT)
            out, err = await asyncio.wait_for(process.communicate(), TIMEOUT)
            assert (process.returncode, err.strip()) == (130, b""), out
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


class Person:
    """A client in this process that plays at random against bots, and answers all questions."""

    def __init__(self, server: ServerClient, table: str, seat: int = 0) -> None:
        self.server = server
        self.table = table
        self.seat = seat
        self.known = TableReplica()
        self.played = 0
        self._player = create_player("random", table)

    async def play(self, until: Callable[[TableReplica], bool] | None = None) -> None:
        """Plays until the game is over, or the condition holds."""
        async with asyncio.timeout(TIMEOUT), TableClient(self.server, self.table) as client:
            self.known = client.replica
            answered: object = None
            async for heard in client.messages():
                if isinstance(heard, (Whole, News)) and (seen := client.replica.view(self.seat)):
                    self._player.see(seen)
                if client.replica.number is None:
                    continue
                now = client.replica.now
                if now.stage in ("over", "closed") or (until and until(client.replica)):
                    return
                asked = now.position or now.settling
                command = None if asked == answered else self._command(client.replica)
                if command is not None:
                    answered = asked
                    client.send(command)

    def _command(self, known: TableReplica) -> c.Command | None:
        new, seat, now = secrets.token_hex(8), self.seat, known.now
        if (settling := now.settling) is not None:
            if seat not in settling.to_act:
                return None
            if None in settling.shares:
                return c.GiveShare(id=new, seat=seat, share="mine")
            if settling.how == "dice":
                return c.RollDice(id=new, seat=seat)
            if settling.how == "cards":
                return (
                    c.KeepCard(id=new, seat=seat, index=0)
                    if settling.hand
                    else c.DrawCards(id=new, seat=seat)
                )
            return c.ProposeNumbers(id=new, seat=seat, setting="3 3 4 1 3")
        seen = known.view(seat)
        if seen is None or now.position is None or len(seen.may) < 2:
            return None
        self.played += 1
        placement = now.position.window.placement if now.position.window else 0
        match self._player.act(seen):
            case Place(at=at, declare=declare):
                return c.PlaceStone(id=new, seat=seat, at=str(at), declare=declare)
            case Pass():
                return c.PassTurn(id=new, seat=seat)
            case Remove(at=at):
                return c.RemoveStone(id=new, seat=seat, at=str(at))
            case Grav():
                return c.ShoutGrav(id=new, seat=seat, placement=placement)
            case _:
                return c.AcceptStone(id=new, seat=seat, placement=placement)


@pytest.fixture
async def url(deployment: Deployment) -> str:
    return await deployment.servers[0].url()


@pytest.fixture
async def host(url: str) -> AsyncIterator[ServerClient]:
    async with ServerClient(parse_address(url)) as server:
        await server.become_guest()
        yield server


async def invite(host: ServerClient, name: str, settings: Settings = QUICK) -> str:
    seats = (c.SeatPlan(me=True), c.SeatPlan(invite=name))
    return await host.open_table(c.NewTable(settings=settings, seats=seats))


@pytest.mark.anyio
async def test_it_settles_and_plays_all_tables_to_which_it_is_invited(
    command: Path, url: str, host: ServerClient
) -> None:
    name, token = await make_bot(url)
    before = await invite(host, name, Settings(size=4, settle="dice"))
    async with running(command, url, token):
        ways = [QUICK, Settings(size=4, settle="cards"), Settings(size=4, settle="agreement")]
        tables = [before, *[await invite(host, name, settings) for settings in ways]]
        people = [Person(host, table) for table in tables]
        await asyncio.gather(*(person.play() for person in people))
    for person in people:
        assert person.known.now.stage == "over"
        record = await host.fetch_record(person.table)
        assert {action.by for action in record.actions} == {0, 1}


@pytest.mark.needs_core
@pytest.mark.anyio
async def test_a_level_plays_too_and_takes_an_open_seat_at_a_named_table(
    command: Path, url: str, host: ServerClient
) -> None:
    _, token = await make_bot(url)
    table = await host.open_table(c.NewTable(settings=QUICK))
    link = host.address.link(table)
    async with running(command, url, token, "--level", "2", "--table", link):
        person = Person(host, table)
        await person.play()
    assert person.known.now.stage == "over"


@pytest.mark.anyio
async def test_a_program_of_ones_own_plays_by_the_text_protocol(
    command: Path, url: str, host: ServerClient
) -> None:
    name, token = await make_bot(url)
    table = await invite(host, name)
    async with running(command, url, token, "--name", f"cmd:{command} engine --player random"):
        person = Person(host, table)
        await person.play()
    assert person.known.now.stage == "over"


@pytest.mark.anyio
async def test_it_goes_on_where_it_was_after_it_was_ended_and_started_again(
    command: Path, url: str, host: ServerClient
) -> None:
    name, token = await make_bot(url)
    table = await invite(host, name)
    person = Person(host, table)
    async with running(command, url, token, end=False) as process:
        await person.play(until=lambda _: person.played >= 5)
        process.kill()
    actions = len((await host.fetch_record(table)).actions)
    async with running(command, url, token):
        await person.play()
    assert person.known.now.stage == "over"
    assert len((await host.fetch_record(table)).actions) > actions


@pytest.mark.anyio
async def test_it_comes_back_to_a_server_that_was_killed(command: Path, tmp_path: Path) -> None:
    with run_deployment(f"sqlite:///{tmp_path / 'grav.sqlite'}", None, 1, tmp_path) as servers:
        server = servers.servers[0]
        async with (
            flaky_proxy_to(server.url) as wire,
            ServerClient(parse_address(wire.url)) as host,
        ):
            name, token = await make_bot(wire.url)
            await host.become_guest()
            table = await invite(host, name)
            person = Person(host, table)
            async with running(command, wire.url, token):
                await person.play(until=lambda _: person.played >= 3)
                await asyncio.to_thread(server.kill)
                server.start()
                await person.play()
    assert person.known.now.stage == "over"


@pytest.mark.anyio
async def test_it_agrees_to_take_a_stone_back_and_to_another_game(
    command: Path, url: str, host: ServerClient
) -> None:
    name, token = await make_bot(url)
    table = await invite(host, name, Settings(size=4, setting="3 3 4 1 3", first=0))
    async with running(command, url, token) as process:
        person = Person(host, table)
        await person.play(until=lambda known: known.now.position is not None)
        process.send_signal(signal.SIGSTOP)  # or it would have placed a stone of its own by then
        await deliver(host, table, c.PlaceStone(id="stone", seat=0, at="a1"))
        await deliver(host, table, c.AskTakeback(id="back", seat=0))
        process.send_signal(signal.SIGCONT)
        await person.play(until=lambda known: known.now.position.stones == (0, 0))  # type: ignore[union-attr]  # it has begun
        await person.play()
        await deliver(host, table, c.OfferRematch(id="again", seat=0))
        following = await _next_table(host, table)
        another = Person(host, following)
        await another.play()
    assert another.known.now.stage == "over"


async def _next_table(host: ServerClient, table: str) -> str:
    async with asyncio.timeout(TIMEOUT):
        while (following := (await host.fetch_table(table)).now.next) is None:
            await asyncio.sleep(0.05)
    return following


@pytest.mark.anyio
async def test_an_invalid_token_is_reported(
    grav: Run, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("GRAV_TOKEN", "grav_nonsense")
    done = await asyncio.to_thread(grav, "bot", "--server", url, "--name", "greedy")
    assert done.returncode == 2
    assert say("problem.wrong_token") in done.stderr


UNKNOWN = {"found": "nobody", "expected": ", ".join([*player_names(), "cmd:COMMAND"])}
WRONG: list[tuple[list[str], str, Mapping[str, Any]]] = [
    ([], "cli.missing", {"name": "--server"}),
    (["--server", "localhost:1"], "bot.no_token", {}),
    (["--server", "x", "--token", "t", "--name", "nobody"], "bots.unknown", UNKNOWN),
    (["--server", "nonsense://x", "--token", "t"], "client.bad_url", {"found": "nonsense://x"}),
    (
        ["--server", "x", "--token", "t", "--level", "2", "--name", "random"],
        "cli.stated_twice",
        {"option": "--level", "by": "--name"},
    ),
]


@pytest.mark.parametrize(("options", "key", "values"), WRONG)
def test_a_wrong_command_line_is_reported(
    grav: Run, options: list[str], key: str, values: Mapping[str, Any]
) -> None:
    # A level may be missing here; a simple player never is.
    named = options if "--name" in options else [*options, "--name", "greedy"]
    done = grav("bot", *named)
    assert (done.returncode, done.stderr) == (2, f"grav: {say(key, **values)}\n")


def test_a_server_that_does_not_exist_is_reported(grav: Run) -> None:
    done = grav("bot", "--server", "127.0.0.1:1", "--token", "t", "--name", "greedy")
    assert done.returncode == 2
    assert done.stderr.startswith("grav: http://127.0.0.1:1 ")


def test_a_level_without_the_native_core_is_reported(
    grav: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise NativeMissing("native.missing")

    monkeypatch.setattr("grav.bots.roster.core", missing)
    done = grav("bot", "--server", "127.0.0.1:1", "--token", "t", "--level", "7")
    assert (done.returncode, done.stderr) == (2, f"grav: {say('native.missing')}\n")


class Diary:
    """A player that records the actions and views it is given."""

    def __init__(self) -> None:
        self.heard: list[Action] = []
        self.seen: list[View] = []

    def hear(self, action: Action) -> None:
        self.heard.append(action)

    def see(self, seen: View) -> None:
        self.seen.append(seen)

    def act(self, seen: View) -> Action:
        assert seen.seat is not None
        return Pass(seen.seat)

    def delay(self, seen: View) -> float:  # noqa: ARG002
        return 0.0


@given(st.integers(0, 2**32).map(Random))
def test_a_player_gets_every_action_once_by_news_or_by_snapshot(chance: Random) -> None:
    table = random_table(chance, clock=None)
    play_on(table, chance, 30)
    play = table.table.play
    if play is None or any(
        isinstance(each, PlacementTakenBack) for news in table.told for each in news.happened
    ):
        return
    followed, came_late = Diary(), Diary()
    by_news, by_whole = QueuedPlayer(lambda: followed, 1), QueuedPlayer(lambda: came_late, 1)
    for news in table.told:
        begun = any(isinstance(each, GameBegun) for each in news.happened)
        if news.now.position is not None and (begun or actions_of(news.happened)):
            by_news.queue_actions(
                actions_of(news.happened), view_of(news.now.position, play.rules, 1)
            )
    by_whole.queue_snapshot(table.whole())
    last = view(play.state, 1, table.table.help)
    by_news.answer(last)
    by_whole.answer(last)
    assert [type(each) for each in followed.heard] == [type(each) for each in came_late.heard]
    assert came_late.heard == list(play.actions)
    assert followed.seen[-1].board == came_late.seen[-1].board == play.state.board
    assert not followed.seen[0].board.stones
    assert not came_late.seen[0].board.stones
