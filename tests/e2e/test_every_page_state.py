"""The checks of every page, in states that only appear when something happens."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Visitor
from tests.e2e.page_checks import cover_all_looks, faults
from tests.e2e.table_actions import (
    DISTANCE_ONLY,
    SecondPlayer,
    board,
    expect_stone,
    open_table,
    place,
    press,
)

SLOW = {"clock": {"kind": "days", "days": 3}}
"""A clock of days, so that no deadline passes while a page is checked."""
RECORD = (Path(__file__).parents[2] / "examples" / "recorded-game.grav").read_text("utf-8")
UNNAMED = re.sub("\\nName: .*", "", RECORD)
"""The record without its name: names of games are not translated."""


def expect_state(page: Page, text: str) -> None:
    """Waits for a heading or button that only this state has."""
    heading = page.get_by_role("heading", name=re.compile(text))
    button = page.get_by_role("button", name=re.compile(text))
    expect(heading.or_(button).first).to_be_visible()


def wait_for_examples(page: Page) -> None:
    """Waits for the examples of the five numbers, which are drawn after the page."""
    expect(page.get_by_role("grid")).to_have_count(3)


def test_a_gathering_table_and_a_closed_one(visit: Visitor) -> None:
    page = open_table(visit(), {"size": 9, "seats": 6, "setting": "3 3 4 2 4", "public": True})
    wait_for_examples(page)
    page.get_by_text("Let a bot play here").first.click()
    press(page, "Close the table")
    found = faults(page, "gathering")
    press(page, "Yes, close it")
    expect_state(page, "This table is closed")
    assert found + faults(page, "closed") == []


def test_the_dice(visit: Visitor) -> None:
    page = open_table(visit(), {"size": 9, "settle": "dice"} | SLOW)
    partner = SecondPlayer(visit(), page)
    partner.send("sit")
    expect_state(page, "The dice decide")
    wait_for_examples(page)
    page.get_by_text("Why nobody can choose the numbers").click()
    found = faults(page, "dice")
    partner.send("share", share="chance")
    press(page, "Give my share")
    expect_state(page, "The dice have fallen")
    wait_for_examples(page)
    page.get_by_text("How the numbers came").click()
    press(page, "Check the draw")
    expect(page.get_by_text("It holds.")).to_be_visible()
    assert found + faults(page, "dice that have fallen") == []


def test_the_cards(visit: Visitor) -> None:
    page = open_table(visit(), {"size": 9, "settle": "cards"} | SLOW)
    partner = SecondPlayer(visit(), page)
    partner.send("sit")
    partner.send("share", share="chance")
    press(page, "Give my share")
    press(page, "Draw two cards")
    page.get_by_role("button", name=re.compile("Keep it$")).first.click()
    partner.send("draw")
    partner.send("keep", index=0)
    press(page, "Draw two cards")
    expect_state(page, "Keep it$")
    prospect = page.get_by_role("region", name="What can still come")
    expect(prospect.get_by_role("columnheader")).to_have_count(3)
    wait_for_examples(page)
    assert faults(page, "cards") == []


def test_an_open_proposal(visit: Visitor) -> None:
    agreement = {"size": 7, "settle": "agreement", "setting": "3 3 4 2 4"}
    page = open_table(visit(), agreement | SLOW)
    partner = SecondPlayer(visit(), page)
    partner.send("sit")
    partner.send("propose", setting="4 3 5 2 6")
    partner.send("say", phrase="take_your_time")
    expect_state(page, "Accept these numbers")
    wait_for_examples(page)
    found = faults(page, "agreement")
    press(page, "Propose others")
    expect_state(page, "^Propose these")
    page.get_by_text("Say something").click()
    assert found + faults(page, "a proposal of one's own") == []


def test_a_game_from_the_first_stone_to_its_review(visit: Visitor) -> None:
    page = open_table(visit(), DISTANCE_ONLY)
    partner = SecondPlayer(visit(), page)
    partner.send("sit")
    expect_state(page, "^Your turn")
    found = faults(page, "your turn")

    place(page, "a1")
    expect_stone(page, "a1")
    expect_state(page, "Will it stand")
    found += faults(page, "waiting for others")

    partner.send("accept", placement=1)
    partner.send("place", at="e5", declare=1)
    expect_state(page, "was that legal")
    found += faults(page, "an open window")

    press(page, "Grav!")
    expect_state(page, "That was legal")
    wait_until_seal_is_gone(page)
    found += faults(page, "a wrong shout")

    partner.send("place", at="e4")
    press(page, "Grav!")
    expect_state(page, "You saw it")
    expect_state(page, "Choose a stone")
    wait_until_seal_is_gone(page)
    found += faults(page, "a right shout")

    board(page).get_by_role("gridcell", name=re.compile("^e5,")).focus()
    page.keyboard.press("Enter")
    press(page, "Pass")
    partner.send("pass")
    expect_state(page, "You win")
    page.get_by_text("With a change").click()
    found += faults(page, "the end")

    page.get_by_role("link", name="Look back at the game").click()
    expect_state(page, "Worth a look")
    assert found + faults(page, "the review of a game") == []


def wait_until_seal_is_gone(page: Page) -> None:
    """Waits until the seal no longer covers the page."""
    expect(page.locator(".dim")).to_have_count(0)


LABELS = ["Bartholomew Longname", "Ottilie", "Xu", "Maximiliana", "Jo", "Konstantinopel"]
"""The first has the maximum length of a label."""


@pytest.mark.parametrize("seats", [3, 6])
def test_one_device_with_a_player_at_each_edge(visit: Visitor, seats: int) -> None:
    settings = {"size": 7, "seats": seats, "setting": "3 3 4 2 4", "mode": "device", "first": 0}
    page = open_table(visit(), settings, [{"label": label} for label in LABELS[:seats]])
    board(page).get_by_role("gridcell", name="d4, empty").focus()
    page.keyboard.press("Enter")
    expect_state(page, "was that legal")
    expect(page.get_by_role("button", name=re.compile("^Grav!"))).to_have_count(seats)
    assert faults(page, f"one device for {seats}") == []


def test_the_referee(visit: Visitor) -> None:
    settings = {"size": 13, "seats": 4, "setting": "3 3 4 2 4", "mode": "referee"}
    page = open_table(visit(), settings, [{"label": label} for label in LABELS[:4]])
    expect_state(page, "Anyone may place")
    assert faults(page, "referee") == []


def test_spot_the_grav(visit: Visitor) -> None:
    page = visit().open("/spot")
    page.get_by_role("radio", name=re.compile("^Streak")).check(force=True)
    press(page, "Begin")
    expect_state(page, "does it stand")
    found = faults(page, "spot, running")
    press(page, "It stands")
    expect_state(page, "^(Next|To the result)")
    assert found + faults(page, "spot, explained") == []


def test_a_step_of_the_course(visit: Visitor) -> None:
    page = visit().open("/learn/distance")
    board(page).get_by_role("gridcell", name=re.compile("^a1,")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("Not there: ")).first).to_be_visible()
    assert faults(page, "a lesson") == []


def test_a_record_with_every_layer_and_a_study_board(visit: Visitor) -> None:
    page = visit().open("/review")
    page.get_by_role("textbox", name="The text of a record").fill(UNNAMED)
    press(page, "Look at it")
    page.get_by_role("button", name=re.compile("^Move 32: .*breaks a rule")).click()
    layers = page.get_by_role("group", name="Shown on the board").get_by_role("checkbox")
    expect(layers).not_to_have_count(0)
    for layer in layers.all():
        expect(layer).to_be_checked()
    found = faults(page, "a record")
    press(page, "Look at something else")
    press(page, "Lay out the board")
    expect(page.get_by_role("checkbox", name="Legal points")).to_be_checked()
    assert found + faults(page, "study") == []


def test_the_settings_and_the_account(visit: Visitor) -> None:
    page = visit().open("/account")
    form = page.get_by_role("region", name="Make an account")
    form.get_by_role("textbox", name="Name").fill("Longest_name_there-i")
    form.get_by_label("Password", exact=True).fill("correct horse battery")
    form.get_by_role("button", name="Make an account").click()
    page.get_by_role("checkbox").check()
    found = faults(page, "recovery codes")
    press(page, "Go on")
    expect_state(page, "Longest_name_there-i")
    found += faults(page, "account")
    page.get_by_role("link", name="Settings").click()
    expect_state(page, "^Settings")
    assert found + faults(page, "settings") == []


def test_every_width_and_scheme_is_checked_in_every_language() -> None:
    here = Path(__file__).read_text("utf-8")
    assert cover_all_looks(re.findall(r'faults\(page, "([^"]+)"\)', here))
