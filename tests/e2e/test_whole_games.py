"""Whole games in real browsers against a real server."""

import re

from playwright.sync_api import expect
from tests.e2e.conftest import Visitor
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


def test_a_quick_game_is_opened_from_the_home_page(
    visit: Visitor,
) -> None:
    page = visit().open("/")
    page.get_by_role("button", name=re.compile("^Play ")).click()
    page.wait_for_url("**/table/*")
    place(page, "d4")
    expect_stone(page, "d4")
    question = page.get_by_role("heading", name=re.compile("was that legal"))
    expect(question).to_be_visible()


def test_a_whole_game_against_a_bot(visit: Visitor) -> None:
    """The bot fills as much of a small board as it can; the visitor only passes, and loses."""
    settings = {"size": 3, "setting": "3 3 9 0 4", "first": 0, "window": 2}
    page = open_table(visit(), settings, [{"me": True}, {"level": 1}])
    place(page, "b2")
    expect_stone(page, "b2")
    over = page.get_by_role("heading", name=re.compile("win"))
    # While a pass is being sent, the button is visible but disabled.
    passing = page.get_by_role("button", name=re.compile("^Pass"), disabled=False)
    for _ in range(20):
        expect(over.or_(passing).first).to_be_visible()
        if over.count():
            break
        passing.click()
    expect(over.first).to_be_visible()
    expect(page.get_by_role("link", name="Look back at the game")).to_be_visible()


def test_a_whole_game_of_two_with_a_shout_and_a_penalty(visit: Visitor) -> None:
    one = open_table(visit(), DISTANCE_ONLY)
    other = join(visit(), one)
    for player, at in ((one, "a1"), (other, "e5"), (one, "a3"), (other, "e3"), (one, "a5")):
        place_and_accept(player, at, other if player is one else one)
    place(other, "b5")
    expect_stone(one, "b5")
    press(one, "Grav!")
    expect(one.get_by_text("You saw it.").first).to_be_visible()
    expect_empty(one, "b5")
    choice = board(one).get_by_role("gridcell", name=re.compile("^e5,"))
    choice.focus()
    one.keyboard.press("Enter")
    for page in (one, other):
        expect_empty(page, "e5")
        expect_stone(page, "e3")
    press(one, "Pass")
    press(other, "Pass")
    expect(one.get_by_text("You win").first).to_be_visible()


def test_a_page_that_is_reloaded_in_a_window_continues_the_game(visit: Visitor) -> None:
    one = open_table(visit(), DISTANCE_ONLY)
    other = join(visit(), one)
    place(one, "a1")
    expect_stone(other, "a1")
    other.reload()
    expect_stone(other, "a1")
    press(other, "Let it stand")
    place(other, "e5")
    expect_stone(one, "e5")


def test_a_breach_and_a_legal_stone_look_the_same_in_a_page(visit: Visitor) -> None:
    """Plays the same stones under two settings: under one of them, the last stone is too near."""
    told = []
    for setting in ("5 5 25 2 8", "5 5 25 0 8"):
        one = open_table(visit(), DISTANCE_ONLY | {"setting": setting})
        other = join(visit(), one)
        place_and_accept(one, "a5", other)
        place(other, "b5")
        expect_stone(one, "b5")
        expect(one.get_by_role("button", name=re.compile("^Grav!"))).to_be_visible()
        drawn: str = board(one).evaluate("grid => grid.parentElement.outerHTML")
        # Ids contain a serial number of the page: `c5-gloss`, `c8-gloss`.
        told.append(re.sub(r"\bc\d+-", "", drawn))
    assert told[0] == told[1]


def test_of_two_simultaneous_shouts_one_wins(visit: Visitor) -> None:
    """All see the same verdict, and the loser of the race has no penalty."""
    first = open_table(visit(), DISTANCE_ONLY | {"seats": 3})
    second, third = join(visit(), first), join(visit(), first)
    fourth = visit().open(first.url.removeprefix(visit().origin))
    place_and_accept(first, "a1", second, third)
    place_and_accept(second, "e5", first, third)
    place_and_accept(third, "a5", first, second)
    place(first, "a4")
    for page in (second, third, fourth):
        expect_stone(page, "a4")
    for page in (second, third):
        expect_shout_enabled(page)
    for page in (second, third):
        page.keyboard.press("g")
    for page in (first, second, third, fourth):
        expect_empty(page, "a4")
        expect(page.get_by_text("saw it.").first).to_be_visible()
    saw = [page.get_by_text("You saw it.").count() for page in (second, third)]
    assert sorted(saw) == [0, 1]
    winner = second if saw[0] else third
    choice = board(winner).get_by_role("gridcell", name=re.compile("^a1,"))
    choice.focus()
    winner.keyboard.press("Enter")
    expect_empty(fourth, "a1")
