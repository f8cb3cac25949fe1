"""Games looked at afterwards, in a browser: a pasted record, and a board to study on."""

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.conftest import Visitor
from tests.e2e.tables import PATIENCE, board, is_there, press

RECORD = (Path(__file__).parents[2] / "examples" / "recorded-game.grav").read_text("utf-8")


def test_a_pasted_record_shows_every_breach_that_stood_and_who_missed_it(visit: Visitor) -> None:
    page = visit().open("/review")
    page.get_by_role("textbox", name="The text of a record").fill(RECORD)
    press(page, "Look at it")
    page.get_by_role("button", name=re.compile("^Missed 2")).click(timeout=PATIENCE)
    moments = page.get_by_role("region", name="Worth a look")
    moments.get_by_role("listitem").first.get_by_role("button").click()
    explained = re.compile("stones at interval|stones in the square|steps? from")
    expect(page.get_by_text(explained).first).to_be_visible(timeout=PATIENCE)
    press(page, "To the start")
    expect(page.get_by_text("The empty board").first).to_be_visible()


def test_what_is_no_record_is_told(visit: Visitor) -> None:
    visitor = visit()
    page = visitor.open("/review")
    page.get_by_role("textbox", name="The text of a record").fill("hello")
    press(page, "Look at it")
    expect(page.get_by_role("alert").first).to_be_visible(timeout=PATIENCE)
    visitor.wrong.clear()  # the answer has the status 400, which browsers tell as an error


def test_a_board_to_study_on_shows_the_truth(visit: Visitor) -> None:
    page = visit().open("/review")
    press(page, "Lay out the board")
    board(page).get_by_role("gridcell", name=re.compile("^d4,")).focus()
    page.keyboard.press("Enter")
    is_there(page, "d4")
    press(page, "Take back")
    expect(board(page).get_by_role("gridcell", name=re.compile("^d4, stone"))).to_have_count(
        0, timeout=PATIENCE
    )
