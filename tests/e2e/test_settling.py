"""The five numbers, settled in a browser by dice, cards and agreement."""

import re

from playwright.sync_api import Page, expect
from tests.e2e.conftest import Visitor
from tests.e2e.table_actions import board, join, open_table, press


def expect_begun(*pages: Page) -> None:
    for page in pages:
        expect(board(page)).to_be_visible()


def test_by_agreement_with_a_counter_proposal(visit: Visitor) -> None:
    one = open_table(visit(), {"size": 7, "settle": "agreement", "setting": "3 3 4 2 4"})
    other = join(visit(), one)
    press(other, "Propose others")
    other.get_by_role("button", name="a: one more").click()
    press(other, "Propose these")
    press(one, "Accept these numbers")
    expect_begun(one, other)
    expect(one.get_by_text("at most 4 at one interval on a line").first).to_be_visible()


def test_by_dice_with_a_verified_draw(visit: Visitor) -> None:
    one = open_table(visit(), {"size": 9, "settle": "dice"})
    other = join(visit(), one)
    for page in (one, other):
        press(page, "Give my share")
    press(one, "To the board")  # the last share throws the dice
    expect_begun(one)
    one.get_by_text("How the numbers came").first.click()
    press(one, "Check the draw")
    expect(one.get_by_text("It holds.").first).to_be_visible()


def test_by_cards(visit: Visitor) -> None:
    one = open_table(visit(), {"size": 9, "settle": "cards"})
    other = join(visit(), one)
    for page in (one, other):
        press(page, "Give my share")
    for turn in range(5):
        page = (one, other)[turn % 2]
        prospect = page.get_by_role("region", name="What can still come")
        expect(prospect.get_by_role("columnheader")).to_have_text(["So far"])
        press(page, "Draw two cards")
        cards = page.get_by_role("button", name=re.compile("Keep it$"))
        expect(cards.first).to_be_visible()
        columns = prospect.get_by_role("columnheader", name="With ")
        expect(columns).to_have_count(cards.count())
        expect(prospect.get_by_role("rowheader").first).to_have_text("Length")
        cards.first.click()
    press(one, "To the board")
    expect_begun(one)


def test_cards_on_a_large_board_show_how_many_ways_were_measured(visit: Visitor) -> None:
    one = open_table(visit(), {"size": 17, "settle": "cards"})
    other = join(visit(), one)
    for page in (one, other):
        press(page, "Give my share")
    prospect = other.get_by_role("region", name="What can still come")
    expect(prospect).to_contain_text(
        re.compile(r"Of [\d,]+ ways, [\d,]+ were measured on this board")
    )
