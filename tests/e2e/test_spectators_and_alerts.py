"""What spectators see and cannot do, the photo finish of several shouts, and alerts on a hidden
page."""

import json
import re

from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Visit, Visitor
from tests.e2e.cuttable_proxy import CuttableProxy
from tests.e2e.table_actions import (
    DISTANCE_ONLY,
    board,
    expect_empty,
    expect_shout_enabled,
    expect_stone,
    join,
    open_table,
    place,
    place_and_accept,
    press,
)

HIDDEN_PAGE_SCRIPT = """
    let away = false;
    Object.defineProperty(Document.prototype, 'hidden', {get: () => away});
    Object.defineProperty(Document.prototype, 'visibilityState', {
        get: () => away ? 'hidden' : 'visible',
    });
    window.lookAway = is => {
        away = is;
        document.dispatchEvent(new Event('visibilitychange'));
    };
    window.notes = [];
    window.Notification = class extends Notification {
        constructor(text, how) {
            super(text, how);
            notes.push(text);
        }
        close() {
            super.close();
            notes.push('closed');
        }
    };
"""
"""Headless pages are never hidden: this script simulates visibility, and records notifications."""


def watch(visit: Visit, table: Page) -> Page:
    return visit.open(table.url.removeprefix(visit.origin))


def buttons(page: Page) -> Locator:
    """Returns all buttons and fields at the table, including folded ones."""
    return page.locator("main").locator("button, input")


def record_sent_messages(visit: Visit) -> list[str]:
    """Records the messages that pages opened from now on send over their sockets."""
    sent: list[str] = []

    def written(frame: str | bytes) -> None:
        sent.append(json.loads(frame)["do"])

    def listen(page: Page) -> None:
        page.on("websocket", lambda socket: socket.on("framesent", written))

    visit.context.on("page", listen)
    return sent


def expect_heading(page: Page, heading: str) -> None:
    said = page.get_by_role("heading", name=heading, exact=True)
    expect(said).to_be_visible()


def test_a_spectator_sees_the_whole_game_and_cannot_act(visit: Visitor) -> None:
    one = open_table(visit(), DISTANCE_ONLY)
    other = join(visit(), one)
    watching = visit()
    sent = record_sent_messages(watching)
    watcher = watch(watching, one)
    expect_heading(watcher, "Guest 1 is to move")
    press_all_keys(watcher)
    place(one, "a5")
    expect_stone(watcher, "a5")
    expect_heading(watcher, "Move 1 can be shouted at")
    expect(watcher.get_by_text("Waiting for Guest 2.").first).to_be_visible()
    expect(buttons(watcher)).to_have_count(0)
    press_all_keys(watcher)
    press(other, "Let it stand")
    place(other, "b5")
    expect_stone(watcher, "b5")
    press(one, "Grav!")
    verdict = watcher.get_by_role("region", name="The verdict")
    expect(verdict).to_contain_text("Guest 1 saw it.")
    expect(verdict).to_contain_text("The stone of Guest 2 on b5 is void.")
    expect_empty(watcher, "b5")
    expect(buttons(watcher)).to_have_text(["×Close the verdict"])
    press(watcher, "Close the verdict")
    expect(verdict).to_have_count(0)
    expect(one.get_by_role("region", name="The verdict")).to_be_visible()
    press(one, "Pass")
    press(other, "Pass")
    expect_heading(watcher, "Guest 1 wins")
    expect(watcher.get_by_role("link", name="Look back at the game")).to_be_visible()
    expect(buttons(watcher)).to_have_count(0)
    assert set(sent) == {"pong"}


def press_all_keys(page: Page) -> None:
    """Presses all keys and clicks the board; any effect would be in the recorded messages."""
    for key in ("g", "a", "p"):
        page.keyboard.press(key)
    board(page).get_by_role("gridcell", name="c3, empty").click(force=True)
    page.keyboard.press("Enter")


def test_a_breach_and_a_legal_stone_look_the_same_to_a_spectator(visit: Visitor) -> None:
    """Plays the same stones under two settings: under one of them, the last stone is too near."""
    here, there, elsewhere = visit(), visit(), visit()
    told = []
    for setting in ("5 5 25 2 8", "5 5 25 0 8"):
        one = open_table(here, DISTANCE_ONLY | {"setting": setting})
        other = join(there, one)
        watcher = watch(elsewhere, one)
        place_and_accept(one, "a5", other)
        place(other, "b5")
        expect_stone(watcher, "b5")
        expect_heading(watcher, "Move 2 can be shouted at")
        drawn: str = board(watcher).evaluate("grid => grid.parentElement.outerHTML")
        panel: str = watcher.locator(".doing").evaluate("panel => panel.outerHTML")
        # Ids contain a serial number of the page: `c5-gloss`, `c8-gloss`.
        told.append(re.sub(r"\bc\d+-", "", drawn + panel))
    assert told[0] == told[1]


def test_several_shouts_show_a_photo_finish_to_all(proxy: CuttableProxy, visit: Visitor) -> None:
    """The proxy holds both shouts back, so that they arrive at the same moment."""
    first = open_table(visit(origin=proxy.origin), DISTANCE_ONLY | {"seats": 3})
    second, third = (join(visit(origin=proxy.origin), first) for _ in range(2))
    watcher = watch(visit(origin=proxy.origin, narrow=True), first)
    place_and_accept(first, "a1", second, third)
    place(second, "a2")
    for page in (first, third):
        expect_stone(page, "a2")
        expect_shout_enabled(page)
    proxy.stall("to_server")
    for page in (first, third):
        page.keyboard.press("g")
        expect_heading(page, "You shouted.")
    proxy.release()
    for page in (first, second, third, watcher):
        photo = page.get_by_role("region", name="The verdict").get_by_role("group")
        finish = photo.get_by_text("Photo finish")
        expect(finish).to_be_visible()
        if page is watcher:  # on a small screen it is folded
            expect(photo.get_by_role("listitem").first).to_be_hidden()
            finish.click()
        for name in ("Guest 1", "Guest 3"):
            shout = photo.get_by_role("listitem").filter(has_text=name)
            expect(shout).to_be_visible()
            expect(shout).to_contain_text(re.compile(r"\d ms.*heard after \d+ ms"))
        expect(photo.get_by_role("listitem")).to_have_count(2)
        expect(photo.get_by_text("this one counts")).to_have_count(1)


def test_a_hidden_page_alerts_by_its_title_and_if_enabled_by_a_notification(
    visit: Visitor,
) -> None:
    called, uncalled = visit(), visit()
    for each in (called, uncalled):
        each.context.grant_permissions(["notifications"], origin=each.origin)
        each.context.add_init_script(HIDDEN_PAGE_SCRIPT)
    switch = called.open("/settings").get_by_role("switch", name=re.compile("Tell me when"))
    switch.click()
    expect(switch).to_be_checked()

    one = open_table(called, DISTANCE_ONLY)
    one.evaluate("lookAway(true)")
    expect(one).to_have_title("Table · Grav")
    other = join(uncalled, one)
    expect(one).to_have_title("● Your turn · Table · Grav")
    assert notifications(one) == ["Your turn"]
    one.evaluate("lookAway(false)")
    expect(one).to_have_title("Table · Grav")
    assert notifications(one) == ["Your turn", "closed"]

    place(one, "a1")
    other.evaluate("lookAway(true)")
    expect(other).to_have_title("● Move 1 — was that legal? · Table · Grav")
    press(other, "Let it stand")
    expect(other).to_have_title("● Your turn · Table · Grav")
    assert notifications(other) == []


def notifications(page: Page) -> list[str]:
    written: list[str] = page.evaluate("notes")
    return written
