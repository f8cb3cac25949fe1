"""Lines that drop in the middle of a game, and servers that go away: pages go on by themselves."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect
from tests.e2e.conftest import Visit, Visitor
from tests.e2e.lines import Line
from tests.e2e.tables import (
    FAR,
    TIMEOUT,
    exchange,
    is_gone,
    is_there,
    may_shout,
    open_table,
    place,
    press,
)

from grav.testing.servers.server_processes import Server, deployed
from grav.text import LANGUAGES, say

NET = r"net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH)"
"""Nobody was there, or the line was cut before the answer, or in the midst of it."""
NO_SOCKET = (
    rf"Error in connection establishment: {NET}"
    # The connection was there when the browser asked, and was cut before anybody had answered:
    # in order, or by a reset.
    rf"|Error during WebSocket handshake: {NET}"
    r"|Connection closed before receiving a handshake response"
)
CUT_OFF = (
    rf"Failed to load resource: {NET}"
    r"|WebSocket connection to 'ws://127\.0\.0\.1:\d+/api/[^']*/socket(\?[^']*)?' failed: "
    rf"({NO_SOCKET})"
)
"""What a browser writes where nobody answers, or no longer."""
WORKER_CUT_OFF = CUT_OFF + r"|Failed to load resource: net::ERR_FAILED"
"""And where the service worker has asked in vain."""


def sit_down(visit: Visit, table: Page) -> Page:
    """By whatever line: the tables are the same."""
    page = visit.open(urlsplit(table.url).path)
    press(page, "Sit down")
    return page


def is_cut_off(page: Page) -> None:
    """It is said where one can see it, and nothing lies over it."""
    told = page.get_by_text("The line is down")
    expect(told).to_be_visible(timeout=TIMEOUT)
    told.click(trial=True)


def is_back(page: Page) -> None:
    expect(page.get_by_text("The line is down")).to_have_count(0, timeout=TIMEOUT)


def drop(page: Page, line: Line) -> None:
    line.cut()
    is_cut_off(page)
    line.mend()
    is_back(page)


def moves(page: Page) -> str:
    """The stones and answers so far, as the server has them."""
    record: str = page.evaluate(
        "async address => (await fetch(address)).text()",
        urlsplit(page.url).path.replace("/table/", "/api/tables/") + "/record?form=grav",
    )
    return record.split("\n\n")[-1].strip()


def test_a_line_that_drops_in_a_window_comes_back_and_the_shout_is_still_there(
    visit: Visitor, line: Line
) -> None:
    one = open_table(visit(origin=line.origin, excused=CUT_OFF), FAR)
    other = sit_down(visit(), one)
    exchange(one, "a5", other)
    place(other, "b5")
    is_there(one, "b5")
    may_shout(one)
    line.cut()
    is_cut_off(one)
    expect(one.get_by_role("button", name=re.compile("^Grav!"))).to_be_disabled()
    line.mend()
    is_back(one)
    is_there(one, "b5")
    may_shout(one)
    press(one, "Grav!")
    expect(one.get_by_text("You saw it.")).to_be_visible(timeout=TIMEOUT)
    is_gone(other, "b5")


def test_what_was_lost_on_the_way_is_done_once_when_the_line_is_back(
    visit: Visitor, line: Line
) -> None:
    """First a stone that arrives and whose answer does not, then an answer that never arrives."""
    one = open_table(visit(origin=line.origin, excused=CUT_OFF), FAR)
    other = sit_down(visit(), one)
    exchange(one, "c3", other)
    exchange(other, "a3", one)
    expect(one.get_by_role("heading", name="Your turn")).to_be_visible(timeout=TIMEOUT)
    line.hold("back")
    place(one, "a1")
    is_there(other, "a1")
    drop(one, line)
    is_there(one, "a1")
    expect(one.get_by_role("button", name="Take back")).to_be_enabled(timeout=TIMEOUT)
    expect(one.locator(".notice")).to_be_empty()  # as it would not be, were it done twice
    press(other, "Let it stand")
    place(other, "e5")
    is_there(one, "e5")
    line.hold("there")
    press(one, "Let it stand")
    expect(one.get_by_role("heading", name="Your answer is in.")).to_be_visible(timeout=TIMEOUT)
    assert moves(other) == "1. c3 ok 2. a3 ok 3. a1 ok 4. e5"
    drop(one, line)
    place(one, "e3")
    is_there(other, "e3")
    assert moves(other) == "1. c3 ok 2. a3 ok 3. a1 ok 4. e5 ok 5. e3"


def test_what_happened_meanwhile_is_seen_when_the_line_is_back(visit: Visitor, line: Line) -> None:
    """A word that was said without a line is heard then, too."""
    one = open_table(visit(origin=line.origin, excused=CUT_OFF), FAR)
    other = sit_down(visit(), one)
    exchange(one, "a1", other)
    line.cut()
    is_cut_off(one)
    place(other, "e5")
    is_there(other, "e5")
    one.get_by_text("Say …").click()
    press(one, "Hello!")
    line.mend()
    heard = other.get_by_role("region", name="Players").get_by_text("Hello!")
    expect(heard).to_be_visible(timeout=TIMEOUT)
    is_there(one, "e5")
    press(one, "Let it stand")
    place(one, "a5")
    is_there(other, "a5")


def test_a_server_that_is_killed_and_started_anew_finds_the_game_in_the_open_pages(
    visit: Visitor, tmp_path: Path
) -> None:
    with deployed(f"sqlite:///{tmp_path / 'grav.sqlite'}", None, 1, tmp_path) as deployment:
        server = deployment.servers[0]
        with Line(address_of(server)) as line:
            one, other = (visit(origin=line.origin, excused=CUT_OFF) for _ in range(2))
            first = open_table(one, FAR)
            second = sit_down(other, first)
            exchange(first, "a5", second)
            place(second, "b5")
            is_there(first, "b5")
            server.kill()
            line.cut()
            for page in (first, second):
                is_cut_off(page)
            server.start()
            line.mend(address_of(server))
            for page in (first, second):
                is_back(page)
                is_there(page, "b5")
            press(first, "Grav!")
            for page in (first, second):
                expect(page.get_by_text("saw it.").first).to_be_visible(timeout=TIMEOUT)
        assert deployment.errors() == []


def address_of(server: Server) -> str:
    with ThreadPoolExecutor(1) as thread:  # a browser's loop is running in this one
        return thread.submit(asyncio.run, server.url()).result()


def test_without_a_server_a_page_says_so_in_the_language_of_its_visitor_and_tries_again(
    visit: Visitor, line: Line
) -> None:
    """The first page, which the browser has just had: it may have stored all of it."""
    visits = {each: visit(each, origin=line.origin, excused=WORKER_CUT_OFF) for each in LANGUAGES}
    for each in visits.values():
        is_kept(each.open("/"))
    line.cut()
    pages = {language: each.open("/") for language, each in visits.items()}
    for language, page in pages.items():
        away = page.get_by_role("heading", name=say("shell.away", language))
        expect(away).to_be_visible(timeout=TIMEOUT)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("main h1")).to_have_count(1)
    line.mend()
    for page in pages.values():
        expect(page.locator("main a[href='/new']").first).to_be_visible(timeout=TIMEOUT)


def is_kept(page: Page) -> None:
    """The service worker is done: the first page is the last thing that it keeps."""
    page.evaluate(
        """async () => {
            while (!(await caches.match('/'))) await new Promise(so => setTimeout(so, 50));
        }"""
    )
