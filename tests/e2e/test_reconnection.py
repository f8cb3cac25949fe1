"""Connections that break in the middle of a game, and servers that restart: pages reconnect."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect
from tests.e2e.conftest import Visit, Visitor
from tests.e2e.cuttable_proxy import CuttableProxy
from tests.e2e.table_actions import (
    DISTANCE_ONLY,
    expect_empty,
    expect_shout_enabled,
    expect_stone,
    open_table,
    place,
    place_and_accept,
    press,
)

from grav.testing.servers.server_processes import ServerProcess, run_deployment
from grav.text import LANGUAGES, say

NETWORK_ERROR = (
    r"net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH)"
)
"""The connection was refused, or cut before the answer or in the middle of it."""
SOCKET_ERROR = (
    rf"Error in connection establishment: {NETWORK_ERROR}"
    # The connection was closed or reset between the handshake request and its answer.
    rf"|Error during WebSocket handshake: {NETWORK_ERROR}"
    r"|Connection closed before receiving a handshake response"
)
OFFLINE_ERRORS = (
    rf"Failed to load resource: {NETWORK_ERROR}"
    r"|WebSocket connection to 'ws://127\.0\.0\.1:\d+/api/[^']*/socket(\?[^']*)?' failed: "
    rf"({SOCKET_ERROR})"
)
"""What a browser logs while the server cannot be reached, or when a connection breaks."""
OFFLINE_WORKER_ERRORS = OFFLINE_ERRORS + r"|Failed to load resource: net::ERR_FAILED"
"""The same for requests that the service worker sends."""


def sit_down(visit: Visit, table: Page) -> Page:
    """Sits down at the same table over this visit's own connection."""
    page = visit.open(urlsplit(table.url).path)
    press(page, "Sit down")
    return page


def expect_offline(page: Page) -> None:
    """Waits until the page says that it is offline; nothing may cover that notice."""
    told = page.get_by_text("The line is down")
    expect(told).to_be_visible()
    told.click(trial=True)


def expect_online(page: Page) -> None:
    expect(page.get_by_text("The line is down")).to_have_count(0)


def drop(page: Page, proxy: CuttableProxy) -> None:
    proxy.cut()
    expect_offline(page)
    proxy.restore()
    expect_online(page)


def moves(page: Page) -> str:
    """Returns the stones and answers so far, from the server's record."""
    record: str = page.evaluate(
        "async address => (await fetch(address)).text()",
        urlsplit(page.url).path.replace("/table/", "/api/tables/") + "/record?form=grav",
    )
    return record.split("\n\n")[-1].strip()


def test_after_reconnecting_in_a_window_the_shout_is_still_possible(
    visit: Visitor, proxy: CuttableProxy
) -> None:
    one = open_table(visit(origin=proxy.origin, expected_errors=OFFLINE_ERRORS), DISTANCE_ONLY)
    other = sit_down(visit(), one)
    place_and_accept(one, "a5", other)
    place(other, "b5")
    expect_stone(one, "b5")
    expect_shout_enabled(one)
    proxy.cut()
    expect_offline(one)
    expect(one.get_by_role("button", name=re.compile("^Grav!"))).to_be_disabled()
    proxy.restore()
    expect_online(one)
    expect_stone(one, "b5")
    expect_shout_enabled(one)
    press(one, "Grav!")
    expect(one.get_by_text("You saw it.")).to_be_visible()
    expect_empty(other, "b5")


def test_a_command_lost_in_transit_acts_once_after_reconnecting(
    visit: Visitor, proxy: CuttableProxy
) -> None:
    """First a stone reaches the server and the reply is lost; then an acceptance is lost."""
    one = open_table(visit(origin=proxy.origin, expected_errors=OFFLINE_ERRORS), DISTANCE_ONLY)
    other = sit_down(visit(), one)
    place_and_accept(one, "c3", other)
    place_and_accept(other, "a3", one)
    expect(one.get_by_role("heading", name="Your turn")).to_be_visible()
    proxy.stall("to_browser")
    place(one, "a1")
    expect_stone(other, "a1")
    drop(one, proxy)
    expect_stone(one, "a1")
    expect(one.get_by_role("button", name="Take back")).to_be_enabled()
    expect(one.locator(".notice")).to_be_empty()  # a second placement would be refused
    press(other, "Let it stand")
    place(other, "e5")
    expect_stone(one, "e5")
    proxy.stall("to_server")
    press(one, "Let it stand")
    expect(one.get_by_role("heading", name="Your answer is in.")).to_be_visible()
    assert moves(other) == "1. c3 ok 2. a3 ok 3. a1 ok 4. e5"
    drop(one, proxy)
    place(one, "e3")
    expect_stone(other, "e3")
    assert moves(other) == "1. c3 ok 2. a3 ok 3. a1 ok 4. e5 ok 5. e3"


def test_what_happened_meanwhile_is_shown_after_reconnecting(
    visit: Visitor, proxy: CuttableProxy
) -> None:
    """A phrase that is sent while offline is delivered after reconnecting."""
    one = open_table(visit(origin=proxy.origin, expected_errors=OFFLINE_ERRORS), DISTANCE_ONLY)
    other = sit_down(visit(), one)
    place_and_accept(one, "a1", other)
    proxy.cut()
    expect_offline(one)
    place(other, "e5")
    expect_stone(other, "e5")
    one.get_by_text("Say …").click()
    press(one, "Hello!")
    proxy.restore()
    heard = other.get_by_role("region", name="Players").get_by_text("Hello!")
    expect(heard).to_be_visible()
    expect_stone(one, "e5")
    press(one, "Let it stand")
    place(one, "a5")
    expect_stone(other, "a5")


def test_open_pages_continue_the_game_after_the_server_is_killed_and_restarted(
    visit: Visitor, tmp_path: Path
) -> None:
    with run_deployment(f"sqlite:///{tmp_path / 'grav.sqlite'}", None, 1, tmp_path) as deployment:
        server = deployment.servers[0]
        with CuttableProxy(address_of(server)) as proxy:
            one, other = (
                visit(origin=proxy.origin, expected_errors=OFFLINE_ERRORS) for _ in range(2)
            )
            first = open_table(one, DISTANCE_ONLY)
            second = sit_down(other, first)
            place_and_accept(first, "a5", second)
            place(second, "b5")
            expect_stone(first, "b5")
            server.kill()
            proxy.cut()
            for page in (first, second):
                expect_offline(page)
            server.start()
            proxy.restore(address_of(server))
            for page in (first, second):
                expect_online(page)
                expect_stone(page, "b5")
            press(first, "Grav!")
            for page in (first, second):
                expect(page.get_by_text("saw it.").first).to_be_visible()
        assert deployment.errors() == []


def address_of(server: ServerProcess) -> str:
    with ThreadPoolExecutor(1) as thread:  # this thread runs a browser's event loop
        return thread.submit(asyncio.run, server.url()).result()


def test_without_a_server_a_translated_page_says_so_and_retries(
    visit: Visitor, proxy: CuttableProxy
) -> None:
    """The first page is already in the service worker's cache."""
    visits = {
        each: visit(each, origin=proxy.origin, expected_errors=OFFLINE_WORKER_ERRORS)
        for each in LANGUAGES
    }
    for each in visits.values():
        wait_until_cached(each.open("/"))
    proxy.cut()
    pages = {language: each.open("/") for language, each in visits.items()}
    for language, page in pages.items():
        away = page.get_by_role("heading", name=say("shell.away", language))
        expect(away).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("main h1")).to_have_count(1)
    proxy.restore()
    for page in pages.values():
        expect(page.locator("main a[href='/new']").first).to_be_visible()


def wait_until_cached(page: Page) -> None:
    """Waits until the service worker has cached the shell; it stores the first page last."""
    page.evaluate(
        """async () => {
            while (!(await caches.match('/'))) await new Promise(so => setTimeout(so, 50));
        }"""
    )
