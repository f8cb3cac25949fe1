"""Outages of the database or Redis during games: nothing acknowledged is lost."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from grav.server.messages import commands as c
from grav.testing.infrastructure.service_proxy import TcpProxy, tcp_proxy_to
from grav.testing.infrastructure.services import RunningService, ServiceMissing, postgres
from grav.testing.servers.consistency import open_for_checks
from grav.testing.servers.deployment_clients import (
    DeploymentClients,
    deployment_clients_at,
    expect_done,
)
from grav.testing.servers.rematch_tables import play_rematch_tables, wait_for_progress_everywhere
from grav.testing.servers.server_processes import run_deployment
from grav.testing.servers.simulated_players import SETTINGS_WITH_HELP

pytestmark = pytest.mark.anyio

AWAY = 1.5
"""Seconds, longer than any retry pause."""
PLAYERS = (2, 2, 3)
"""Players at each table."""
CUT_ALL = text("""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
""")


class TestTheDatabase:
    @pytest.fixture(params=["postgresql-memory-1", "postgresql-redis-3"])
    def channels(self, request: pytest.FixtureRequest) -> str | None:
        if request.param == "postgresql-memory-1":
            return None
        url: str = request.getfixturevalue("redis")
        return url

    @pytest.fixture
    async def fragile(
        self, channels: str | None, blank_postgresql_url: str, tmp_path: Path
    ) -> AsyncIterator[tuple[DeploymentClients, TcpProxy, str]]:
        """Players at servers that reach their database through a TCP proxy; and its real URL."""
        async with tcp_proxy_to(blank_postgresql_url) as (proxy, database):
            with run_deployment(database, channels, 3 if channels else 1, tmp_path) as deployment:
                async with deployment_clients_at(deployment) as deployment_clients:
                    yield deployment_clients, proxy, blank_postgresql_url

    async def test_games_go_on_after_all_connections_were_terminated(
        self, fragile: tuple[DeploymentClients, TcpProxy, str]
    ) -> None:
        deployment_clients, proxy, url = fragile
        chance = Random(1)
        async with (
            play_rematch_tables(deployment_clients, PLAYERS, chance) as lines,
            open_for_checks(url) as database,
        ):
            for _ in range(4):
                await asyncio.sleep(chance.random() * 0.2)
                async with database.engine.connect() as connection:
                    await connection.execute(CUT_ALL)
                await wait_for_progress_everywhere(lines)
                await asyncio.sleep(chance.random() * 0.2)
                proxy.drop_connections()
                await wait_for_progress_everywhere(lines)

    async def test_games_go_on_after_an_outage(
        self, fragile: tuple[DeploymentClients, TcpProxy, str]
    ) -> None:
        deployment_clients, proxy, _ = fragile
        async with play_rematch_tables(deployment_clients, PLAYERS, Random(2)) as lines:
            for _ in range(2):
                proxy.cut()
                await asyncio.sleep(AWAY)
                proxy.restore()
                await wait_for_progress_everywhere(lines)

    async def test_commands_during_an_outage_are_refused_and_can_be_sent_again(
        self, fragile: tuple[DeploymentClients, TcpProxy, str]
    ) -> None:
        deployment_clients, proxy, _ = fragile
        clients = await deployment_clients.sit(SETTINGS_WITH_HELP)
        stone = c.PlaceStone(id="stone", seat=0, at="d4")
        proxy.cut()
        answer = await clients[0].send(stone)
        await clients[0].until(lambda: clients[0].postponed > 0)
        proxy.restore()
        expect_done(await clients[0].answered(answer))
        stored = await deployment_clients.check(clients[0].table)
        assert [action["do"] for action in stored.actions()] == ["place"]


class TestPostgres:
    @pytest.fixture
    def server(self) -> Iterator[RunningService]:
        with ExitStack() as stack:
            try:
                yield stack.enter_context(postgres(durable=True))
            except ServiceMissing as missing:
                pytest.skip(str(missing))

    async def test_acknowledged_commands_survive_when_the_database_is_killed(
        self, server: RunningService, redis: str, tmp_path: Path
    ) -> None:
        with run_deployment(server.url, redis, 3, tmp_path) as deployment:
            async with (
                deployment_clients_at(deployment) as deployment_clients,
                play_rematch_tables(deployment_clients, PLAYERS, Random(5)) as lines,
            ):
                for _ in range(2):
                    await asyncio.to_thread(server.stop)  # at once, without a clean shutdown
                    await asyncio.to_thread(server.start)
                    await wait_for_progress_everywhere(lines)


class TestRedis:
    @pytest.fixture(params=["sqlite-redis-3", "postgresql-redis-3"])
    def database(self, request: pytest.FixtureRequest) -> str:
        url: str = request.getfixturevalue(f"blank_{request.param.partition('-')[0]}_url")
        return url

    @pytest.fixture
    async def fragile(
        self, database: str, redis: str, tmp_path: Path
    ) -> AsyncIterator[tuple[DeploymentClients, TcpProxy]]:
        """Players at servers that reach Redis through a TCP proxy."""
        async with tcp_proxy_to(redis) as (proxy, url):
            with run_deployment(database, url, 3, tmp_path) as deployment:
                async with deployment_clients_at(deployment) as deployment_clients:
                    yield deployment_clients, proxy

    async def test_everybody_receives_news_after_an_outage(
        self, fragile: tuple[DeploymentClients, TcpProxy]
    ) -> None:
        deployment_clients, proxy = fragile
        async with play_rematch_tables(deployment_clients, PLAYERS, Random(3)) as lines:
            for _ in range(2):
                proxy.cut()
                await asyncio.sleep(AWAY)
                proxy.restore()
                await wait_for_progress_everywhere(lines)

    async def test_a_client_that_connects_during_an_outage_receives_everything_in_the_end(
        self, fragile: tuple[DeploymentClients, TcpProxy]
    ) -> None:
        deployment_clients, proxy = fragile
        server = deployment_clients.deployment.server
        host, guest = await deployment_clients.visitors(2)
        await guest.register(server(1), "Second")
        table = await host.open_table(server(0), SETTINGS_WITH_HELP)
        early = [await deployment_clients.come(None, table, process) for process in range(3)]
        proxy.cut()
        late = [await deployment_clients.come(None, table, process) for process in range(3)]
        player = await deployment_clients.come(guest, table, 1)
        expect_done(await player.give(c.Sit(id="sit", seat=1)))
        for client in (*early, *late):
            await client.until_number(player.number)
        proxy.restore()
        expect_done(await player.give(c.PlaceStone(id="stone", seat=1, at="d4")))
        await deployment_clients.check(table)
        for client in (*early, *late):
            # Also clients of a process that had to read the news from the journal.
            assert {news.now.chairs[1].name for news in client.news} == {"Second"}

    async def test_a_connection_that_breaks_briefly_loses_no_news(
        self, fragile: tuple[DeploymentClients, TcpProxy]
    ) -> None:
        deployment_clients, proxy = fragile
        chance = Random(4)
        async with play_rematch_tables(deployment_clients, PLAYERS, chance) as lines:
            for _ in range(6):
                await asyncio.sleep(chance.random() * 0.2)
                proxy.drop_connections()
                await wait_for_progress_everywhere(lines)
