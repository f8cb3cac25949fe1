"""Whole games in real browsers, before a real server."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Visit, Visitor

PATIENCE = 60_000
"""Milliseconds. Opponents take their time, as people do."""
FAR = {"size": 5, "setting": "5 5 25 2 8", "first": 0}
"""Nothing binds but the distance: a stone beside the last one breaks it."""


def open_table(visit: Visit, settings: dict[str, Any], seats: list[Any] | None = None) -> Page:
    """A table of one's own, asked for from a page, as its forms do."""
    page = visit.open("/learn")
    table: str = page.evaluate(
        """async body => {
            await fetch('/api/guest', {method: 'POST'});
            const made = await fetch('/api/tables', {
                method: 'POST',
                headers: {'content-type': 'application/json'},
                body: JSON.stringify(body),
            });
            return (await made.json()).table;
        }""",
        {"settings": settings} | ({"seats": seats} if seats else {}),
    )
    page.goto(f"{visit.origin}/table/{table}")
    return page


def join(visit: Visit, table: Page) -> Page:
    page = visit.open(table.url.removeprefix(visit.origin))
    page.get_by_role("button", name="Sit down").first.click()
    return page


def board(page: Page) -> Locator:
    """The board of the game; there may be small ones beside it that explain the numbers."""
    return page.get_by_role("grid", name=re.compile("^Board"))


def place(page: Page, at: str) -> None:
    cell = board(page).get_by_role("gridcell", name=re.compile(rf"^{at},"))
    expect(cell).to_have_accessible_name(f"{at}, empty", timeout=PATIENCE)
    cell.focus()
    page.keyboard.press("Enter")


def is_there(page: Page, at: str) -> None:
    stone = board(page).get_by_role("gridcell", name=re.compile(rf"^{at}, stone"))
    expect(stone).to_have_count(1, timeout=PATIENCE)


def is_gone(page: Page, at: str) -> None:
    empty = board(page).get_by_role("gridcell", name=f"{at}, empty")
    expect(empty).to_have_count(1, timeout=PATIENCE)


def exchange(one: Page, other: Page, at: str) -> None:
    """A stone that everybody lets stand."""
    place(one, at)
    is_there(other, at)
    other.get_by_role("button", name="Let it stand").click(timeout=PATIENCE)


def test_a_newcomer_gets_from_the_first_page_to_a_stone_against_an_opponent(
    visit: Visitor,
) -> None:
    page = visit().open("/")
    page.get_by_role("button", name=re.compile("^Play ")).click()
    page.wait_for_url("**/table/*")
    place(page, "d4")
    is_there(page, "d4")
    question = page.get_by_role("heading", name=re.compile("was that legal"))
    expect(question).to_be_visible(timeout=PATIENCE)


def test_a_whole_game_against_an_opponent(visit: Visitor) -> None:
    """The opponent fills what it can of a small board; whoever only passes loses."""
    settings = {"size": 3, "setting": "3 3 9 0 4", "first": 0, "window": 2}
    page = open_table(visit(), settings, [{"me": True}, {"level": 1}])
    place(page, "b2")
    is_there(page, "b2")
    over = page.get_by_role("heading", name=re.compile("win"))
    passing = page.get_by_role("button", name=re.compile("^Pass"))
    for _ in range(20):
        expect(over.or_(passing).first).to_be_visible(timeout=PATIENCE)
        if over.count():
            break
        passing.click()
        page.wait_for_timeout(300)
    expect(over.first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("link", name="Look back at the game")).to_be_visible()


def test_two_people_one_shout_a_stone_removed_and_the_game_over(visit: Visitor) -> None:
    one = open_table(visit(), FAR)
    other = join(visit(), one)
    for player, at in ((one, "a1"), (other, "e5"), (one, "a3"), (other, "e3"), (one, "a5")):
        exchange(player, other if player is one else one, at)
    place(other, "b5")
    is_there(one, "b5")
    one.get_by_role("button", name=re.compile("^Grav!")).click()
    expect(one.get_by_text("You saw it.").first).to_be_visible(timeout=PATIENCE)
    is_gone(one, "b5")
    choice = board(one).get_by_role("gridcell", name=re.compile("^e5,"))
    choice.focus()
    one.keyboard.press("Enter")
    for page in (one, other):
        is_gone(page, "e5")
        is_there(page, "e3")
    one.get_by_role("button", name=re.compile("^Pass")).click(timeout=PATIENCE)
    other.get_by_role("button", name=re.compile("^Pass")).click(timeout=PATIENCE)
    expect(one.get_by_text("You win").first).to_be_visible(timeout=PATIENCE)


def test_a_page_that_is_loaded_again_in_a_window_goes_on(visit: Visitor) -> None:
    one = open_table(visit(), FAR)
    other = join(visit(), one)
    place(one, "a1")
    is_there(other, "a1")
    other.reload()
    is_there(other, "a1")
    other.get_by_role("button", name="Let it stand").click(timeout=PATIENCE)
    place(other, "e5")
    is_there(one, "e5")


def test_nothing_in_a_page_tells_a_breach_from_a_legal_stone(visit: Visitor) -> None:
    """The same stones, once where one of them is too near and once where it may be."""
    told = []
    for setting in ("5 5 25 2 8", "5 5 25 0 8"):
        one = open_table(visit(), FAR | {"setting": setting})
        other = join(visit(), one)
        exchange(one, other, "a5")
        place(other, "b5")
        is_there(one, "b5")
        expect(one.get_by_role("button", name=re.compile("^Grav!"))).to_be_visible()
        told.append(board(one).evaluate("grid => grid.parentElement.outerHTML"))
    assert told[0] == told[1]
